import { localTime } from '../database/local-time';
import type { Pool } from '../database/pool';
import { readTypedAmount, UsageError, type DatabaseCall, type OperatorCommand } from './operator-command';

const RATE_PATTERN = /^(\d(\.\d)?|10(\.0)?)$/;
const AMOUNT_OPTIONS = ['seed', 'ceiling-min', 'ceiling-max'] as const;

/** Each change is recorded with the operator's name. */
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
    return show(call.pool);
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

/** A line for each pot, then one for each of the last changes. */
async function show(pool: Pool): Promise<string> {
  const tnd = (micros: string) => `trim_scale(${micros} / 1e6)`;
  const shown = (value: string) =>
    `case parameter when 'rate' then trim_scale(${value} / 10.0) || ' %' else ${tnd(value)} || ' TND' end`;
  const { rows } = await pool.query<{ line: string }>(`
    (select format('%s: %s TND; rate %s %%, seed %s, ceiling %s to %s', tier, ${tnd('balance')},
                   trim_scale(rate_thousandths / 10.0),
                   ${tnd('seed_micros')}, ${tnd('ceiling_min_micros')}, ${tnd('ceiling_max_micros')}) as line
       from jackpot_pots p join accounts a on a.id = p.account_id order by seed_micros)
    union all
    (select format('%sZ %s: %s %s %s → %s', ${localTime('changed_at', "'UTC'")}, changed_by, tier, parameter,
                   ${shown('old_value')}, ${shown('new_value')})
       from jackpot_changes order by id desc limit 10)`);
  return rows.map(({ line }) => line).join('\n');
}
