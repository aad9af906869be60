import { inTransaction } from '../database/pool';
import { forgetTries } from '../sessions/login-throttle.repository';
import { revokeSessionsOf } from '../sessions/session.repository';
import { findUser } from './find-user';
import { EXIT, UsageError, type DatabaseCall, type ExitCode, type OperatorCommand } from './operator-command';

const FREEZE_COMMAND = {
  forms: ['<name> --reason <text> [--by <name>]'],
  words: [1, 1],
  options: { reason: { type: 'string' } },
  database: 'owner',
} as const;

/** `freeze <name> --reason …`: once it is committed, sign-ins of the account, its agents' transfers and its stakes are refused. */
export const freeze: OperatorCommand = {
  ...FREEZE_COMMAND,
  summary: 'stops an account: no sign-in, transfer or stake; wins of its rounds arrive',
  help: 'Its sessions end. Its parent cannot lift the freeze by activating the account; unfreeze does. mint, repay and correct still work.',
  run: (call: DatabaseCall) => setFrozen(call, true),
};

/** `unfreeze <name> --reason …` lifts a freeze. */
export const unfreeze: OperatorCommand = {
  ...FREEZE_COMMAND,
  summary: 'lifts the freeze of an account',
  run: (call: DatabaseCall) => setFrozen(call, false),
};

async function setFrozen(
  { pool, words: [name = ''], options: { reason }, operator }: DatabaseCall,
  isFrozen: boolean,
): Promise<ExitCode> {
  if (!reason) throw new UsageError('--reason is required.');
  const done = await inTransaction(pool, async (client) => {
    const user = await findUser(client, name, operator);
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
    // Both commands end sessions: a sign-in at the moment of the freeze may have made one, which must not work after the unfreeze.
    const ended = await revokeSessionsOf(client, user.id, { reason: 'frozen', actorId: null });
    const state = `${rowCount === 1 ? '' : 'already '}${isFrozen ? 'frozen' : 'not frozen'}`;
    return `Account ${user.username} ${state}, sessions ended: ${ended}.\n`;
  });
  process.stdout.write(done);
  return EXIT.ok;
}

/** `unlock <name>` forgets the failed logins of a name. */
export const unlock: OperatorCommand = {
  forms: ['<name> [--by <name>]'],
  summary: 'forgets the failed logins of a name, so that its user can sign in at once',
  help: 'Failed logins of addresses are kept: they are not those of one name.',
  words: [1, 1],
  database: 'application',
  async run({ pool, words: [name = ''], operator }) {
    const username = await inTransaction(pool, async (client) => {
      const user = await findUser(client, name, operator);
      await forgetTries(client, user.username);
      await client.query("select record_journal_entry($1, null, 'login-unlocked')", [user.id]);
      return user.username;
    });
    process.stdout.write(`Failed logins of ${username} forgotten.\n`);
    return EXIT.ok;
  },
};
