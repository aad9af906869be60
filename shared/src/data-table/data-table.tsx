import { ReadFailure } from '@palier/shared/refetch-on-revisit';
import { Amount } from '@palier/shared/ui';
import { useDeferredValue, type ComponentProps, type ReactNode } from 'react';
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
  /** Below the empty text: a link or button to what the reader can do next. */
  readonly nextStep?: ReactNode;
  /** Given while the rows are read, which are outlined meanwhile. */
  readonly loadingText?: string | undefined;
  /** Why the rows could not be read: shown before the empty text, with Réessayer. */
  readonly failure?: ComponentProps<typeof ReadFailure> | undefined;
  /** Announced by screen readers once rows are shown, e.g. their number. */
  readonly summary?: string | undefined;
}

/** A table that becomes cards below 720 px, with its states: being read, not read, empty. */
export function DataTable<Row>({ emptyText, nextStep, failure, summary, ...table }: DataTableProps<Row>) {
  const { loadingText, rows } = table;
  const isEmpty = loadingText === undefined && (failure !== undefined || rows.length === 0);
  const text = isEmpty ? emptyText : loadingText;
  return (
    <div className={styles.tableFrame} data-waiting={loadingText !== undefined || undefined}>
      <Rows {...table} hasRows={text === undefined} />
      {isEmpty && failure !== undefined && (
        <div className={styles.failure}>
          <ReadFailure {...failure} />
        </div>
      )}
      <p className={stateClass(text, loadingText)} role="status">
        {text ?? summary}
      </p>
      {isEmpty && failure === undefined && nextStep !== undefined && (
        <div className={styles.nextStep} data-row data-screen-only>
          {nextStep}
        </div>
      )}
    </div>
  );
}

interface RowsProps<Row> extends Omit<DataTableProps<Row>, 'emptyText' | 'nextStep' | 'failure' | 'summary'> {
  readonly hasRows: boolean;
}

/** The height of the smallest row of a table and of the smallest card. */
const MIN_HEIGHT_PX = { row: 40, card: 56 };
const CARDS_BELOW_WIDTH_PX = 720;

/** No more rows than these can be in view. */
const maxRowsInView = (): number =>
  Math.ceil(innerHeight / MIN_HEIGHT_PX[innerWidth < CARDS_BELOW_WIDTH_PX ? 'card' : 'row']);

/**
 * The head, and the rows or their outline. The rows below the screen are rendered in a second step: a slow
 * phone shows the rows in view sooner, and reacts to presses before it renders the others.
 */
function Rows<Row>({ caption, columns, rows, rowKey, detail, total, loadingText, hasRows }: RowsProps<Row>) {
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
  const rendered = rows.slice(0, Math.max(maxRowsInView(), useDeferredValue(rows.length, 0)));
  return (
    <table className={styles.table} aria-label={caption}>
      <Head columns={columns} />
      {loadingText !== undefined && <SkeletonRows columns={columns} />}
      {hasRows && detail === undefined && <tbody>{rendered.map(line)}</tbody>}
      {hasRows &&
        detail !== undefined &&
        rendered.map((row, index) => (
          <tbody key={rowKey(row)} className={styles.detailed}>
            {line(row, index)}
            <tr>
              <td colSpan={columns.length}>{detail(row)}</td>
            </tr>
          </tbody>
        ))}
      {hasRows && total !== undefined && <tfoot>{line(total, rows.length)}</tfoot>}
    </table>
  );
}

const Head = <Row,>({ columns }: { readonly columns: readonly Column<Row>[] }) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th
          key={column.title}
          scope="col"
          lang={column.lang}
          style={{ width: column.width }}
          aria-sort={column.sort?.direction}
          aria-label={column.sort === undefined ? undefined : column.title}
          {...cellProps(column)}
        >
          <ColumnTitle {...column} />
        </th>
      ))}
    </tr>
  </thead>
);

function stateClass(text: string | undefined, loadingText: string | undefined): string | undefined {
  if (text === undefined) return styles.summary;
  return loadingText === undefined ? styles.tableState : styles.loading;
}

const SKELETON_ROWS = 6;

/** The outline of rows that are being read, so that the page does not jump when they arrive. */
const SkeletonRows = <Row,>({ columns }: { readonly columns: readonly Column<Row>[] }) => (
  <tbody className={styles.skeleton} aria-hidden="true">
    {Array.from({ length: SKELETON_ROWS }, (_, index) => (
      <tr key={index}>
        {columns.map((column) => (
          <td key={column.title} data-card={column.inCard} {...cellProps(column)}>
            <span />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
);

/** The button covers the title without containing it: cards hide the button, and the cell keeps its text. */
const ColumnTitle = <Row,>({ title, sort }: Column<Row>) => (
  <>
    {title}
    {sort !== undefined && (
      <button type="button" className={styles.sort} aria-label={title} onClick={sort.onSort} />
    )}
  </>
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
