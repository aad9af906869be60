/**
 * One chunk for the forms for an account and for its journal: each further chunk would add its name and its
 * hash to the first load.
 */
export { CreateUserPage } from './pages/create-user/create-user.page';
export { EditPasswordPage } from './pages/edit-password/edit-password.page';
export { JournalPage } from './pages/journal/journal.page';
export { RefundPage } from './pages/refund/refund.page';
export { WithdrawPage } from './pages/withdraw/withdraw.page';
