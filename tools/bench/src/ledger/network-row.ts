import { applicationUrlOf } from '@palier/faults/actors/test-database';
import { createPool } from '@palier/server/database/pool';
import { countNetwork } from '@palier/server/reports/network/network.job';
import { findHead, readNetwork } from '@palier/server/reports/network/network.repository';
import type { BenchRow } from '../row';
import type { Environment } from './environment';
import { readMedianMs } from './median-read';
import { asOwner, populate } from './populate';

const TIME_ZONE = 'Africa/Tunis';
const ADMINS = 100;
const CLIENTS_EACH = 1_000;
const PLAYS = 400_000;
const DAYS = 30;
const MAX_LINES = 1_000;

const format = (count: number): string => count.toLocaleString('en');
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Stakes of all clients over the days, today included. Only the transfers: the network reads nothing else. */
async function writeStakes(databaseUrl: string): Promise<void> {
  await asOwner(databaseUrl, (client) =>
    client.query(`
      insert into transfers (id, amount, created_at, debit_account_id, credit_account_id, initiator_account_id, kind)
        select nextval('transfer_ids'), 1000000, now() - interval '1 day' * (${DAYS - 1} - n * ${DAYS} / ${PLAYS}),
               player.account_id, 1, player.account_id, 'BET'
          from generate_series(0, ${PLAYS - 1}) n
          join (select account_id, row_number() over (order by id) - 1 as number from users where role = 'ROLE_CLIENT') player
            on player.number = n % ${ADMINS * CLIENTS_EACH};
      analyze transfers`),
  );
}

/** The network of a month, read by the super admin above all admins. */
export function networkRow(environment: Environment): BenchRow {
  return {
    id: 'network',
    group: 'growth',
    title: `network of ${format(ADMINS * CLIENTS_EACH)} accounts and ${format(PLAYS)} stakes in ${DAYS} days, all active`,
    unit: 'ms',
    goal: { atMost: 300 },
    async prepare() {
      const url = await environment.database('bench_network', async (databaseUrl) => {
        await populate(databaseUrl, { agents: ADMINS, childrenEach: CLIENTS_EACH });
        await writeStakes(databaseUrl);
      });
      const pool = createPool(applicationUrlOf(url));
      await countNetwork(pool, TIME_ZONE);
      const { rows } = await pool.query<{ parent_id: number; id: number }>(
        "select parent_id, id from users where role = 'ROLE_SUPER_ADMIN'",
      );
      const { parent_id: capoId, id } = rows[0]!;
      return {
        subject: () =>
          readMedianMs(environment.options.seconds, async () => {
            const head = await findHead(pool, capoId, id);
            await readNetwork(pool, head!, { from: daysAgo(DAYS - 1), to: daysAgo(0) }, MAX_LINES, TIME_ZONE);
          }),
        close: () => pool.end(),
      };
    },
  };
}
