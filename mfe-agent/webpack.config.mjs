import { createRemoteConfig } from '@palier/scripts/bundler';

export default createRemoteConfig({ name: 'agent', dir: import.meta.dirname });
