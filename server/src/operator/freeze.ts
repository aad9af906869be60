import { parseArgs } from 'node:util';
import { inTransaction, type Pool, type Queryable } from '../database/pool';
import { forgetTries } from '../sessions/login-throttle.repository';
import { revokeSessionsOf } from '../sessions/session.repository';
import { lookupUsername } from '../users/username';

/**
 * `freeze <name> --reason <text>`: from the commit on, the account's user cannot sign in, agents move no money to or from it, and it
 * stakes nothing. Wins and refunds of its rounds arrive. Its parent cannot undo this by activating the account.
 */
export const runFreeze = (pool: Pool, words: string[], operator: string): Promise<number> =>
  setFrozen(pool, words, operator, true);

/** `unfreeze <name> --reason <text>` ends what `freeze` began. */
export const runUnfreeze = (pool: Pool, words: string[], operator: string): Promise<number> =>
  setFrozen(pool, words, operator, false);

async function setFrozen(pool: Pool, words: string[], operator: string, isFrozen: boolean): Promise<number> {
  const command = isFrozen ? 'freeze' : 'unfreeze';
  const { name, reason } = readWords(words, command);
  const { username, change } = await inTransaction(pool, async (client) => {
    const user = await findUser(client, name);
    await client.query("select set_config('palier.operator', $1, true)", [operator]);
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
    // Also when the account was frozen before, and before it is used again: a sign-in at the moment of the freeze may have made a session.
    const ended = await revokeSessionsOf(client, user.id, { reason: 'frozen', actorId: null });
    return {
      username: user.username,
      change: `${rowCount === 1 ? '' : 'already '}${isFrozen ? 'frozen' : 'not frozen'}, sessions ended: ${ended}`,
    };
  });
  process.stdout.write(`Account ${username} ${change}.\n`);
  return 0;
}

/** `unlock <name>` forgets the failed logins of a name, so that its user can sign in at once. Those of addresses are kept. */
export async function runUnlock(pool: Pool, [name = '']: string[], operator: string): Promise<number> {
  const username = await inTransaction(pool, async (client) => {
    const user = await findUser(client, name);
    await client.query("select set_config('palier.operator', $1, true)", [operator]);
    await forgetTries(client, user.username);
    await client.query("select record_journal_entry($1, null, 'login-unlocked')", [user.id]);
    return user.username;
  });
  process.stdout.write(`Failed logins of ${username} forgotten.\n`);
  return 0;
}

async function findUser(
  client: Queryable,
  name: string,
): Promise<{ id: number; account_id: number; username: string }> {
  const { rows } = await client.query<{ id: number; account_id: number; username: string }>(
    'select id, account_id, username from users where username = $1 for no key update',
    [lookupUsername(name)],
  );
  if (rows[0] === undefined) throw new Error(`There is no account named ${name}.`);
  return rows[0];
}

function readWords(words: string[], command: string): { name: string; reason: string } {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { reason: { type: 'string' } },
    });
    const [name = '', ...more] = positionals;
    const { reason = '' } = values;
    if (name !== '' && more.length === 0 && reason !== '') return { name, reason };
  } catch {
    // An unknown option.
  }
  throw new Error(`Usage: ${command} <name> --reason <text> [--by <name>].`);
}
