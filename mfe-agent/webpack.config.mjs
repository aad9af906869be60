import { createRemoteConfig } from '@palier/build/bundler';

export default createRemoteConfig({ name: 'agent', dir: import.meta.dirname });
