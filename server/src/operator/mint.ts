import { parseArgs } from 'node:util';
import { fromMicros } from '@palier/shared/money';
import type { Pool } from '../database/pool';
import { lookupUsername } from '../users/username';
import { readTypedAmount } from './typed-amount';

interface Issue {
  readonly username: string;
  readonly amount_micros: bigint;
  readonly created_at: Date;
  readonly reference: string | null;
  readonly issued_by: string;
}

/**
 * `mint <capo> <amount>` issues money, once for each `--reference`: a repeated command prints the first issue. Without a
 * reference, an amount that was issued to the capo within the last twelve hours is refused.
 */
export const runMint = (pool: Pool, words: string[], operator: string): Promise<number> =>
  orderMovement(pool, words, operator, 'mint');

/** `repay <capo> <amount> --reference <word>` takes money back from a capo, once for each reference and never more than its balance. */
export const runRepay = (pool: Pool, words: string[], operator: string): Promise<number> =>
  orderMovement(pool, words, operator, 'repay');

async function orderMovement(
  pool: Pool,
  [name = '', typed = '', ...options]: string[],
  operator: string,
  command: 'mint' | 'repay',
): Promise<number> {
  const typedAmount = readTypedAmount(typed);
  const [option = '--'] = options;
  // "10 000" arrives as two arguments and must not issue 10.
  if (typedAmount === null || !option.startsWith('--'))
    throw new Error('The amount must be a positive number with at most 2 decimals and without spaces.');
  const reference = readReference(options, command);
  const amount = command === 'mint' ? typedAmount : -typedAmount;
  const { rows: capos } = await pool.query<{ username: string; account_id: number }>(
    "select username, account_id from users where username = $1 and role = 'ROLE_CAPO'",
    [lookupUsername(name)],
  );
  const [capo] = capos;
  if (capo === undefined) throw new Error(`There is no capo named ${name}.`);

  const { rows: issued } = await pool.query<{ op_id: bigint; is_new: boolean }>(
    'select op_id, is_new from issue_money($1, $2, $3, $4)',
    [capo.account_id, amount.toString(), operator, reference],
  );
  const [made] = issued;
  if (made === undefined)
    throw new Error(
      command === 'mint'
        ? 'The maximum balance of the account would be exceeded.'
        : `The balance of ${capo.username} is lower than the repayment.`,
    );
  const { rows } = await pool.query<Issue>('select * from audit_issues where op_id = $1', [made.op_id]);
  const issue = rows[0]!;
  if (made.is_new) {
    process.stdout.write(`${describe(issue)}.\n`);
    return 0;
  }
  if (reference === null)
    throw new Error(
      `Already done: ${describe(issue)}. To issue the same amount again, give a new reference: --reference <word>.`,
    );
  if (issue.username !== capo.username || issue.amount_micros !== amount)
    throw new Error(`This reference was already used: ${describe(issue)}.`);
  process.stdout.write(`Already done, nothing moved: ${describe(issue)}.\n`);
  return 0;
}

function readReference(words: string[], command: 'mint' | 'repay'): string | null {
  try {
    const { reference = null } = parseArgs({
      args: words,
      options: { reference: { type: 'string' } },
    }).values;
    if (reference !== '' && (reference !== null || command === 'mint')) return reference;
  } catch {
    // An unknown option, or too many arguments.
  }
  throw new Error(
    command === 'mint'
      ? 'Usage: mint <capo> <amount> [--reference <word>] [--by <name>].'
      : 'Usage: repay <capo> <amount> --reference <word> [--by <name>].',
  );
}

function describe({ username, amount_micros, created_at, reference, issued_by }: Issue): string {
  const movement =
    amount_micros > 0n
      ? `${fromMicros(amount_micros)} TND issued to ${username}`
      : `${fromMicros(-amount_micros)} TND repaid by ${username}, recorded`;
  return `${movement} by ${issued_by} at ${created_at.toISOString()}${reference === null ? '' : `, reference ${reference}`}`;
}
