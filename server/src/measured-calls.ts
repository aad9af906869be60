/** The calls of the server's repositories that the bench measures: movements, and reads of large ledgers. */
export { readAccountEvents } from './accounts/account-events.repository';
export { findInOwnSubtree, readAccountFigures } from './accounts/account-page.repository';
export { readFloatHistory } from './accounts/float/float.repository';
export { listOwnRequests, listReceivedRequests } from './balance-requests/request.repository';
export { findRound } from './games/round.repository';
export { applyAgentMovements, applyGameMovements } from './ledger/ledger.repository';
export { readDepositLimits } from './limits/agent-limits.repository';
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
export { findChildrenByName } from './users/user.repository';
