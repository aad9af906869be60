import { createRemoteConfig } from '@palier/build/bundler';

export default createRemoteConfig({ name: 'casino', dir: import.meta.dirname });
