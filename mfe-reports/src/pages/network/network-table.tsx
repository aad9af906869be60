import type { NetworkReport } from '@palier/shared/contracts';
import { type Column, DataTable, Figure } from '@palier/shared/data-table';
import { TextLink } from '@palier/shared/page-parts';
import { ButtonLink } from '@palier/shared/ui';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Period } from '../../lib/period-form/period.rules';
import { messages } from './network.messages';
import styles from './network.module.css';
import {
  amountFields,
  hasAgentsBelow,
  mainAmountFieldOf,
  nextOrder,
  networkRows,
  titleOf,
  totalOf,
} from './network.rules';
import type { NetworkRow, Order } from './network.rules';

/** A region scrolls by keyboard only when it can have the focus. */
const FOCUSABLE_TAB_INDEX = 0;

interface NetworkTableProps {
  readonly network: NetworkReport;
  /** The report of the period before; undefined while it is read. */
  readonly before: NetworkReport | undefined;
  readonly periodBefore: Period;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  /** The address of the network of an agent. */
  readonly addressOf: (userId: number) => string;
}

/**
 * A phone shows name, key figure and that of the period before of each account; a touch opens the others.
 */
export function NetworkTable({ network, before, addressOf, ...props }: NetworkTableProps) {
  const rows = networkRows(network, before, props.order);
  return (
    <div
      className={hasAgentsBelow(network) ? styles.wide : styles.scroller}
      role="region"
      aria-label={messages.table}
      tabIndex={FOCUSABLE_TAB_INDEX}
    >
      <div className={styles.scrolled}>
        <DataTable
          caption={messages.table}
          columns={columnsOf(network, { addressOf, ...props })}
          rows={rows}
          rowKey={({ key }) => key}
          emptyText={messages.empty}
          nextStep={
            network.path.length === 1 && <ButtonLink to="/admin/create">{messages.createFirst}</ButtonLink>
          }
          total={rows.length < 2 ? undefined : totalOf(network, before)}
        />
      </div>
    </div>
  );
}

function columnsOf(
  network: NetworkReport,
  { addressOf, periodBefore, order, onOrder }: Omit<NetworkTableProps, 'network' | 'before'>,
): readonly Column<NetworkRow>[] {
  const mainField = mainAmountFieldOf(network);
  const sortBy = (by: Order['by']) => ({
    direction: order.by === by ? order.direction : undefined,
    onSort: () => onOrder(nextOrder(order, by)),
  });
  const amounts = amountFields(network).flatMap((field): Column<NetworkRow>[] => {
    const column: Column<NetworkRow> = {
      title: titleOf(network, field),
      isNumeric: true,
      sort: sortBy(field),
      cell: (row) => <Figure value={row[field]} />,
    };
    if (field !== mainField) return [column];
    return [
      { ...column, inCard: 'amount' },
      {
        title: messages.before(periodBefore),
        isNumeric: true,
        inCard: 'mark',
        sort: sortBy('before'),
        cell: (row) => row.before !== undefined && <Figure value={row.before} />,
      },
    ];
  });
  return [
    {
      title: messages.name,
      isRowHeader: true,
      inCard: 'title',
      sort: sortBy('name'),
      cell: (row) => <NameCell row={row} addressOf={addressOf} />,
    },
    ...amounts,
    {
      title: messages.activePlayers,
      isNumeric: true,
      sort: sortBy('activePlayers'),
      cell: (row) => messages.count(row.activePlayers),
    },
    ...(hasAgentsBelow(network) ? [WAIT_COLUMN] : []),
  ];
}

/** How long the askers of requests to an agent waited on average. */
const WAIT_COLUMN: Column<NetworkRow> = {
  title: messages.wait,
  isNumeric: true,
  cell: ({ answers, averageWaitS }) =>
    answers === undefined || averageWaitS == null ? '–' : messages.waited(averageWaitS, answers),
};

interface NameCellProps {
  readonly row: NetworkRow;
  readonly addressOf: (userId: number) => string;
}

/** The name leads to the network of an agent, or to the page of a player. */
function NameCell({ row: { name, account }, addressOf }: NameCellProps) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  // An attribute for the style, because with `:has` each change of the DOM would restyle every cell.
  useLayoutEffect(() => void opener.current?.closest('tr')?.toggleAttribute('data-open', isOpen), [isOpen]);
  return (
    <>
      {account === undefined ? (
        name
      ) : (
        <TextLink to={account.isAgent ? addressOf(account.id) : `/admin/${account.id}`}>{name}</TextLink>
      )}
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-expanded={isOpen}
        aria-label={messages.detailOf(name)}
        data-screen-only
        onClick={() => setIsOpen(!isOpen)}
      />
    </>
  );
}
