import { createShellConfig } from '@palier/scripts/bundler';

export default createShellConfig({ dir: import.meta.dirname });
