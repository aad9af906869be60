import { prepareDatabase } from '../database/prepare-database';
import { databaseUrlOf } from './database-url';
import type { OperatorCommand } from './operator-command';

/**
 * `migrate` brings the schema to this version, makes the login of DATABASE_URL, and waits up to 30 s for a
 * database that is starting.
 */
export const migrateSchema: OperatorCommand = {
  summary: 'brings the database to the schema of this version',
  isTopLevel: true,
  database: 'none',
  async run({ environment }) {
    await prepareDatabase(databaseUrlOf(environment, 'owner'), {
      applicationUrl: environment.DATABASE_URL || undefined,
      releasesUrl: environment.RELEASES_DATABASE_URL || undefined,
    });
    return 'The database has the schema of this version.';
  },
};

export const afterRestore: OperatorCommand = {
  summary: 'makes a restored database safe to serve; before the first server starts',
  help: `Ends all sessions, continues user and transfer ids far above any that were given after the backup,
and gives the running jackpot draws new ceilings and numbers.
Run twice, it does the same once more: users sign in again.`,
  isTopLevel: true,
  database: 'owner',
  async run({ pool }) {
    const { rows } = await pool.query<{ sessions: number; user: bigint; transfer: bigint }>(
      `select ended_sessions as sessions, next_user_id as user, next_transfer_id as transfer
         from after_restore()`,
    );
    const { sessions, user, transfer } = rows[0]!;
    return `Sessions ended: ${sessions}. Next user id: ${user}, next transfer id: ${transfer}.
Jackpot draws have new ceilings.
Next: verify, then reconcile --ended <hours since the moment> --every-player,
which names what the provider has and the ledger has lost.`;
  },
};

export const correctFutureDatesCommand: OperatorCommand = {
  summary: "moves dates to come to the present, after the database's clock was ahead",
  help:
    'Stop all server processes and correct the clock first. ' +
    'Movements keep their order; sessions made meanwhile end.',
  database: 'owner',
  async run({ pool }) {
    const { rows } = await pool.query<{ changed: number }>('select redate_future() as changed');
    return `Transfers redated: ${rows[0]!.changed}. Next: verify.`;
  },
};
