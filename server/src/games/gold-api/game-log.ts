import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Config } from '../../config/config';
import { gamesUnavailable } from '../errors';
import { RoundLogTooLong, type LoggedRound, type RoundLog } from '../port';
import { readVendorAmount } from './money-unit';
import { winIdOf } from './movement-id';
import type { OperatorCall } from './operator-call';

const PER_PAGE = 1_000;
const MAX_PAGES = 50;
const MAX_REASON = 200;
/** The limit of ids in callbacks. */
const MAX_IDENTIFIER = 128;
const GAME_TYPES = ['slot', 'live'] as const;

// A number that JSON.parse rounded would be the id of another round or transaction.
const identifier = z.union([z.string().check(z.maxLength(MAX_IDENTIFIER)), z.int()]);

// The family documents no form of a logged round; docs/providers.md defines this one.
const lineSchema = z.looseObject({
  provider_code: z.string().check(z.maxLength(MAX_IDENTIFIER)),
  round_id: identifier,
  user_code: z.optional(z.string()),
});
const roundSchema = z.object({
  round_status: z.enum(['pending', 'settled', 'refused']),
  bet_money: z.number(),
  win_money: z.number(),
  debit_txn_id: identifier,
  credit_txn_id: z.nullable(identifier),
});
type Line = z.infer<typeof lineSchema>;

const pageSchema = z
  .object({ slot: z.optional(z.array(lineSchema)), live: z.optional(z.array(lineSchema)) })
  // A page without both would count as an empty log, and stakes of played rounds would be refunded.
  .check(z.refine(({ slot, live }) => (slot ?? live) !== undefined, 'neither slot nor live'));

/**
 * Reads a player's rounds from get_game_log, slot and live, up to the first empty page; throws RoundLogTooLong when there are too
 * many. Vendors without pages answer each page with the same rounds, which may not be all.
 */
export async function readGameLog(
  call: OperatorCall,
  settings: LogSettings,
  { userCode, from, to }: { userCode: string; from: Date; to: Date },
): Promise<RoundLog> {
  const rounds: LoggedRound[] = [];
  let isWhole = true;
  for (const gameType of GAME_TYPES) {
    let before: readonly Line[] = [];
    let repeats = 0;
    for (let page = 0; ; page += 1) {
      // Rounds missing from a truncated log would count as never played, and their stakes would be refunded.
      if (page === MAX_PAGES) throw new RoundLogTooLong(`the round log has more than ${MAX_PAGES} pages`);
      const body = {
        user_code: userCode,
        game_type: gameType,
        start: toLogTime(from),
        end: toLogTime(to),
        page,
        perPage: PER_PAGE,
      };
      const listed = await call('get_game_log', body, pageSchema);
      const found = listed[gameType] ?? [];
      // The players of a live table share the ids of rounds: another player's win would be paid.
      if (found.some((line) => (line.user_code ?? userCode) !== userCode))
        throw gamesUnavailable(new Error('the round log has a round of another player'));
      // A short page is not the last one: vendors may have smaller pages than requested.
      if (found.length === 0) break;
      repeats = isDeepStrictEqual(found, before) ? repeats + 1 : 0;
      // One repeat is normal for vendors that count pages from 1.
      if (repeats === 2) {
        isWhole = false;
        break;
      }
      before = found;
      rounds.push(...found.map((round) => toLoggedRound(round, settings)));
    }
  }
  return { rounds, isWhole };
}

type LogSettings = Pick<Config, 'PROVIDER_MONEY_UNIT' | 'PROVIDER_MOVEMENT_ID'>;

function toLoggedRound(
  line: Line,
  { PROVIDER_MONEY_UNIT: unit, PROVIDER_MOVEMENT_ID: rule }: LogSettings,
): LoggedRound {
  const names = { providerCode: line.provider_code, roundId: String(line.round_id) };
  const unreadable = (reason: string): LoggedRound => ({ ...names, state: 'unreadable', reason });
  const parsed = roundSchema.safeParse(line);
  if (!parsed.success) return unreadable(faultsOf(line, parsed.error.issues));
  const round = parsed.data;
  const bet = readVendorAmount(round.bet_money, unit);
  const win = readVendorAmount(round.win_money, unit);
  if (bet === null || win === null)
    return unreadable(`bet_money ${round.bet_money}, win_money ${round.win_money}: no amounts in ${unit}`);
  return {
    ...names,
    state: round.round_status,
    bet,
    win,
    debitTransactionId: String(round.debit_txn_id),
    // Some vendors write an empty text or 0 for no transaction.
    creditTransactionId: round.credit_txn_id ? winIdOf(String(round.credit_txn_id), rule) : null,
  };
}

/** The invalid fields with their values, such as `round_status "void"`. */
const faultsOf = (line: Line, issues: readonly { readonly path: readonly PropertyKey[] }[]): string =>
  issues
    .map(({ path }) => `${String(path[0])} ${JSON.stringify(line[String(path[0])])}`)
    .join(', ')
    .slice(0, MAX_REASON);

/** The time format of the family: UTC, to the second. */
const toLogTime = (moment: Date): string => moment.toISOString().slice(0, 19).replace('T', ' ');
