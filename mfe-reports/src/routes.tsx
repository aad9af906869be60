import type { RemoteRoutes } from '@palier/shared/routes';
import { HistoryPage, AccountHistoryPage } from './pages/history/history.page';
import { messages as receiptMessages } from './pages/receipt/receipt.messages';
import { ReportPanel } from './pages/report/report-panel';
import { messages } from './pages/report/report.messages';
import { ReportPage } from './pages/report/report.page';
import { ReceivedPage, TransactionsPage } from './pages/transactions/transactions.page';
import { lazyPage } from './lib/lazy-page';
import { WidePage } from './lib/wide-page/wide-page';

const dayClose = lazyPage(
  messages.dayClose,
  async () => (await import('./pages/day-close/day-close.page')).DayClosePage,
);
const network = lazyPage(
  messages.network,
  async () => (await import('./pages/network/network.page')).NetworkPage,
);
const receipt = lazyPage(
  receiptMessages.page,
  async () => (await import('./pages/receipt/receipt.page')).ReceiptPage,
);
const requests = lazyPage(
  messages.requests,
  async () => (await import('./pages/requests/requests.page')).RequestsPage,
);
const round = lazyPage(messages.round, async () => (await import('./pages/round/round.page')).RoundPage);
const trialBalance = lazyPage(
  messages.trialBalance,
  async () => (await import('./pages/trial-balance/trial-balance.page')).TrialBalancePage,
);

export const routes: RemoteRoutes = [
  {
    path: '/history',
    element: (
      <WidePage>
        <HistoryPage />
      </WidePage>
    ),
  },
  { path: '/history/received', element: <ReceivedPage /> },
  {
    path: '/reportItem/:id',
    element: (
      <WidePage>
        <AccountHistoryPage />
      </WidePage>
    ),
  },
  { path: '/receipt/:id', element: receipt },
  { path: '/report', element: <ReportPage /> },
  { path: '/report/day-close', element: dayClose },
  { path: '/report/network', element: <WidePage>{network}</WidePage> },
  { path: '/report/trial-balance', element: trialBalance },
  { path: '/requests', element: requests },
  { path: '/requests/balance', element: requests },
  { path: '/round/:id', element: round },
  { path: '/transaction', element: <TransactionsPage report={<ReportPanel />} /> },
];
