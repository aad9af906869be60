import { listRemoteFailures } from '../remotes/failure.repository';
import { databaseSentence } from '../database/database-errors';
import { createPool, type Pool } from '../database/pool';
import { checkSchema } from '../database/migrate';
import { prepareDatabase } from '../database/prepare-database';
import { hashPassword } from '../passwords/password-hasher';
import { canonicalUsername, isAcceptableUsername } from '../users/username';
import { assertOperatorPassword } from './assert-password';
import { runJackpot } from './jackpot';
import { runMint } from './mint';
import { readOperator } from './operator';
import { recorded, runRecordJob } from './record-job';
import { runReconcile } from './reconcile';
import { runSetPassword } from './set-password';
import { runSettleRound } from './settle-round';
import { runTrialBalance } from './trial-balance';
import { verifyLedger } from './verify';

const USAGE = `npm run admin -- migrate                             makes or updates the schema and the login of DATABASE_URL
npm run admin -- verify                              recounts the whole ledger
npm run admin -- create-capo <name> <password>       creates the head of a hierarchy
npm run admin -- set-password <name> <password>      changes a password and ends the account's sessions
npm run admin -- mint <capo> <amount> [--reference word]
                                                     issues money to a capo (TND), once per reference
npm run admin -- trial-balance [name]                shows the balance of a subtree, or of all subtrees
npm run admin -- reconcile [--older-than seconds]    settles open rounds by the provider's log
npm run admin -- reconcile --ended <hours>           compares ended rounds, and pays wins that never arrived
npm run admin -- settle-round <provider> <round> <player> close | refund | win <amount> <transaction>
                                                     ends a round that the provider's log does not end
npm run admin -- jackpot                             shows the pots and their last changes
npm run admin -- jackpot set <bronze|silver|gold> [--rate %] [--seed TND] [--ceiling-min TND] [--ceiling-max TND]
npm run admin -- record-job <job> [--failed]          records the end of a job that this program does not run, such as backup
migrate, create-capo, mint, jackpot and verify need OWNER_DATABASE_URL, the other commands DATABASE_URL.
Changes are recorded under your name on this machine, or under another one: --by name.
`;

/** Commands that the rights of the application's role do not allow (server/database/11-rights.sql). */
const OWNER_COMMANDS = ['create-capo', 'jackpot', 'mint', 'verify'];

const COMMANDS: Record<string, (pool: Pool, words: string[], operator: string) => Promise<number>> = {
  // For `npm run release -- status`.
  async 'remote-failures'(pool) {
    process.stdout.write(`${JSON.stringify(await listRemoteFailures(pool))}\n`);
    return 0;
  },
  jackpot: runJackpot,
  'record-job': runRecordJob,
  reconcile: recorded(
    (words) => (words.some((word) => word.startsWith('--ended')) ? 'reconcile_ended' : 'reconcile'),
    runReconcile,
  ),
  verify: recorded(
    () => 'verify',
    async (pool) => {
      const fault = await verifyLedger(pool);
      process.stdout.write(
        fault === null ? 'The ledger is correct.\n' : `WRONG: ${fault.rule}; first row: ${fault.row}\n`,
      );
      return fault === null ? 0 : 1;
    },
  ),
  async 'create-capo'(pool, [name = '', password = ''], operator) {
    const username = canonicalUsername(name);
    if (!isAcceptableUsername(username))
      throw new Error('The name must be 3 to 32 of a-z, 0-9, dot, hyphen and underscore.');
    assertOperatorPassword(password, username);
    await pool
      .query("select create_capo($1, $2) from set_config('palier.operator', $3, true)", [
        username,
        await hashPassword('operator', password),
        operator,
      ])
      .catch((error: unknown) => {
        const isTaken = error instanceof Error && 'code' in error && error.code === '23505';
        throw isTaken ? new Error(`The name ${username} is already taken.`) : error;
      });
    process.stdout.write(`Capo created: ${username}\n`);
    return 0;
  },
  mint: runMint,
  'set-password': runSetPassword,
  'settle-round': runSettleRound,
  'trial-balance': runTrialBalance,
};

/** Further arguments are mistakes, such as a password in two words; the other commands check theirs themselves. */
const MAX_ARGUMENTS: Record<string, number> = {
  migrate: 0,
  'remote-failures': 0,
  verify: 0,
  'create-capo': 2,
  'set-password': 2,
  'trial-balance': 1,
};

/** Runs an operator's command. Returns the exit code. */
export async function runCommand([name = '', ...words]: readonly string[]): Promise<number> {
  const { rest, operator } = readOperator(words);
  const isMigration = name === 'migrate';
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined && !isMigration) {
    process.stderr.write(USAGE);
    return 2;
  }
  const asOwner = isMigration || OWNER_COMMANDS.includes(name);
  const login = asOwner ? 'OWNER_DATABASE_URL' : 'DATABASE_URL';
  const databaseUrl = process.env[login];
  if (databaseUrl === undefined) {
    process.stderr.write(`${login} is missing.\n`);
    return 2;
  }
  if (rest.length > (MAX_ARGUMENTS[name] ?? rest.length)) {
    process.stderr.write('Too many arguments: put values with spaces in quotes.\n');
    return 2;
  }
  const pool = createPool(databaseUrl, { asOwner });
  try {
    if (command === undefined) {
      await prepareDatabase(databaseUrl, process.env.DATABASE_URL);
      return 0;
    }
    await checkSchema(pool);
    return await command(pool, rest, operator);
  } catch (error) {
    process.stderr.write(`${databaseSentence(error)}\n`);
    return 1;
  } finally {
    await pool.end();
  }
}
