import { useLocation } from '@palier/shared/router';
import type { HistoryItem } from '@palier/shared/contracts';
import { formatDateTime, usePlatformDay } from '@palier/shared/dates';
import { DataTable, Pager, type Column } from '@palier/shared/data-table';
import { Amount, Button, ButtonLink, Chip } from '@palier/shared/ui';
import { historyExport, type ExportColumn } from '../../lib/history/history-export';
import { MovementDetail } from '../../lib/movement-detail/movement-detail';
import { PrintFooter } from '../../lib/printing/printable-report-page';
import { SelectionBar } from '../../lib/selection/selection-bar';
import { SelectionTotals, type TotalsOf } from '../../lib/selection/selection-totals';
import { amountCell, dateCell, textCell } from '../../lib/table-export/cells';
import { TableExport } from '../../lib/table-export/table-export';
import { typeLabel } from '../../lib/transaction-type';
import { messages } from './history.messages';
import styles from './history.module.css';
import { historyFilter } from './history.rules';
import { countConditions, NO_SELECTION, withSelection } from '../../lib/selection/selection.rules';
import type { useHistory } from './use-history';

const columns: readonly Column<HistoryItem>[] = [
  {
    title: messages.date,
    width: '26%',
    inCard: 'note',
    cell: ({ date }) => <time>{formatDateTime(date)}</time>,
  },
  { title: messages.name, width: '30%', inCard: 'title', cell: (item) => item.targetUsername },
  {
    title: messages.type,
    width: '24%',
    inCard: 'mark',
    cell: (item) => <Chip>{typeLabel(item.initiatorTransactionType)}</Chip>,
  },
  {
    title: messages.amount,
    width: '20%',
    isNumeric: true,
    inCard: 'amount',
    cell: (item) => <Amount value={item.amount} />,
  },
];

const exportColumns: readonly ExportColumn[] = [
  [messages.date, ({ date }) => dateCell(formatDateTime(date))],
  [messages.name, ({ targetUsername }) => textCell(targetUsername)],
  [messages.type, (item) => textCell(typeLabel(item.initiatorTransactionType))],
  [messages.amount, ({ amount }) => amountCell(amount)],
];

type History = ReturnType<typeof useHistory>;

/** The hint of the filter, which stands above the rows. */
const HINT_ID = 'filtre-portee';

const hasHint = ({ filter, history }: History): boolean => filter !== '' && history.totalPages > 1;

/** Beside the title: the filter of the page shown, the selection over all pages, the export. */
export function HistoryTools(props: History) {
  const { filter, setFilter, history, query } = props;
  const isOfSubAccount = query.targetUserId !== undefined;
  const fileName = messages.fileName(
    usePlatformDay(),
    isOfSubAccount ? history.data[0]?.targetUsername : undefined,
  );
  return (
    <div className={styles.tools} data-screen-only>
      <input
        className={styles.filter}
        type="search"
        aria-label={messages.filter}
        placeholder={messages.filter}
        aria-describedby={hasHint(props) ? HINT_ID : undefined}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <SelectionBar
        {...props.form}
        list={isOfSubAccount ? 'account' : 'history'}
        found={props.isLoading ? undefined : history.totalElements}
      />
      <TableExport
        source={historyExport(query, fileName, exportColumns, historyFilter(filter))}
        isDisabled={history.totalElements === 0}
      />
    </div>
  );
}

/** The filter applies to the shown page and to the whole export. */
export function HistoryView(props: History) {
  const { page, setPage, filter, history, rows, isLoading, query } = props;
  const { pathname, search } = useLocation();
  const isOfSubAccount = query.targetUserId !== undefined;
  // An agent's number may be that of a player's round, which the agent's own history does not have.
  const roundNumber =
    !isLoading && !props.hasFailed && !props.isPlayer && history.totalElements === 0 ? props.number : null;
  return (
    <div className={styles.list}>
      {hasHint(props) && (
        <p id={HINT_ID} className={styles.hint} data-screen-only>
          {messages.filterHint}
        </p>
      )}
      {!isLoading && <SelectionTotals history={history} of={totalsOf(props)} />}
      <DataTable
        caption={messages.title}
        columns={columns}
        rows={rows}
        rowKey={(item) => item.id}
        detail={(item) => <MovementDetail item={item} isOfSubAccount={isOfSubAccount} />}
        emptyText={messages.empty}
        loadingText={isLoading ? messages.loading : undefined}
        failure={props.hasFailed ? { message: messages.unread, onRetry: props.refetch } : undefined}
        nextStep={<NextStep {...props} />}
        summary={messages.shown(rows.length)}
      />
      {roundNumber !== null && (
        <div>
          <ButtonLink to={`/round/${roundNumber}`} state={{ history: pathname + search }} isSmall>
            {messages.findRound(roundNumber)}
          </ButtonLink>
        </div>
      )}
      <Pager totalPages={history.totalPages} currentPage={page} onChange={setPage} />
      <PrintFooter filter={filter} />
    </div>
  );
}

/** From an empty list: the whole history, or without any movement the screen where one begins. */
function NextStep({ filter, setFilter, form, isPlayer }: History) {
  const number = numberIn(filter);
  if (number !== null)
    return (
      <ButtonLink to={`?${withSelection(new URLSearchParams(), { ...NO_SELECTION, number }).toString()}`}>
        {messages.findNumber(number)}
      </ButtonLink>
    );
  if (filter !== '')
    return (
      <Button tone="quiet" onClick={() => setFilter('')}>
        {messages.clearFilter}
      </Button>
    );
  if (countConditions(form.selection) > 0)
    return (
      <Button tone="quiet" onClick={() => form.select(NO_SELECTION)}>
        {messages.showAll}
      </Button>
    );
  return (
    <ButtonLink to={isPlayer ? '/home' : '/admin'}>
      {isPlayer ? messages.chooseGame : messages.openAccounts}
    </ButtonLink>
  );
}

/** A number typed into the filter of names and types is that of a movement or a round. */
const numberIn = (filter: string): string | null =>
  /^(?:n\s*°?\s*)?(\d{1,15})$/i.exec(filter.trim())?.[1] ?? null;

function totalsOf({ isPlayer, query }: History): TotalsOf {
  if (isPlayer) return 'player';
  return query.targetUserId === undefined ? 'agent' : 'sub-account';
}
