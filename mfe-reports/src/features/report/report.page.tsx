import { Page } from '@palier/shared/ui';
import { ReportPanel } from './report-panel';
import { messages } from './report.messages';

export const ReportPage = () => (
  <Page title={messages.title}>
    <ReportPanel hasDays />
  </Page>
);
