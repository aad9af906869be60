import { toMicros } from '@palier/shared/money';
import { applyFactorChange, removeFactors } from '../auth/factors/factor.repository';
import { inTransaction, type Queryable } from '../database/pool';
import { writeNotice } from '../notices/notice.repository';
import { forgetTries } from '../sessions/login-throttle.repository';
import { findUsersWithSessions, revokeSessionsOf } from '../sessions/session.repository';
import { setGivenPasswordHash } from '../users/user.repository';
import { canonicalUsername, isAcceptableUsername, lookupUsername } from '../users/username';
import { UsageError, type DatabaseCall, type OperatorCommand } from './operator-command';
import { PASSWORD_COMMAND, readPasswordHash } from './read-password';

interface NamedUser {
  readonly id: number;
  readonly account_id: number;
  readonly username: string;
}

/**
 * Changes the user whose name is the first argument, in one transaction whose journal entries name the
 * operator.
 */
const changeUser = <Result>(
  { pool, words: [name = ''], operator }: DatabaseCall,
  change: (client: Queryable, user: NamedUser) => Promise<Result>,
): Promise<Result> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<NamedUser>(
      `select id, account_id, username from users, set_config('palier.operator', $2, true)
        where username = $1 for no key update of users`,
      [lookupUsername(name), operator],
    );
    if (rows[0] === undefined) throw new Error(`There is no account named ${name}.`);
    return change(client, rows[0]);
  });

export const createCapo: OperatorCommand = {
  ...PASSWORD_COMMAND,
  summary: 'creates the head of a hierarchy',
  database: 'owner',
  async run({ pool, words: [name = '', typed], options, operator }) {
    const username = canonicalUsername(name);
    if (!isAcceptableUsername(username))
      throw new UsageError('The name must be 3 to 32 of a-z, 0-9, dot, hyphen and underscore.');
    const passwordHash = await readPasswordHash(username, typed, options);
    await pool
      .query("select create_capo($1, $2) from set_config('palier.operator', $3, true)", [
        username,
        passwordHash,
        operator,
      ])
      .catch((error: unknown) => {
        const isTaken = error instanceof Error && 'code' in error && error.code === '23505';
        throw isTaken ? new Error(`The name ${username} is already taken.`) : error;
      });
    return `Capo created: ${username}`;
  },
};

/**
 * `set-password <name>` sets an account's password and ends its sessions: for capos, which have no parent,
 * and for stolen accounts whose parent is absent. The journal records both under the operator's name.
 */
export const setPassword: OperatorCommand = {
  ...PASSWORD_COMMAND,
  summary: "changes a password and ends the account's sessions",
  database: 'application',
  async run(call) {
    const [name = '', typed] = call.words;
    const passwordHash = await readPasswordHash(lookupUsername(name), typed, call.options);
    return changeUser(call, async (client, { id, username }) => {
      await setGivenPasswordHash(client, id, passwordHash);
      await client.query("select record_journal_entry($1, null, 'password-changed')", [id]);
      await writeNotice(client, { userId: id, kind: 'password-reset', values: { by: null } });
      const ended = await revokeSessionsOf(client, id, { reason: 'password-changed', actorId: null });
      return `Password of ${username} changed, sessions ended: ${ended}.`;
    });
  },
};

export const endSessions: OperatorCommand = {
  forms: ['<name> [--by <name>]', '--all [--by <name>]'],
  summary: 'ends the sessions of a user, or of all users, within a second',
  help: 'Users sign in again with the password that they have; set-password changes it.',
  words: [0, 1],
  options: { all: { type: 'boolean' } },
  database: 'application',
  async run(call) {
    const isForAll = call.options.all === true;
    if (isForAll === (call.words.length === 1)) throw new UsageError('Give a name, or --all.');
    if (isForAll) return endAllSessions(call);
    return changeUser(call, async (client, { id, username }) => {
      const ended = await revokeSessionsOf(client, id, { reason: 'ended-by-operator', actorId: null });
      return `Sessions of ${username} ended: ${ended}.`;
    });
  },
};

/** One transaction for each user, because a single one would hold the locks of all sessions. */
async function endAllSessions({ pool, operator }: DatabaseCall): Promise<string> {
  const users = await findUsersWithSessions(pool);
  let ended = 0;
  for (const id of users)
    ended += await inTransaction(pool, async (client) => {
      await client.query("select set_config('palier.operator', $1, true)", [operator]);
      return revokeSessionsOf(client, id, { reason: 'ended-by-operator', actorId: null });
    });
  return `Sessions of all users ended: ${ended} of ${users.length} users.`;
}

/**
 * `reset-factor <name> --identified …` removes the second factor of a user who has lost it, and ends the
 * sessions: the next sign-in needs the password alone.
 */
export const resetFactor: OperatorCommand = {
  forms: ['<name> --identified <text> [--by <name>]'],
  summary: "removes a lost second factor and ends the account's sessions",
  help: '--identified says how the person was identified; the journal keeps it under your name.',
  words: [1, 1],
  options: { identified: { type: 'string' } },
  database: 'application',
  async run(call) {
    const { identified } = call.options;
    if (!identified) throw new UsageError('--identified is required: say how the person was identified.');
    return changeUser(call, async (client, { id, username }) => {
      if (!(await removeFactors(client, id))) throw new Error(`${username} has no second factor.`);
      await applyFactorChange(client, id);
      await client.query("select record_journal_entry($1, null, 'factor-removed', because => $2)", [
        id,
        identified,
      ]);
      await writeNotice(client, { userId: id, kind: 'factor-removed', values: { by: null } });
      const ended = await revokeSessionsOf(client, id, { reason: 'factor-changed', actorId: null });
      return `Second factor of ${username} removed, sessions ended: ${ended}.`;
    });
  },
};

/**
 * `proof-above <name> <dinars>` sets the sum above which each movement that an agent orders needs a fresh
 * proof; `none` removes it.
 */
export const proofAbove: OperatorCommand = {
  forms: ['<name> <dinars>|none [--by <name>]'],
  summary: 'sets the sum above which the movements of an agent need a fresh code',
  help:
    'Where the parent has set a sum too, the lower one holds. Without a second factor the agent moves no ' +
    'larger sum, until one is added in Paramètres.',
  words: [2, 2],
  database: 'owner',
  async run(call) {
    const [, sum = ''] = call.words;
    if (sum !== 'none' && !/^\d{1,9}$/.test(sum)) throw new UsageError('Give whole dinars, or none.');
    const micros = sum === 'none' ? null : toMicros(Number(sum));
    return changeUser(call, async (client, user) => {
      await client.query("select set_proof_sum($1, 'operator', $2)", [user.account_id, micros]);
      await client.query("select record_journal_entry($1, null, 'proof-sum-set', because => $2)", [
        user.id,
        micros === null ? 'none' : `${sum} TND`,
      ]);
      const which = micros === null ? 'none' : `above ${sum} TND`;
      return `Movements of ${user.username} that need a fresh code: ${which}.`;
    });
  },
};

const FREEZE_COMMAND = {
  forms: ['<name> --reason <text> [--by <name>]'],
  words: [1, 1],
  options: { reason: { type: 'string' } },
  database: 'owner',
} as const;

/**
 * `freeze <name> --reason …`: once it is committed, sign-ins of the account, its agents' transfers and its
 * stakes are refused.
 */
export const freeze: OperatorCommand = {
  ...FREEZE_COMMAND,
  summary: 'stops an account: no sign-in, transfer or stake; wins of its rounds arrive',
  help:
    'Its sessions end. Its parent cannot lift the freeze by activating the account; unfreeze does. ' +
    'mint, repay and correct still work.',
  run: (call: DatabaseCall) => setFrozen(call, true),
};

export const unfreeze: OperatorCommand = {
  ...FREEZE_COMMAND,
  summary: 'lifts the freeze of an account',
  run: (call: DatabaseCall) => setFrozen(call, false),
};

async function setFrozen(call: DatabaseCall, isFrozen: boolean): Promise<string> {
  const { reason } = call.options;
  if (!reason) throw new UsageError('--reason is required.');
  return changeUser(call, async (client, user) => {
    const { rowCount } = await client.query(
      'update accounts set is_frozen = $2 where id = $1 and is_frozen <> $2',
      [user.account_id, isFrozen],
    );
    if (rowCount === 1)
      await client.query('select record_journal_entry($1, null, $2, because => $3)', [
        user.id,
        isFrozen ? 'frozen' : 'unfrozen',
        reason,
      ]);
    // Both commands end sessions: a sign-in at the moment of the freeze may have made one, which must not
    // work after the unfreeze.
    const ended = await revokeSessionsOf(client, user.id, { reason: 'frozen', actorId: null });
    const state = `${rowCount === 1 ? '' : 'already '}${isFrozen ? 'frozen' : 'not frozen'}`;
    return `Account ${user.username} ${state}, sessions ended: ${ended}.`;
  });
}

export const unlock: OperatorCommand = {
  forms: ['<name> [--by <name>]'],
  summary: 'forgets the failed logins of a name, so that its user can sign in at once',
  help: 'Failed logins of addresses are kept: they are not those of one name.',
  words: [1, 1],
  database: 'application',
  run: (call) =>
    changeUser(call, async (client, { id, username }) => {
      await forgetTries(client, username);
      await client.query("select record_journal_entry($1, null, 'login-unlocked')", [id]);
      return `Failed logins of ${username} forgotten.`;
    }),
};
