import { parseArgs } from 'node:util';
import { fromMicros } from '@palier/shared/money';
import type { Pool } from '../database/pool';
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

const USAGE =
  'Usage: correct <transfer> [amount] --reference <word> --reason <text> [--by <name>]. The transfer is its number in the histories.';

/**
 * `correct <transfer> [amount] --reference <word> --reason <text>` moves the money of an agent's wrong transfer back, or a part of it,
 * once for each reference: a repeated command prints the first correction.
 */
export async function runCorrect(pool: Pool, words: string[], operator: string): Promise<number> {
  const { transferId, amount, reference, reason } = readWords(words);
  const { rows: outcomes } = await pool.query<{ outcome: Outcome }>(
    'select correct_transfer($1, $2, $3, $4, $5) as outcome',
    [transferId, amount?.toString() ?? null, operator, reference, reason],
  );
  const { outcome } = outcomes[0]!;
  if (!outcome.ok) throw new Error(`Transfer ${transferId} ${sentenceOf(outcome)}`);
  const { rows } = await pool.query<Correction>('select * from audit_corrections where op_id = $1', [
    outcome.opId,
  ]);
  const made = rows[0]!;
  const description =
    `transfer ${made.corrected_op_id} corrected, ${fromMicros(made.amount_micros)} TND from ${made.debited} to ${made.credited} ` +
    `by ${made.corrected_by} at ${made.created_at.toISOString()}, reference ${made.reference}`;
  if (outcome.isNew) {
    process.stdout.write(`Movement ${outcome.opId}: ${description}.\n`);
    return 0;
  }
  if (String(made.corrected_op_id) !== transferId || (amount !== null && amount !== made.amount_micros))
    throw new Error(`This reference was already used: ${description}.`);
  process.stdout.write(`Already done, nothing moved: ${description}.\n`);
  return 0;
}

function sentenceOf({ reason, remaining = 0 }: Outcome & { ok: false }): string {
  switch (reason) {
    case 'unknown':
      return 'does not exist.';
    case 'kind':
      return "is not a deposit, withdrawal or opening balance of an agent. End a game's round by settle-round.";
    case 'amount':
      return `has ${fromMicros(BigInt(remaining))} TND left to correct.`;
    case 'funds':
      return 'cannot be corrected: its receiver no longer has the money.';
    case 'limit':
      return 'cannot be corrected: the maximum balance of the account would be exceeded.';
  }
}

function readWords(words: string[]): {
  transferId: string;
  amount: bigint | null;
  reference: string;
  reason: string;
} {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { reference: { type: 'string' }, reason: { type: 'string' } },
    });
    const { reference = '', reason = '' } = values;
    const [transferId = '', typed, ...more] = positionals;
    const amount = typed === undefined ? null : readTypedAmount(typed);
    const isAmount = typed === undefined || amount !== null;
    if (
      /^[1-9]\d{0,17}$/.test(transferId) &&
      isAmount &&
      more.length === 0 &&
      reference !== '' &&
      reason !== ''
    )
      return { transferId, amount, reference, reason };
  } catch {
    // An unknown option.
  }
  throw new Error(USAGE);
}
