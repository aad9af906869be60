/** What the shell and the standalone harness both need to host a remote's screens: overlays, the current balance, live tokens. */
export { followRenewals } from '../session/renewals';
export { fetchCurrentUser } from './current-user';
export { JackpotOverlay } from './jackpot-overlay/jackpot-overlay';
export { Loader } from './loader';
export { Notices } from './notices';
export { useBalanceEvents } from './use-balance-events';
