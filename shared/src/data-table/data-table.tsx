import { Amount } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly isNumeric?: boolean;
  /** The column that names the row; screen readers announce this column with every cell of the row. */
  readonly isRowHeader?: boolean;
  /** Share of the width on large screens, such as `20%`: for all columns or for none. */
  readonly width?: string;
  /** Language of a title that is not French. */
  readonly lang?: 'en';
  /** Not printed: a column of buttons and links. */
  readonly isScreenOnly?: boolean;
  /** Makes the title a button that sorts the rows; `direction` is set where this is the present order. */
  readonly sort?: {
    readonly direction: 'ascending' | 'descending' | undefined;
    readonly onSort: () => void;
  };
  /** Place of the cell on a phone's card; by default a line of its own, after the column's title. */
  readonly inCard?: CardPlace;
}

/**
 * The places of a card. First line: title and amount, or a heading. Second line: note or index, and mark.
 * Last line: actions. `left` and `right` fill further lines in pairs, each after its column's title.
 */
type CardPlace = 'heading' | 'title' | 'amount' | 'note' | 'index' | 'mark' | 'left' | 'right' | 'actions';

const cellProps = <Row,>({ isNumeric, isScreenOnly }: Column<Row>) => ({
  className: isNumeric === true ? styles.numeric : undefined,
  'data-screen-only': isScreenOnly,
});

interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  readonly emptyText: string;
  /** A line below the cells of a row, over all columns. */
  readonly detail?: (row: Row) => ReactNode;
  /** The row of totals, below the others. */
  readonly total?: Row | undefined;
  /** Shown in place of the rows: the loading text, or a failure. */
  readonly stateText?: ReactNode;
  /** Announced by screen readers once rows are shown, e.g. their number. */
  readonly summary?: string | undefined;
}

/** A table that becomes cards below 720 px, with its empty and loading states. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  emptyText,
  detail,
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
            {...cellProps(column)}
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
                aria-sort={column.sort?.direction}
                // Cards hide the button that sorts, and a cell's column keeps its name.
                aria-label={column.sort === undefined ? undefined : column.title}
                {...cellProps(column)}
              >
                <ColumnTitle {...column} />
              </th>
            ))}
          </tr>
        </thead>
        {text === undefined && detail === undefined && <tbody>{rows.map(line)}</tbody>}
        {text === undefined &&
          detail !== undefined &&
          rows.map((row, index) => (
            <tbody key={rowKey(row)} className={styles.detailed}>
              {line(row, index)}
              <tr>
                <td colSpan={columns.length}>{detail(row)}</td>
              </tr>
            </tbody>
          ))}
        {text === undefined && total !== undefined && <tfoot>{line(total, rows.length)}</tfoot>}
      </table>
      <p className={text === undefined ? styles.summary : styles.tableState} role="status">
        {text ?? summary}
      </p>
    </div>
  );
}

const ColumnTitle = <Row,>({ title, sort }: Column<Row>) =>
  sort === undefined ? (
    title
  ) : (
    <button type="button" className={styles.sort} onClick={sort.onSort}>
      {title}
    </button>
  );

/** An amount of a report. Zeros are muted, so that the eye finds what moved. */
export const Figure = ({ value }: { readonly value: number }) => (
  <span className={Math.abs(value) < LEAST_SHOWN ? styles.zero : undefined}>
    <Amount value={value} />
  </span>
);

/** Smaller amounts are shown as 0,00. */
const LEAST_SHOWN = 0.01;

/** A column of amounts in TND. */
export const amountColumn = <Row,>(
  title: string,
  amountOf: (row: Row) => number,
  more: Pick<Column<Row>, 'width' | 'lang' | 'inCard' | 'sort'> = {},
): Column<Row> => ({ title, isNumeric: true, cell: (row) => <Figure value={amountOf(row)} />, ...more });
