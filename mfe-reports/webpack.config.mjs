import { createRemoteConfig } from '@palier/scripts/bundler';

export default createRemoteConfig({ name: 'reports', dir: import.meta.dirname });
