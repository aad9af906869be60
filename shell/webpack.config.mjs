import { createShellConfig } from '@palier/build/bundler';

export default createShellConfig({ dir: import.meta.dirname });
