/** One chunk for both forms. */
export { RefundPage } from './pages/refund/refund.page';
export { WithdrawPage } from './pages/withdraw/withdraw.page';
