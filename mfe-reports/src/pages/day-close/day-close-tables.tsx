import type { DayClose } from '@palier/shared/contracts';
import { amountColumn, type Column, DataTable } from '@palier/shared/data-table';
import { Amount, ButtonLink } from '@palier/shared/ui';
import { Statement, type StatementLine } from '../../lib/statement/statement';
import { messages } from './day-close.messages';

interface Row {
  readonly key: string | number;
  readonly name: string;
  readonly added: number;
  readonly withdrawn: number;
  readonly movementCount: number;
}

const columns: readonly Column<Row>[] = [
  { title: messages.name, isRowHeader: true, inCard: 'title', cell: ({ name }) => name },
  amountColumn(messages.added, ({ added }) => added, { inCard: 'left' }),
  amountColumn(messages.withdrawn, ({ withdrawn }) => withdrawn, { inCard: 'right' }),
  amountColumn(messages.net, ({ added, withdrawn }) => added - withdrawn, { inCard: 'left' }),
  {
    title: messages.movements,
    isNumeric: true,
    inCard: 'right',
    cell: ({ movementCount }) => messages.count(movementCount),
  },
];

const countOf = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + row.movementCount, 0);

function rowsWithOthers({ subAccounts, others }: DayClose): readonly Row[] {
  const rows: Row[] = subAccounts.map(({ id, username, ...line }) => ({ key: id, name: username, ...line }));
  if (others !== null) rows.push({ key: 'others', name: messages.others(others.count), ...others });
  return rows;
}

export function DayCloseTable({ day }: { readonly day: DayClose }) {
  const rows = rowsWithOthers(day);
  const total: Row = {
    key: 'total',
    name: messages.total,
    added: day.distributed,
    withdrawn: day.collected,
    movementCount: countOf(rows),
  };
  return (
    <DataTable
      caption={messages.subAccounts}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      emptyText={messages.empty}
      nextStep={<ButtonLink to="/history">{messages.openHistory}</ButtonLink>}
      total={rows.length < 2 ? undefined : total}
    />
  );
}

const balance = (label: string, amount: number): StatementLine => ({
  label,
  value: <Amount value={amount} currency="TND" />,
  kind: 'balance',
});
const part = (label: string, amount: number): StatementLine => ({
  label,
  value: <Amount value={amount} />,
  kind: 'part',
});
const total = (label: string, amount: number, sign: '+' | '−'): StatementLine => ({
  label,
  value: <Amount value={amount} />,
  sign,
  kind: 'total',
});

export const DayCloseStatement = ({ day }: { readonly day: DayClose }) => (
  <Statement
    caption={messages.statement}
    lines={[
      balance(messages.opening, day.opening),
      part(messages.received, day.received),
      part(messages.collected, day.collected),
      ...(day.reversed === 0 ? [] : [part(messages.reversed, day.reversed)]),
      total(messages.totalIn, day.totalIn, '+'),
      part(messages.distributed, day.distributed),
      part(messages.returned, day.returned),
      total(messages.totalOut, day.totalOut, '−'),
      balance(messages.closing, day.closing),
      { label: messages.movements, value: messages.count(day.movementCount), kind: 'count' },
    ]}
  />
);
