import type { RemoteRoutes } from '@palier/shared/routes';
import { lazyPage } from '@palier/shared/lazy-page';
import { AccountFrame } from './lib/sub-account/sub-account-screen';
import { messages } from './lib/sub-account/sub-account.messages';
import { CreateUserPage } from './pages/create-user/create-user.page';
import { EditPasswordPage } from './pages/edit-password/edit-password.page';
import { JournalPage } from './pages/journal/journal.page';
import { RefundPage } from './pages/refund/refund.page';
import { SubAccountsPage } from './pages/sub-accounts/sub-accounts.page';
import { WithdrawPage } from './pages/withdraw/withdraw.page';

const account = lazyPage(
  <AccountFrame title={messages.account}>
    <p role="status">{messages.loading}</p>
  </AccountFrame>,
  async () => (await import('./pages/account/account.page')).AccountPage,
);

export const routes: RemoteRoutes = [
  { path: '/admin', element: <SubAccountsPage /> },
  // Open to every role: a role without the right to create gets the alert of section 6 of
  // docs/spec-coverage.md.
  { path: '/admin/create', element: <CreateUserPage /> },
  { path: '/admin/:id', element: account },
  { path: '/admin/:id/edit', element: <EditPasswordPage /> },
  { path: '/admin/:id/journal', element: <JournalPage /> },
  { path: '/refund/:id', element: <RefundPage /> },
  { path: '/withdraw/:id', element: <WithdrawPage /> },
];
