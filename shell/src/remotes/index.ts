export { mayLoad } from './may-load';
export { prefetchReads } from './prefetch-reads';
export type { RemoteLoader } from './remote-loader';
export { RemoteScreen, RemotesProvider, UNKNOWN_SCREEN } from './remote-screen';
export { useRemoteLoader, useScreens } from './remotes-context';
export { startRemotes } from './start-remotes';
export { hasDeveloperTools, resetOverrides } from './override-storage';
