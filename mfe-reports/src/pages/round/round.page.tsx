import type { Round, RoundStep } from '@palier/shared/contracts/rounds';
import { type Column, DataTable } from '@palier/shared/data-table';
import { formatDateTime } from '@palier/shared/dates';
import { http, isDefiniteRefusal } from '@palier/shared/http';
import { Note, TextLink } from '@palier/shared/page-parts';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { Chip } from '@palier/shared/ui';
import { answerWithList } from '../../lib/answer-with-list';
import { PrintableReportPage, PrintFooter } from '../../lib/printing/printable-report-page';
import { PageQueryState, usePageQuery } from '../../lib/page-query';
import { Statement, type StatementLine } from '../../lib/statement/statement';
import { messages } from './round.messages';
import styles from './round.module.css';

function useRound(number: string) {
  const { failure, refetch, ...shown } = usePageQuery(
    'round',
    [number],
    (signal) => getRound(number, signal),
    messages.failed,
  );
  useRefetchOnRevisit(refetch);
  // The server answers 404 for a round that does not exist, or whose player is not below the user: another
  // try would get the same answer.
  const canRetry = !isDefiniteRefusal(failure) || failure.response.status !== 404;
  return { ...shown, retry: canRetry ? refetch : undefined };
}

/** The round of the movement with this number. */
const getRound = (number: string, signal: AbortSignal): Promise<Round> =>
  http.get(`/casino/round/${encodeURIComponent(number)}`, answerWithList<Round>('steps'), { signal });

const TONES = { OPEN: {}, SETTLED: { tone: 'positive' }, ROLLED_BACK: { tone: 'negative' } } as const;

export function RoundPage() {
  const { id = '' } = useParams();
  const { data: round, error, isLoading, retry } = useRound(id);
  return (
    <PrintableReportPage title={messages.title(id)} canPrint={round !== undefined}>
      <PageQueryState error={error} isLoading={isLoading} onRetry={retry} />
      {round !== undefined && <RoundView round={round} />}
    </PrintableReportPage>
  );
}

function linesOf(round: Round): readonly StatementLine[] {
  const line = (
    label: string,
    amount: number,
    more: Pick<StatementLine, 'kind' | 'sign'>,
  ): StatementLine => ({
    label,
    value: messages.amount(amount),
    ...more,
  });
  return [
    line(messages.before, round.balanceBefore, { kind: 'balance' }),
    line(messages.stake, round.stake, { kind: 'total', sign: '−' }),
    ...(round.returned > 0
      ? [line(messages.returned, round.returned, { kind: 'total', sign: '+' } as const)]
      : []),
    line(messages.wins, round.wins, { kind: 'total', sign: '+' }),
    ...(round.jackpotPrizes > 0
      ? [line(messages.prizes, round.jackpotPrizes, { kind: 'total', sign: '+' } as const)]
      : []),
    line(messages.after, round.balanceAfter, { kind: 'balance' }),
    line(messages.net, round.net, { kind: 'count' }),
  ];
}

function RoundView({ round }: { readonly round: Round }) {
  const isPlayer = useUser()?.roleName === 'ROLE_CLIENT';
  const isAlone = Math.round((round.balanceBefore + round.net - round.balanceAfter) * 1e6) === 0;
  return (
    <>
      <p className={styles.game} data-row>
        {round.gameTitle ?? round.gameCode}{' '}
        <Chip {...TONES[round.state]}>{messages.states[round.state]}</Chip>
      </p>
      <dl className={styles.facts}>
        {messages.facts(round).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              {isPlayer || value !== round.player.username ? (
                value
              ) : (
                <TextLink to={`/admin/${round.player.id}`}>{value}</TextLink>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <Statement caption={messages.statement} lines={linesOf(round)} />
      {!isAlone && <Note>{messages.others}</Note>}
      {round.jackpotContributions > 0 && <Note>{messages.contributions(round.jackpotContributions)}</Note>}
      <h2 className={styles.heading}>{messages.steps}</h2>
      {!round.isComplete && <Note>{messages.incomplete}</Note>}
      <RoundSteps steps={round.steps} />
      <PrintFooter />
    </>
  );
}

const columns: readonly Column<RoundStep>[] = [
  {
    title: messages.date,
    width: '28%',
    inCard: 'note',
    cell: ({ date }) => <time>{formatDateTime(date)}</time>,
  },
  { title: messages.step, width: '28%', inCard: 'title', cell: (step) => <Chip>{messages.kind(step)}</Chip> },
  {
    title: messages.moved,
    width: '22%',
    isNumeric: true,
    inCard: 'amount',
    cell: ({ amount }) => messages.amount(amount),
  },
  {
    title: messages.balance,
    width: '22%',
    isNumeric: true,
    inCard: 'mark',
    cell: ({ balanceAfter }) => (balanceAfter === null ? messages.none : messages.amount(balanceAfter)),
  },
];

const RoundSteps = ({ steps }: { readonly steps: readonly RoundStep[] }) => (
  <DataTable
    caption={messages.steps}
    columns={columns}
    rows={steps}
    rowKey={(step) => `${step.transactionId} ${step.number}`}
    detail={(step) => <small className={styles.note}>{messages.detail(step)}</small>}
    emptyText=""
  />
);
