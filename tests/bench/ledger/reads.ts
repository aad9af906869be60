import { applicationUrlOf } from '@palier/test-support/test-database';
import { createPool, type Pool } from '@palier/server/database';
import { percentile } from '../measure';
import type { Probe } from '../row';
import type { Environment } from './environment';

export const TIME_ZONE = 'Africa/Tunis';
const WARM_UP_SHARE = 0.2;
/** Reads before a count: PostgreSQL fixes the plan of a prepared statement at the sixth. */
const WARM_UP_READS = 10;
const COUNTED_READS = 20;

/**
 * Of buffers, on a ledger a thousand times as large. Its indexes have one or two levels more, and a search
 * for a number takes ten steps more; a read of the whole history would take hundreds of times as many.
 */
export const GROWTH_GOAL = { atMost: 3 };

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

/** A ledger of one size, and the server's connections to it. */
export interface ReadLedger {
  readonly databaseUrl: string;
  readonly pool: Pool;
}

/**
 * The buffers of one read on a small ledger (the reference) and on a large one, and beside them its median
 * time.
 */
export function compareReads<Ledger extends ReadLedger>(
  { options, workOf }: Environment,
  small: Ledger,
  large: Ledger,
  read: (ledger: Ledger, turn: number) => Promise<unknown>,
): Probe {
  const countBuffers = async (ledger: Ledger): Promise<number> => {
    for (let turn = 0; turn < WARM_UP_READS; turn += 1) await read(ledger, turn);
    const { buffers } = await workOf(ledger.databaseUrl, async () => {
      for (let turn = 0; turn < COUNTED_READS; turn += 1) await read(ledger, turn);
    });
    return buffers / COUNTED_READS;
  };
  return {
    reference: () => countBuffers(small),
    subject: () => countBuffers(large),
    beside: {
      unit: 'ms',
      reference: () => readMedianMs(options.seconds, (turn) => read(small, turn)),
      subject: () => readMedianMs(options.seconds, (turn) => read(large, turn)),
    },
    async close() {
      await small.pool.end();
      await large.pool.end();
    },
  };
}
