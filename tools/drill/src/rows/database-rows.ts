import { signalAll } from '@palier/faults/actors/postgres';
import type { DrillRow } from '../row';
import { requirePrimary, runUnderLoad } from './under-load';

const LIMIT_MS = 60_000;
/** "Served again" of the contract, from the fault to an acknowledged call through the balancer. */
const SERVED_WITHIN_MS = 10_000;

const primaryKilled: DrillRow = {
  id: 'primary-killed',
  fault: 'every process of the primary PostgreSQL is killed (-9) under 8 writers; a standby is promoted',
  bound: 'acknowledged and missing 0, doubled 0, served again within 10 s, ledger correct',
  run: (context) =>
    runUnderLoad(context, async (site, writers) => {
      const primary = await requirePrimary(site);
      signalAll(await primary.postgresPids(), 'SIGKILL');
      const served = await writers.untilServed(LIMIT_MS);
      const isPromoted = (await requirePrimary(site)) !== primary;
      context.expect(isPromoted, 'the killed primary serves, no standby was promoted');
      context.expect(served.balancer! <= SERVED_WITHIN_MS, `served again after ${served.balancer} ms`);
      return named(served);
    }),
};

export const DATABASE_ROWS: readonly DrillRow[] = [primaryKilled];

const named = (served: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(served).map(([name, ms]) => [`served again (${name})`, ms]));
