import { Amount } from '@palier/shared/ui';
import type { Column } from './data-table';

/** A column of amounts in TND. */
export const amountColumn = <Row,>(
  title: string,
  amountOf: (row: Row) => number,
  more: Pick<Column<Row>, 'width' | 'lang' | 'inCard'> = {},
): Column<Row> => ({ title, isNumeric: true, cell: (row) => <Amount value={amountOf(row)} />, ...more });
