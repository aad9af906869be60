import * as z from 'zod/mini';
import { RoundLogTooLong, type LoggedRound } from '../port';
import { readVendorAmount, type MoneyUnit } from './money-unit';
import { ProviderRefusal, type OperatorCall } from './operator-call';

const PER_PAGE = 1_000;
const MAX_PAGES = 50;
const GAME_TYPES = ['slot', 'live'] as const;

// The family publishes no shape for a logged round; this is the one of docs/providers.md.
const roundSchema = z.object({
  provider_code: z.string(),
  round_id: z.union([z.string(), z.number()]),
  round_status: z.enum(['pending', 'settled', 'refused']),
  bet_money: z.number(),
  win_money: z.number(),
  debit_txn_id: z.union([z.string(), z.number()]),
  credit_txn_id: z.nullable(z.union([z.string(), z.number()])),
});
const pageSchema = z
  .object({
    slot: z.optional(z.array(roundSchema)),
    live: z.optional(z.array(roundSchema)),
  })
  // A vendor's list of another name would read as a log without rounds, and every stake in it be given back.
  .check(z.refine(({ slot, live }) => slot !== undefined || live !== undefined, 'no list of rounds'));

/** Reads a player's rounds from get_game_log, slot and live, to the last page; throws RoundLogTooLong rather than leave some out. */
export async function readGameLog(
  call: OperatorCall,
  unit: MoneyUnit,
  { userCode, from, to }: { userCode: string; from: Date; to: Date },
): Promise<LoggedRound[]> {
  const rounds: LoggedRound[] = [];
  for (const gameType of GAME_TYPES) {
    for (let page = 0; ; page += 1) {
      // What a log that was cut short does not have would count as never played, and its stake be given back.
      if (page === MAX_PAGES) throw new RoundLogTooLong(`the round log has more than ${MAX_PAGES} pages`);
      const listed = await readPage(call, {
        user_code: userCode,
        game_type: gameType,
        start: toLogTime(from),
        end: toLogTime(to),
        page,
        perPage: PER_PAGE,
      });
      const found = listed[gameType] ?? [];
      rounds.push(...found.map((round) => toLoggedRound(round, unit)));
      if (found.length < PER_PAGE) break;
    }
  }
  return rounds;
}

async function readPage(call: OperatorCall, body: object): Promise<z.infer<typeof pageSchema>> {
  try {
    return await call('get_game_log', body, pageSchema);
  } catch (error) {
    // A player it never heard of has no rounds.
    if (error instanceof ProviderRefusal && error.msg === 'INVALID_USER') return {};
    throw error;
  }
}

function toLoggedRound(round: z.infer<typeof roundSchema>, unit: MoneyUnit): LoggedRound {
  const names = { providerCode: round.provider_code, roundId: String(round.round_id) };
  const bet = readVendorAmount(round.bet_money, unit);
  const win = readVendorAmount(round.win_money, unit);
  if (bet === null || win === null) {
    const reason = `bet_money ${round.bet_money}, win_money ${round.win_money}: no amounts in ${unit}`;
    return { ...names, state: 'unreadable', reason };
  }
  return {
    ...names,
    state: round.round_status,
    bet,
    win,
    debitTransactionId: String(round.debit_txn_id),
    creditTransactionId: round.credit_txn_id === null ? null : String(round.credit_txn_id),
  };
}

/** The family's way of writing a moment: UTC, to the second. */
const toLogTime = (moment: Date): string => moment.toISOString().slice(0, 19).replace('T', ' ');
