import type { RemoteRoutes } from '@palier/shared/routes';
import { lazyPage } from '@palier/shared/lazy-page';
import { Waiting } from '@palier/shared/page-parts';
import { loadAccountPages } from './lib/load-account-pages';
import { AccountFrame } from './lib/sub-account/sub-account-screen';
import { messages } from './lib/sub-account/sub-account.messages';
import { messages as refundMessages } from './pages/refund/refund.messages';
import { SubAccountsPage } from './pages/sub-accounts/sub-accounts.page';
import { messages as withdrawMessages } from './pages/withdraw/withdraw.messages';

const waiting = (title: string) => (
  <AccountFrame title={title}>
    <Waiting text={messages.loading} />
  </AccountFrame>
);
const account = lazyPage(
  waiting(messages.account),
  async () => (await import('./pages/account/account.page')).AccountPage,
);
// A list is not about one account, so its frame has the title alone.
const movementList = lazyPage(
  waiting(messages.movementList),
  async () => (await import('./pages/movement-list/movement-list.page')).MovementListPage,
);
const refund = lazyPage(waiting(refundMessages.action), async () => (await loadAccountPages()).RefundPage);
const withdraw = lazyPage(
  waiting(withdrawMessages.action),
  async () => (await loadAccountPages()).WithdrawPage,
);
const create = lazyPage(waiting(messages.create), async () => (await loadAccountPages()).CreateUserPage);
const edit = lazyPage(waiting(messages.edit), async () => (await loadAccountPages()).EditPasswordPage);
const journal = lazyPage(waiting(messages.journal), async () => (await loadAccountPages()).JournalPage);

export const routes: RemoteRoutes = [
  { path: '/admin', element: <SubAccountsPage /> },
  // Open to every role: a role without the right to create gets the alert of section 6 of
  // docs/spec-coverage.md.
  { path: '/admin/create', element: create },
  { path: '/admin/movement-list', element: movementList },
  { path: '/admin/:id', element: account },
  { path: '/admin/:id/edit', element: edit },
  { path: '/admin/:id/journal', element: journal },
  { path: '/refund/:id', element: refund },
  { path: '/withdraw/:id', element: withdraw },
];
