/** What hosts a remote's screens, in the shell as in the standalone harness: overlays, the balance kept true, the tokens kept live. */
export { followRenewals } from '../session/renewals';
export { fetchCurrentUser } from './current-user';
export { Loader } from './loader';
export { Notices } from './notices';
export { useBalanceEvents } from './use-balance-events';
