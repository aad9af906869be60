import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import type { PasswordFault } from '../passwords/errors';
import { hashPassword } from '../passwords/password-hasher';
import { findPasswordFault } from '../passwords/password-policy';
import { UsageError, type OperatorCall } from './operator-command';

/** The parts that commands with a name and a password have in common. */
export const PASSWORD_COMMAND = {
  forms: ['<name> [-|<password>] [--password-file <file>]'],
  words: [1, 2],
  options: { 'password-file': { type: 'string' } },
  help:
    'Without a password, or with "-", a terminal asks for it and other standard input is read.\n' +
    'An argument is visible to all accounts of the machine while the command runs.',
} as const;

const SENTENCES: Record<PasswordFault, string> = {
  'outer-space': 'The password must not begin or end with a space.',
  'too-long': 'The password must not exceed 128 characters.',
  'too-weak':
    'The password must have more than 6 characters, ' +
    'with an upper-case letter, a lower-case letter and a digit.',
  'forbidden-character': 'The password contains a forbidden character.',
  'same-as-username': 'The password must not be the name, with or without digits and signs.',
  common: 'This password is easy to guess: a common word with digits or signs is not enough.',
};

/** The hash of the password of a command, for which the policy of all new passwords holds. */
export async function readPasswordHash(
  username: string,
  typed: string | undefined,
  options: OperatorCall['options'],
): Promise<string> {
  const password = await readPassword(typed, options);
  const fault = await findPasswordFault(password, username);
  if (fault !== null) throw new UsageError(SENTENCES[fault]);
  return hashPassword('operator', password);
}

/**
 * The password of a command: `typed`, unless it is absent or `-`; the file of `--password-file`; standard
 * input, or a question without echo on a terminal. A line end after the password is removed.
 */
async function readPassword(
  typed: string | undefined,
  { 'password-file': file }: OperatorCall['options'],
): Promise<string> {
  if (typeof file === 'string') {
    if (typed !== undefined) throw new UsageError('Give either a password or --password-file.');
    return withoutLineEnd(await readFile(file, 'utf8'));
  }
  if (typed !== undefined && typed !== '-') return typed;
  if (!process.stdin.isTTY) return withoutLineEnd(await text(process.stdin));
  const password = await ask('Password: ');
  if ((await ask('Again: ')) !== password) throw new UsageError('The two passwords differ.');
  return password;
}

const withoutLineEnd = (typed: string): string => typed.replace(/\r?\n$/, '');

/** Asks on the terminal. The answer is not shown, because the interface writes to an output that discards. */
function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  return new Promise((resolve, reject) => {
    terminal.once('close', () => {
      process.stderr.write('\n');
      reject(new UsageError('No password was typed.'));
    });
    terminal.once('line', (line) => {
      resolve(line);
      terminal.close();
    });
  });
}
