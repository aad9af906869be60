/** What hosts a remote's screens, in the shell as in the standalone harness: overlays, and the balance kept true. */
export { fetchCurrentUser } from './current-user';
export { Loader } from './loader';
export { Notices } from './notices';
export { useBalanceEvents } from './use-balance-events';
