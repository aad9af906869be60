import type { ReactNode } from 'react';
import styles from './ui.module.css';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly isNumeric?: boolean;
  /** What a row is about: a screen reader says it with each amount that one goes down or across to. */
  readonly isRowHeader?: boolean;
  /** Its share of a desk's table, such as 20%, whether rows are there or not: shares of all columns, or of none. */
  readonly width?: string;
  /** Of a title that is not French. */
  readonly lang?: 'en';
  /** A column of buttons and links: no use on paper. */
  readonly isScreenOnly?: boolean;
  /** Where the cell stands on a phone's card; absent, on a line of its own after the column's title. */
  readonly inCard?: CardPlace;
}

/**
 * The places of a card: title and amount, or a heading alone, on its first line, note (or an index after its title) and
 * mark on the second, actions below. `left` and `right` fill further lines two by two, each after its column's title.
 */
type CardPlace = 'heading' | 'title' | 'amount' | 'note' | 'index' | 'mark' | 'left' | 'right' | 'actions';

const cellClass = <Row,>({ isNumeric, isScreenOnly }: Column<Row>): string =>
  [isNumeric === true ? styles.numeric : '', isScreenOnly === true ? styles.noPrint : ''].join(' ').trim();

interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  readonly emptyText: string;
  /** The row that adds the others up, at their foot. */
  readonly total?: Row | undefined;
  /** Shown in place of the rows, e.g. the loading text, or a failure and the way on. */
  readonly stateText?: ReactNode;
  /** What a screen reader is told once rows are shown, e.g. how many there are. */
  readonly summary?: string | undefined;
}

/** A table that becomes cards below 720 px; its empty and loading states stand inside its frame. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  emptyText,
  total,
  stateText,
  summary,
}: DataTableProps<Row>) {
  const text = stateText ?? (rows.length === 0 ? emptyText : undefined);
  const line = (row: Row, index: number) => (
    <tr key={rowKey(row)}>
      {columns.map((column) => {
        const Cell = column.isRowHeader === true ? 'th' : 'td';
        return (
          <Cell
            key={column.title}
            scope={Cell === 'th' ? 'row' : undefined}
            data-label={column.title}
            data-card={column.inCard}
            className={cellClass(column)}
          >
            <span>{column.cell(row, index)}</span>
          </Cell>
        );
      })}
    </tr>
  );
  return (
    <div className={styles.tableFrame}>
      <table className={styles.table} aria-label={caption}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                lang={column.lang}
                style={{ width: column.width }}
                className={cellClass(column)}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        {text === undefined && <tbody>{rows.map(line)}</tbody>}
        {text === undefined && total !== undefined && <tfoot>{line(total, rows.length)}</tfoot>}
      </table>
      <p className={text === undefined ? styles.visuallyHidden : styles.tableState} role="status">
        {text ?? summary}
      </p>
    </div>
  );
}
