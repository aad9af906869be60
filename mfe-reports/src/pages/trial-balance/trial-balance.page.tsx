import { Note } from '@palier/shared/page-parts';
import { Button, ButtonLink, ErrorBox } from '@palier/shared/ui';
import { PrintableReportPage } from '../../lib/printing/printable-report-page';
import { ReadState } from '../../lib/report-read/read-state';
import { TrialBalanceEquality } from './trial-balance-equality';
import { TrialBalanceTable } from './trial-balance-table';
import { messages } from './trial-balance.messages';
import styles from './trial-balance.module.css';
import { useTrialBalance } from './use-trial-balance';

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
        <div className={styles.foot}>
          {balance !== undefined && <Note>{messages.readAt(balance)}</Note>}
          <span className={styles.refresh} data-screen-only>
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
