import { MANAGEMENT_ROLES } from '@palier/shared/contracts';
import type { RemoteRoutes } from '@palier/shared/routes';
import { HistoryPage } from './features/history/history.page';
import { ReportItemPage } from './features/history/report-item.page';
import { ReportPanel } from './features/report/report-panel';
import { ReportPage } from './features/report/report.page';
import { TransactionsPage } from './features/transactions/transactions.page';

export const routes: RemoteRoutes = [
  { path: '/history', element: <HistoryPage /> },
  { path: '/reportItem/:id', element: <ReportItemPage />, roles: MANAGEMENT_ROLES },
  { path: '/report', element: <ReportPage />, roles: MANAGEMENT_ROLES },
  { path: '/transaction', element: <TransactionsPage report={<ReportPanel />} />, roles: MANAGEMENT_ROLES },
];
