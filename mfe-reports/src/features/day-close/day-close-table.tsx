import type { DayClose } from '@palier/shared/contracts';
import { Amount, DataTable, type Column } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { messages } from './day-close.messages';

interface Row {
  readonly key: string | number;
  readonly name: ReactNode;
  readonly added: number;
  readonly withdrawn: number;
  readonly movementCount: number;
}

const columns: readonly Column<Row>[] = [
  { title: messages.name, inCard: 'title', cell: ({ name }) => name },
  { title: messages.added, isNumeric: true, cell: ({ added }) => <Amount value={added} /> },
  { title: messages.withdrawn, isNumeric: true, cell: ({ withdrawn }) => <Amount value={withdrawn} /> },
  { title: messages.net, isNumeric: true, cell: (row) => <Amount value={row.added - row.withdrawn} /> },
  { title: messages.movements, isNumeric: true, cell: ({ movementCount }) => movementCount },
];

const countOf = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + row.movementCount, 0);

function rowsOf({ subAccounts, others, distributed, collected }: DayClose): readonly Row[] {
  const rows: Row[] = subAccounts.map(({ id, username, ...line }) => ({ key: id, name: username, ...line }));
  if (others !== null) rows.push({ key: 'others', name: messages.others(others.count), ...others });
  if (rows.length < 2) return rows;
  const total = { added: distributed, withdrawn: collected, movementCount: countOf(rows) };
  return [...rows, { key: 'total', name: <strong>{messages.total}</strong>, ...total }];
}

/** Each sub-account that moved, and their total. */
export const DayCloseTable = ({ day }: { readonly day: DayClose }) => (
  <DataTable
    caption={messages.subAccounts}
    columns={columns}
    rows={rowsOf(day)}
    rowKey={({ key }) => key}
    emptyText={messages.empty}
  />
);
