import { fromMicros } from '@palier/shared/money';
import type { Pool } from '../database/pool';
import {
  EXIT,
  readTypedAmount,
  UsageError,
  type DatabaseCall,
  type OperatorCommand,
} from './operator-command';

const RATE_PATTERN = /^(\d(\.\d)?|10(\.0)?)$/;
const AMOUNT_OPTIONS = ['seed', 'ceiling-min', 'ceiling-max'] as const;

/** `jackpot` shows the pots and the last changes; `jackpot set <tier> --rate … --seed …` changes parameters. */
export const jackpot: OperatorCommand = {
  forms: [
    '',
    'set <bronze|silver|gold> [--rate <%>] [--seed <TND>] [--ceiling-min <TND>] [--ceiling-max <TND>]',
  ],
  summary: 'shows the pots and their last changes, or changes their parameters',
  words: [0, 2],
  options: {
    rate: { type: 'string' },
    seed: { type: 'string' },
    'ceiling-min': { type: 'string' },
    'ceiling-max': { type: 'string' },
  },
  database: 'owner',
  async run(call) {
    const [word] = call.words;
    if (word === 'set') await setParameters(call);
    else if (word !== undefined) throw new UsageError('The only action is set.');
    else if (Object.keys(call.options).length > 0) throw new UsageError('Parameters are changed with set.');
    await show(call.pool);
    return EXIT.ok;
  },
};

async function setParameters({ pool, words: [, tier = ''], options, operator }: DatabaseCall): Promise<void> {
  const values = options as Readonly<Record<string, string | undefined>>;
  if (!['bronze', 'silver', 'gold'].includes(tier))
    throw new UsageError('The pot is bronze, silver or gold.');
  // Rounded, because 1.1 * 10 is slightly more than 11.
  const rate = values.rate === undefined ? null : Math.round(Number(values.rate) * 10);
  if (values.rate !== undefined && !RATE_PATTERN.test(values.rate))
    throw new UsageError('The rate is a percentage from 0 to 10 with at most one decimal.');
  const amounts = AMOUNT_OPTIONS.map((name) => amountOf(name, values[name]));
  if (rate === null && amounts.every((amount) => amount === null))
    throw new UsageError('Nothing to change: give --rate, --seed, --ceiling-min or --ceiling-max.');
  try {
    await pool.query('select set_jackpot_parameters($1, $2, $3, $4, $5, $6)', [
      tier,
      rate,
      ...amounts.map((amount) => amount?.toString() ?? null),
      operator,
    ]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23514')
      throw new Error('Required: seed < minimum ceiling < maximum ceiling.');
    throw error;
  }
}

function amountOf(name: string, typed: string | undefined): bigint | null {
  if (typed === undefined) return null;
  const amount = readTypedAmount(typed);
  if (amount === null) throw new UsageError(`--${name} is a positive amount in TND with at most 2 decimals.`);
  return amount;
}

async function show(pool: Pool): Promise<void> {
  const { rows: pots } = await pool.query<{
    tier: string;
    balance: bigint;
    rate_thousandths: number;
    seed_micros: bigint;
    ceiling_min_micros: bigint;
    ceiling_max_micros: bigint;
  }>(
    'select p.*, a.balance from jackpot_pots p join accounts a on a.id = p.account_id order by p.seed_micros',
  );
  for (const pot of pots) {
    const range = `${fromMicros(pot.ceiling_min_micros)} to ${fromMicros(pot.ceiling_max_micros)}`;
    process.stdout.write(
      `${pot.tier}: ${fromMicros(pot.balance)} TND; rate ${pot.rate_thousandths / 10} %, seed ${fromMicros(pot.seed_micros)}, ceiling ${range}\n`,
    );
  }
  const { rows: changes } = await pool.query<{
    tier: string;
    parameter: string;
    old_value: bigint;
    new_value: bigint;
    changed_by: string;
    changed_at: Date;
  }>('select * from jackpot_changes order by id desc limit 10');
  for (const change of changes) {
    const shown = (value: bigint): string =>
      change.parameter === 'rate' ? `${Number(value) / 10} %` : `${fromMicros(value)} TND`;
    process.stdout.write(
      `${change.changed_at.toISOString()} ${change.changed_by}: ${change.tier} ${change.parameter} ${shown(change.old_value)} → ${shown(change.new_value)}\n`,
    );
  }
}
