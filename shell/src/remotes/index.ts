export type { RemoteName } from './registry';
export type { RemoteLoader } from './remote-loader';
export { RemoteScreen, RemotesProvider } from './remote-screen';
export { useRemoteLoader } from './remotes-context';
export { startRemotes } from './start-remotes';
export { isOverriding, resetOverrides } from './override-storage';
