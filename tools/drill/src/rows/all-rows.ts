import type { DrillRow } from '../row';
import { DATABASE_ROWS } from './database-rows';

/** Every row, in the order of docs/drill.md. */
export const ALL_ROWS: readonly DrillRow[] = [...DATABASE_ROWS];
