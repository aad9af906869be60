import { fromMicros } from '@palier/shared/money';
import { EXIT, UsageError, type OperatorCommand } from './operator-command';
import { readTypedAmount } from './typed-amount';

type Outcome =
  | { readonly ok: true; readonly opId: number; readonly isNew: boolean }
  | {
      readonly ok: false;
      readonly reason: 'unknown' | 'kind' | 'amount' | 'funds' | 'limit';
      readonly remaining?: number;
    };

interface Correction {
  readonly corrected_op_id: bigint;
  readonly debited: string;
  readonly credited: string;
  readonly amount_micros: bigint;
  readonly created_at: Date;
  readonly reference: string;
  readonly corrected_by: string;
}

/** `correct <transfer> [amount] --reference … --reason …` moves the money of an agent's wrong transfer back, once for each reference. */
export const correct: OperatorCommand = {
  forms: ['<transfer> [amount] --reference <word> --reason <text> [--by <name>]'],
  summary: "moves the money of an agent's wrong transfer back, once per reference",
  help: `<transfer> is the number of a deposit, withdrawal or opening balance in the histories. Without an amount, all that is left of it
moves back. The correction is a movement of its own in both histories; the wrong transfer stays.
Movements of games are corrected by settle-round.`,
  words: [1, 2],
  options: { reference: { type: 'string' }, reason: { type: 'string' } },
  database: 'owner',
  async run({ pool, words: [transferId = '', typed], options: { reference, reason }, operator }) {
    const amount = typed === undefined ? null : readTypedAmount(typed);
    if (!/^[1-9]\d{0,17}$/.test(transferId)) throw new UsageError('The transfer is a number.');
    if (typed !== undefined && amount === null)
      throw new UsageError('The amount must be a positive number with at most 2 decimals.');
    if (!reference || !reason) throw new UsageError('--reference and --reason are required.');
    const { rows: outcomes } = await pool.query<{ outcome: Outcome }>(
      'select correct_transfer($1, $2, $3, $4, $5) as outcome',
      [transferId, amount?.toString() ?? null, operator, reference, reason],
    );
    const { outcome } = outcomes[0]!;
    if (!outcome.ok) throw new Error(`Transfer ${transferId} ${refusalOf(outcome)}.`);
    const { rows } = await pool.query<Correction>('select * from audit_corrections where op_id = $1', [
      outcome.opId,
    ]);
    const made = rows[0]!;
    const isOther =
      String(made.corrected_op_id) !== transferId || (amount ?? made.amount_micros) !== made.amount_micros;
    if (isOther) throw new Error(`This reference was already used: ${describe(made)}.`);
    process.stdout.write(`${outcome.isNew ? '' : 'Already done, nothing moved: '}${describe(made)}.\n`);
    return EXIT.ok;
  },
};

function refusalOf({ reason, remaining = 0 }: Outcome & { ok: false }): string {
  switch (reason) {
    case 'unknown':
      return 'does not exist';
    case 'kind':
      return 'is not a deposit, withdrawal or opening balance of an agent';
    case 'amount':
      return `has ${fromMicros(BigInt(remaining))} TND left to correct`;
    case 'funds':
      return 'cannot be corrected: its receiver no longer has the money';
    case 'limit':
      return 'cannot be corrected: the maximum balance of an account would be exceeded';
  }
}

const describe = (made: Correction): string =>
  `transfer ${made.corrected_op_id} corrected, ${fromMicros(made.amount_micros)} TND from ${made.debited} to ${made.credited}, ` +
  `by ${made.corrected_by} at ${made.created_at.toISOString()}, reference ${made.reference}`;
