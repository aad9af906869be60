import { transactionAnswerSchema, type TransactionAnswer } from '@palier/shared/contracts';
import type { NamedAccounts } from '@palier/shared/contracts/named-accounts';
import { http } from '@palier/shared/http';
import type { Run, RunLine } from '../../lib/movement-run/run-storage';
import type { Accounts } from './check-lines';
import type { PastedLine } from './parse-pasted-list';

/** Without the contract's schema, which is for the server. */
const namedAnswer = {
  parse(body: unknown): NamedAccounts {
    const { ownBalance, accounts } = Object(body) as Partial<NamedAccounts>;
    if (typeof ownBalance !== 'number' || !Array.isArray(accounts)) throw new Error('accounts: not named');
    return { ownBalance, accounts };
  },
};

/** Longer texts are no usernames. 500 of them would be a larger call than the server takes. */
const MAX_NAME_LENGTH = 32;

/** The direct sub-accounts that the lines name, and the own balance. */
export async function readAccounts(lines: readonly PastedLine[]): Promise<Accounts> {
  const names = lines.map(({ name }) => name).filter(({ length }) => length > 0 && length <= MAX_NAME_LENGTH);
  // A list without any name is answered with the own balance as well.
  const usernames = [...new Set(names.length === 0 ? ['-'] : names)];
  const { ownBalance, accounts } = await http.post('/user/sub-accounts/named', { usernames }, namedAnswer);
  return { ownBalance, byName: new Map(usernames.map((name, index) => [name, accounts[index] ?? null])) };
}

/** Sends the movement of a line under its own key. The same line has the same body each time. */
export const sendMovement = ({ type }: Run, { username, amount, key }: RunLine): Promise<TransactionAnswer> =>
  http.post('/transactions', { receiverUsername: username, amount, type }, transactionAnswerSchema, {
    headers: { 'Idempotency-Key': key },
    quiet: true,
  });
