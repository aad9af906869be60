/** A cell of an exported table. A date is written as on the screen: `2026-03-01` or `2026-03-01 10:20:30`. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'amount'; readonly amount: number }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'date'; readonly date: string }
  | { readonly kind: 'empty' };

export type Row = readonly Cell[];

export const EMPTY: Cell = { kind: 'empty' };
export const textCell = (text: string): Cell => (text === '' ? EMPTY : { kind: 'text', text });
export const amountCell = (amount: number): Cell => ({ kind: 'amount', amount });
export const countCell = (count: number): Cell => ({ kind: 'count', count });
export const dateCell = (date: string): Cell => ({ kind: 'date', date });

/** What a format makes of the rows of a table, while they are read. */
export interface TableWriter {
  readonly add: (rows: readonly Row[]) => void;
  readonly end: () => Blob;
}
