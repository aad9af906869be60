import { inTransaction } from '../database/pool';
import { hashPassword } from '../passwords/password-hasher';
import { revokeSessionsOf } from '../sessions/session.repository';
import { lookupUsername } from '../users/username';
import { assertOperatorPassword } from './assert-password';
import { setPasswordHash } from '../users/user.repository';
import { findUser } from './find-user';
import { EXIT, type OperatorCommand } from './operator-command';
import { PASSWORD_COMMAND, readPassword } from './read-password';

/**
 * `set-password <name>` sets an account's password and ends its sessions: for capos, which have no parent, and for stolen accounts
 * whose parent is absent. The journal records both under the operator's name.
 */
export const setPassword: OperatorCommand = {
  ...PASSWORD_COMMAND,
  summary: "changes a password and ends the account's sessions",
  database: 'application',
  async run({ pool, words: [name = '', typed], options, operator }) {
    const username = lookupUsername(name);
    const password = await readPassword(typed, options);
    assertOperatorPassword(password, username);
    const passwordHash = await hashPassword('operator', password);
    const ended = await inTransaction(pool, async (client) => {
      const { id } = await findUser(client, name, operator);
      await setPasswordHash(client, id, passwordHash, null);
      await client.query("select record_journal_entry($1, null, 'password-changed')", [id]);
      return revokeSessionsOf(client, id, { reason: 'password-changed', actorId: null });
    });
    process.stdout.write(`Password of ${username} changed, sessions ended: ${ended}.\n`);
    return EXIT.ok;
  },
};
