import { trialBalanceSchema } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { Note } from '@palier/shared/page-parts';
import { Button, ButtonLink, ErrorBox } from '@palier/shared/ui';
import { PrintableReportPage } from '../../lib/printing/printable-report-page';
import { ReadState } from '../../lib/report-read/read-state';
import { useRead } from '../../lib/report-read/read-state';
import { TrialBalanceEquality } from './trial-balance-table';
import { TrialBalanceTable } from './trial-balance-table';
import { messages } from './trial-balance.messages';

const useTrialBalance = () =>
  useRead(
    'trial balance',
    [],
    (signal) => http.get('/reports/trial-balance', trialBalanceSchema, { signal }),
    messages.failed,
  );

export function TrialBalancePage() {
  const { data: balance, error, isLoading, refetch } = useTrialBalance();
  return (
    <PrintableReportPage title={messages.title}>
      <ReadState error={error} isLoading={isLoading} />
      {balance !== undefined && (
        <>
          <TrialBalanceEquality line={balance.whole} />
          <ErrorBox message={balance.whole.gap === 0 ? null : messages.broken} />
          <TrialBalanceTable balance={balance} />
        </>
      )}
      {(balance !== undefined || error !== null) && (
        <div data-row="apart">
          {balance !== undefined && <Note>{messages.readAt(balance)}</Note>}
          <span data-row="close" data-screen-only>
            <ButtonLink to="/report/network" isSmall>
              {messages.network}
            </ButtonLink>
            <Button tone="quiet" isSmall disabled={isLoading} onClick={() => void refetch()}>
              {messages.refresh}
            </Button>
          </span>
        </div>
      )}
    </PrintableReportPage>
  );
}
