import { useLocation } from '@palier/shared/router';
import type { HistoryItem } from '@palier/shared/contracts';
import { formatDateTime, usePlatformDay } from '@palier/shared/dates';
import { RefetchButton } from '@palier/shared/refetch-on-revisit';
import { DataTable, Pager, type Column } from '@palier/shared/data-table';
import { Amount, ButtonLink, Chip, Field } from '@palier/shared/ui';
import { historyExport, type ExportColumn } from '../../lib/history/history-export';
import { MovementDetail } from '../../lib/movement-detail/movement-detail';
import { PrintFooter } from '../../lib/printing/printable-report-page';
import { SelectionForm } from '../../lib/selection/selection-form';
import { SelectionTotals } from '../../lib/selection/selection-form';
import { amountCell, dateCell, textCell } from '../../lib/table-export/cells';
import { TableExport } from '../../lib/table-export/table-export';
import { typeLabel } from '../../lib/transaction-type';
import { messages } from './history.messages';
import styles from './history.module.css';
import { historyFilter } from './history.rules';
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

/** The filter applies to the shown page and to the whole export. */
export function HistoryView(props: ReturnType<typeof useHistory>) {
  const { page, setPage, filter, setFilter, history, rows, isLoading, query } = props;
  const { pathname, search } = useLocation();
  const hasPages = history.totalPages > 1;
  const isOfSubAccount = query.targetUserId !== undefined;
  const fileName = messages.fileName(
    usePlatformDay(),
    isOfSubAccount ? history.data[0]?.targetUsername : undefined,
  );
  // An agent's number may be that of a player's round, which the agent's own history does not have.
  const roundNumber =
    !isLoading && !props.hasFailed && !props.isPlayer && history.totalElements === 0 ? props.number : null;
  const unread = props.hasFailed ? (
    <>
      {messages.unread}
      <RefetchButton onPress={props.refetch} />
    </>
  ) : undefined;
  return (
    <>
      <SelectionForm {...props.form} />
      <div className={styles.tools} data-screen-only>
        <div className={styles.filter}>
          <Field
            label={messages.filter}
            {...(hasPages ? { hint: messages.filterHint } : {})}
            type="search"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </div>
        <TableExport
          source={historyExport(query, fileName, exportColumns, historyFilter(filter))}
          isDisabled={history.totalElements === 0}
        />
      </div>
      {!isLoading && <SelectionTotals history={history} />}
      <DataTable
        caption={messages.title}
        columns={columns}
        rows={rows}
        rowKey={(item) => item.id}
        detail={(item) => <MovementDetail item={item} isOfSubAccount={isOfSubAccount} />}
        emptyText={messages.empty}
        stateText={isLoading ? messages.loading : unread}
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
    </>
  );
}
