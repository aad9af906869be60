/** Not a singleton; for the host only, the shell or the standalone harness: overlays and the current user. */
export { JackpotOverlay } from './jackpot-overlay/jackpot-overlay';
export { Loader } from './loader';
export { Notices } from './notices';
export { useBalanceEvents } from './use-balance-events';
