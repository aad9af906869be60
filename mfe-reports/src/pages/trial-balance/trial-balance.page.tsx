import type { BalanceLine, TrialBalance } from '@palier/shared/contracts';
import { amountColumn, type Column, DataTable } from '@palier/shared/data-table';
import { http } from '@palier/shared/http';
import { Note } from '@palier/shared/page-parts';
import { Amount, Button, ButtonLink, Chip, ErrorBox, VisuallyHidden } from '@palier/shared/ui';
import { answerWithList } from '../../lib/answer-with-list';
import { PrintableReportPage } from '../../lib/printing/printable-report-page';
import { PageQueryState, usePageQuery } from '../../lib/page-query';
import { messages } from './trial-balance.messages';
import styles from './trial-balance.module.css';

const useTrialBalance = () =>
  usePageQuery(
    'trial balance',
    [],
    (signal) => http.get('/reports/trial-balance', answerWithList<TrialBalance>('subAccounts'), { signal }),
    messages.failed,
  );

export function TrialBalancePage() {
  const { data: balance, error, isLoading, refetch } = useTrialBalance();
  return (
    <PrintableReportPage title={messages.title} canPrint={error === null}>
      <PageQueryState error={error} isLoading={isLoading} onRetry={refetch} />
      {balance !== undefined && (
        <>
          <TrialBalanceEquality line={balance.whole} />
          <ErrorBox message={balance.whole.gap === 0 ? null : messages.broken} />
          <TrialBalanceTable balance={balance} />
        </>
      )}
      {balance !== undefined && (
        <div data-row="apart">
          <Note>{messages.readAt(balance)}</Note>
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

const Term = ({ label, amount }: { readonly label: string; readonly amount: number }) => (
  <span className={styles.term}>
    <span className={styles.label}>{label}</span>
    <Amount value={amount} />
  </span>
);

const Sign = ({ symbol, name }: { readonly symbol: string; readonly name: string }) => (
  <span className={styles.sign}>
    <span aria-hidden="true">{symbol}</span>
    <VisuallyHidden> {name} </VisuallyHidden>
  </span>
);

const BalanceChip = ({ gap }: { readonly gap: number }) => (
  <span className={styles.check}>
    <Chip tone={gap === 0 ? 'positive' : 'negative'}>
      {gap === 0 ? messages.balanced : messages.gap(gap)}
    </Chip>
  </span>
);

const TrialBalanceEquality = ({ line }: { readonly line: BalanceLine }) => (
  <section className={styles.equality} data-row="apart" aria-label={messages.equality}>
    <p className={styles.sum}>
      <Term label={messages.below} amount={line.below} />
      <Sign symbol="+" name={messages.plus} />
      <Term label={messages.own} amount={line.own} />
      <Sign symbol="+" name={messages.plus} />
      <Term label={messages.inPlay} amount={line.inPlay} />
      {line.gap === 0 ? (
        <Sign symbol="=" name={messages.equals} />
      ) : (
        <Sign symbol="≠" name={messages.differs} />
      )}
      <Term label={messages.issued} amount={line.issued} />
      <Sign symbol="−" name={messages.minus} />
      <Term label={messages.withdrawn} amount={line.withdrawn} />
    </p>
    <BalanceChip gap={line.gap} />
  </section>
);

/** A region scrolls by keyboard only when it can have the focus. */
const FOCUSABLE_TAB_INDEX = 0;

const columns: readonly Column<BalanceLine>[] = [
  { title: messages.name, isRowHeader: true, inCard: 'title', cell: ({ username }) => username },
  amountColumn(messages.own, ({ own }) => own),
  amountColumn(messages.below, ({ below }) => below),
  amountColumn(messages.total, ({ total }) => total),
  amountColumn(messages.inPlay, ({ inPlay }) => inPlay),
  amountColumn(messages.issued, ({ issued }) => issued),
  amountColumn(messages.withdrawn, ({ withdrawn }) => withdrawn),
  { title: messages.check, inCard: 'amount', cell: ({ gap }) => <BalanceChip gap={gap} /> },
];

const TrialBalanceTable = ({ balance: { whole, subAccounts } }: { readonly balance: TrialBalance }) => (
  <div className={styles.scroller} role="region" aria-label={messages.table} tabIndex={FOCUSABLE_TAB_INDEX}>
    <div className={styles.scrolled}>
      <DataTable
        caption={messages.title}
        columns={columns}
        rows={subAccounts}
        rowKey={({ id }) => id}
        emptyText={messages.empty}
        nextStep={<ButtonLink to="/admin/create">{messages.createFirst}</ButtonLink>}
        total={{ ...whole, username: messages.wholeOf(whole.username) }}
      />
    </div>
  </div>
);
