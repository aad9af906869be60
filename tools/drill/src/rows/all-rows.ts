import type { DrillRow } from '../row';
import { DATABASE_ROWS } from './database-rows';
import { restore } from './restore';

/** Every row, in the order of docs/drill.md. */
export const ALL_ROWS: readonly DrillRow[] = [...DATABASE_ROWS, restore];
