import { fromMicros } from '@palier/shared/money';
import { lookupUsername } from '../users/username';
import { readTypedAmount, UsageError, type DatabaseCall, type OperatorCommand } from './operator-command';

interface Issue {
  readonly username: string;
  readonly amount_micros: bigint;
  readonly created_at: Date;
  readonly reference: string | null;
  readonly issued_by: string;
}

/**
 * `mint <capo> <amount>` issues money, once for each `--reference`: a repeated command prints the first
 * issue. Without a reference, an amount that was issued to the capo within the last twelve hours is refused.
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

/**
 * `repay <capo> <amount> --reference <word>` takes money back from a capo, once for each reference and never
 * more than its balance.
 */
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
): Promise<string> {
  const typedAmount = readTypedAmount(typed);
  if (typedAmount === null || surplus !== undefined)
    throw new UsageError('The amount must be a positive number with at most 2 decimals and without spaces.');
  const amount = sign * typedAmount;
  const reference = typeof options.reference === 'string' ? options.reference : null;
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
  if (made.is_new) return `${describeIssue(issue)}.`;
  if (reference === null)
    throw new Error(
      `Already done: ${describeIssue(issue)}. ` +
        'To issue the same amount again, give a new reference: --reference <word>.',
    );
  if (issue.username !== capo.username || issue.amount_micros !== amount)
    throw new Error(`This reference was already used: ${describeIssue(issue)}.`);
  return `Already done, nothing moved: ${describeIssue(issue)}.`;
}

function describeIssue({ username, amount_micros, created_at, reference, issued_by }: Issue): string {
  const movement =
    amount_micros > 0n
      ? `${fromMicros(amount_micros)} TND issued to ${username}`
      : `${fromMicros(-amount_micros)} TND taken back from ${username}`;
  const referred = reference === null ? '' : `, reference ${reference}`;
  return `${movement} by ${issued_by} at ${created_at.toISOString()}${referred}`;
}

const REFUSALS = {
  unknown: 'does not exist',
  kind: 'is not a deposit, withdrawal or opening balance of an agent',
  amount: 'left to correct',
  funds: 'cannot be corrected: its receiver no longer has the money',
  limit: 'cannot be corrected: the maximum balance of an account would be exceeded',
} as const;

type Outcome =
  | { readonly ok: true; readonly opId: number; readonly isNew: boolean }
  | { readonly ok: false; readonly reason: keyof typeof REFUSALS; readonly remaining?: number };

interface Correction {
  readonly corrected_op_id: bigint;
  readonly debited: string;
  readonly credited: string;
  readonly amount_micros: bigint;
  readonly created_at: Date;
  readonly reference: string;
  readonly corrected_by: string;
}

/**
 * `correct <transfer> [amount] --reference … --reason …` moves the money of an agent's wrong transfer back.
 * Repeated with a reference, it moves nothing.
 */
export const correct: OperatorCommand = {
  forms: ['<transfer> [amount] --reference <word> --reason <text> [--by <name>]'],
  summary: "moves the money of an agent's wrong transfer back, once per reference",
  help: `<transfer> is the number of a deposit, withdrawal or opening balance in the histories.
Without an amount, all that is left of it moves back.
The correction is a movement of its own in both histories; the wrong transfer stays.
Movements of games are corrected by settle-round.`,
  words: [1, 2],
  options: { reference: { type: 'string' }, reason: { type: 'string' } },
  database: 'owner',
  async run(call) {
    const { pool, operator } = call;
    const { transferId, amount, reference, reason } = readCorrection(call);
    const { rows: outcomes } = await pool.query<{ outcome: Outcome }>(
      'select correct_transfer($1, $2, $3, $4, $5) as outcome',
      [transferId, amount?.toString() ?? null, operator, reference, reason],
    );
    const { outcome } = outcomes[0]!;
    if (!outcome.ok) {
      const left = outcome.remaining === undefined ? '' : `has ${fromMicros(BigInt(outcome.remaining))} TND `;
      throw new Error(`Transfer ${transferId} ${left}${REFUSALS[outcome.reason]}.`);
    }
    const { rows } = await pool.query<Correction>('select * from audit_corrections where op_id = $1', [
      outcome.opId,
    ]);
    const made = rows[0]!;
    const isOther =
      String(made.corrected_op_id) !== transferId || (amount ?? made.amount_micros) !== made.amount_micros;
    if (isOther) throw new Error(`This reference was already used: ${describeCorrection(made)}.`);
    return `${outcome.isNew ? '' : 'Already done, nothing moved: '}${describeCorrection(made)}.`;
  },
};

/** The arguments of `correct`; the amount is null where all that is left moves back. */
function readCorrection({ words: [transferId = '', typed], options: { reference, reason } }: DatabaseCall) {
  const amount = typed === undefined ? null : readTypedAmount(typed);
  if (!/^[1-9]\d{0,17}$/.test(transferId)) throw new UsageError('The transfer is a number.');
  if (typed !== undefined && amount === null)
    throw new UsageError('The amount must be a positive number with at most 2 decimals.');
  if (!reference || !reason) throw new UsageError('--reference and --reason are required.');
  return { transferId, amount, reference, reason };
}

const describeCorrection = (made: Correction): string =>
  `transfer ${made.corrected_op_id} corrected, ` +
  `${fromMicros(made.amount_micros)} TND from ${made.debited} to ${made.credited}, ` +
  `by ${made.corrected_by} at ${made.created_at.toISOString()}, reference ${made.reference}`;
