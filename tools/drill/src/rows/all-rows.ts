import type { DrillRow } from '../row';
import { DATABASE_ROWS } from './database-rows';
import { restore } from './restore';
import { sockets } from './sockets';
import { UPGRADE_ROWS } from './upgrade';

/** Every row, in the order of docs/drill.md. */
export const ALL_ROWS: readonly DrillRow[] = [...DATABASE_ROWS, restore, ...UPGRADE_ROWS, sockets];
