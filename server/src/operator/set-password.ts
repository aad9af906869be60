import { inTransaction, type Pool } from '../database/pool';
import { hashPassword } from '../passwords/password-hasher';
import { assertAcceptablePassword } from '../passwords/password-policy';
import { revokeSessionsOf } from '../sessions/session.repository';
import { lookupUsername } from '../users/username';
import { setPasswordHash } from '../users/user.repository';

/**
 * Gives an account another password and ends its sessions: for a capo, above whom nobody can, and for an account in wrong
 * hands whose parent is not there. Its journal tells of both as the house's doing, and keeps who it was.
 */
export async function runSetPassword(
  pool: Pool,
  [name = '', password = '']: string[],
  author: string,
): Promise<number> {
  const username = lookupUsername(name);
  assertAcceptablePassword(password, username);
  const passwordHash = await hashPassword('operator', password);
  const ended = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number }>('select id from users where username = $1', [
      username,
    ]);
    const id = rows[0]?.id;
    if (id === undefined) throw new Error(`Personne ne s'appelle ${name}.`);
    await client.query("select set_config('palier.operator', $1, true)", [author]);
    await setPasswordHash(client, id, passwordHash, null);
    await client.query("select record_journal_entry($1, null, 'password-changed')", [id]);
    return revokeSessionsOf(client, id, { reason: 'password-changed', actorId: null });
  });
  process.stdout.write(`Mot de passe de ${username} changé, sessions fermées : ${ended}.\n`);
  return 0;
}
