/** The reads of the server whose growth with the ledger the bench measures. */
export { readAccountEvents } from './accounts/account-events.repository';
export { findInOwnSubtree, readAccountFigures } from './accounts/account-page.repository';
export { findRound } from './games/round.repository';
export { findDayBounds, sumDayMovements } from './reports/day-close.repository';
export { countNetwork } from './reports/network/network.job';
export { findHead, readNetwork } from './reports/network/network.repository';
export { readTotals } from './reports/report.repository';
export { readSubtreeBalances } from './reports/trial-balance.repository';
export { findMovement, listHistory } from './transactions/history.repository';
export { listSelection } from './transactions/history-selection.repository';
export {
  findInSubtree,
  listChildren,
  listOrderedChildren,
  searchChildren,
} from './users/user-list.repository';
