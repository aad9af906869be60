import { createRemoteConfig } from '@palier/scripts/bundler';

export default createRemoteConfig({ name: 'casino', dir: import.meta.dirname });
