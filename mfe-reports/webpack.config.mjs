import { createRemoteConfig } from '@palier/build/bundler';

export default createRemoteConfig({ name: 'reports', dir: import.meta.dirname });
