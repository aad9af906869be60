import { fromMicros } from '@palier/shared/money';
import { lookupUsername } from '../users/username';
import { EXIT, UsageError, type DatabaseCall, type ExitCode, type OperatorCommand } from './operator-command';
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
export const mint: OperatorCommand = {
  forms: ['<capo> <amount> [--reference <word>] [--by <name>]'],
  summary: 'issues money to a capo (TND), once per reference',
  help: 'A repeated command with the same reference reports the first issue and issues nothing.',
  // Also "10 000", which arrives as two arguments and must not issue 10.
  words: [2, 3],
  options: { reference: { type: 'string' } },
  database: 'owner',
  run: (call) => issueOrRepay(call, 1n),
};

/** `repay <capo> <amount> --reference <word>` takes money back from a capo, once for each reference and never more than its balance. */
export const repay: OperatorCommand = {
  forms: ['<capo> <amount> --reference <word> [--by <name>]'],
  summary: 'takes issued money back from a capo (TND), once per reference',
  words: [2, 3],
  options: { reference: { type: 'string' } },
  database: 'owner',
  run(call) {
    if (call.options.reference === undefined) throw new UsageError('--reference is required.');
    return issueOrRepay(call, -1n);
  },
};

/** Issues money (`sign` 1) or takes it back (-1). */
async function issueOrRepay(
  { pool, words: [name = '', typed = '', surplus], options, operator }: DatabaseCall,
  sign: 1n | -1n,
): Promise<ExitCode> {
  const typedAmount = readTypedAmount(typed);
  if (typedAmount === null || surplus !== undefined)
    throw new UsageError('The amount must be a positive number with at most 2 decimals and without spaces.');
  const amount = sign * typedAmount;
  const reference = typeof options.reference === 'string' ? options.reference : null;
  if (reference === '') throw new UsageError('The reference must not be empty.');
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
      sign > 0n
        ? 'The maximum balance of the account would be exceeded.'
        : `${capo.username} has less than this amount.`,
    );
  const { rows } = await pool.query<Issue>('select * from audit_issues where op_id = $1', [made.op_id]);
  const issue = rows[0]!;
  if (made.is_new) {
    process.stdout.write(`${describe(issue)}.\n`);
    return EXIT.ok;
  }
  if (reference === null)
    throw new Error(
      `Already done: ${describe(issue)}. To issue the same amount again, give a new reference: --reference <word>.`,
    );
  if (issue.username !== capo.username || issue.amount_micros !== amount)
    throw new Error(`This reference was already used: ${describe(issue)}.`);
  process.stdout.write(`Already done, nothing moved: ${describe(issue)}.\n`);
  return EXIT.ok;
}

function describe({ username, amount_micros, created_at, reference, issued_by }: Issue): string {
  const movement =
    amount_micros > 0n
      ? `${fromMicros(amount_micros)} TND issued to ${username}`
      : `${fromMicros(-amount_micros)} TND taken back from ${username}`;
  return `${movement} by ${issued_by} at ${created_at.toISOString()}${reference === null ? '' : `, reference ${reference}`}`;
}
