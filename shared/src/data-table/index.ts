/**
 * Not a singleton: each package that shows lists bundles its own copy, so that the first load of players
 * stays small.
 */
export { amountColumn, DataTable, Figure, type Column } from './data-table';
export { Pager } from './pager';
