import { hashPassword } from '../passwords/password-hasher';
import { canonicalUsername, isAcceptableUsername } from '../users/username';
import { assertOperatorPassword } from './assert-password';
import { EXIT, UsageError, type OperatorCommand } from './operator-command';
import { PASSWORD_COMMAND, readPassword } from './read-password';

/** `create-capo <name>` creates the head of a hierarchy. */
export const createCapo: OperatorCommand = {
  ...PASSWORD_COMMAND,
  summary: 'creates the head of a hierarchy',
  database: 'owner',
  async run({ pool, words: [name = '', typed], options, operator }) {
    const username = canonicalUsername(name);
    if (!isAcceptableUsername(username))
      throw new UsageError('The name must be 3 to 32 of a-z, 0-9, dot, hyphen and underscore.');
    const password = await readPassword(typed, options);
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
    return EXIT.ok;
  },
};
