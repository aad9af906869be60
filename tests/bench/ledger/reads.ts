import { applicationUrlOf } from '@palier/test-support/test-database';
import { createPool, type Pool } from '@palier/server/database';
import { percentile } from '../measure';
import type { Probe } from '../row';

export const TIME_ZONE = 'Africa/Tunis';
const WARM_UP_SHARE = 0.2;

export const formatCount = (count: number): string => count.toLocaleString('en');

/** The day that many days ago, as YYYY-MM-DD. */
export const dayAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** The server's connections to a database. */
export const openPool = (databaseUrl: string): Pool => createPool(applicationUrlOf(databaseUrl));

/** The median of sequential reads over some seconds, after a warm-up of a fifth of that time. */
export async function readMedianMs(
  seconds: number,
  read: (turn: number) => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  let turn = 0;
  const readUntil = async (deadline: number): Promise<void> => {
    for (; performance.now() < deadline; turn += 1) {
      const startedAt = performance.now();
      await read(turn);
      times.push(performance.now() - startedAt);
    }
  };
  await readUntil(performance.now() + seconds * 1_000 * WARM_UP_SHARE);
  times.length = 0;
  await readUntil(performance.now() + seconds * 1_000);
  return percentile(times, 0.5);
}

/** The median time of one read on a small ledger (the reference) and on a large one. */
export function compareReads<Ledger extends { readonly pool: Pool }>(
  seconds: number,
  small: Ledger,
  large: Ledger,
  read: (ledger: Ledger, turn: number) => Promise<unknown>,
): Probe {
  return {
    reference: () => readMedianMs(seconds, (turn) => read(small, turn)),
    subject: () => readMedianMs(seconds, (turn) => read(large, turn)),
    async close() {
      await small.pool.end();
      await large.pool.end();
    },
  };
}
