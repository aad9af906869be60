import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Config } from '../../config/config';
import type { Queryable } from '../../database/pool';
import type { ObserveProviderCall } from '../../observability/metrics';
import { gamesUnavailable, ProviderRefusal } from '../errors';
import {
  LogTooLong,
  type LogReader,
  type LoggedTransaction,
  type TransactionLog,
  type UnreadableTransaction,
} from '../port';
import { word } from './callback.schemas';
import { describeIssue } from './describe-issue';
import { readVendorAmount } from './money-unit';
import { movementIdsOf } from './movement-id';
import { DOCUMENTED_TYPES, listGameTypes } from './game-type.repository';
import { createOperatorCall, type OperatorCall, type ProviderAddress } from './operator-call';

const PER_PAGE = 1_000;
const MAX_PAGES = 50;
const MAX_REASON = 200;
/** The limit of ids. */
const MAX_IDENTIFIER = 128;
/** Types whose bets are decided within the round. A bet on sport is decided when its match is over. */
const DECIDED_AT_ONCE: readonly string[] = ['slot', 'live', 'MN'];

/** Texts that some vendors write where there is no second id. */
const NONE: readonly unknown[] = [undefined, null, '', 0];

const identifier = z.pipe(z.union([word, z.int()]), z.transform(String));
const optionalIdentifier = z.pipe(
  z.transform((value: unknown) => (NONE.includes(value) ? undefined : value)),
  z.optional(identifier),
);
const entrySchema = z.object({
  provider_code: identifier,
  game_code: optionalIdentifier,
  user_code: optionalIdentifier,
  round_id: optionalIdentifier,
  history_id: optionalIdentifier,
  created_at: z.optional(z.unknown()),
  txn_id: identifier,
  txn_id_v2: optionalIdentifier,
  txn_type: z.enum(['debit', 'credit', 'debit_credit']),
  bet_money: z.optional(z.unknown()),
  win_money: z.optional(z.unknown()),
});
type Entry = z.infer<typeof entrySchema>;
type RawEntry = Readonly<Record<string, unknown>>;

const wholeNumber = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)),
  z.optional(z.nullable(z.int())),
);
const pageSchema = z.looseObject({ total_count: wholeNumber });

type LogSettings = Pick<Config, 'PROVIDER_MONEY_UNIT' | 'PROVIDER_MOVEMENT_ID'>;

/** Reads the logs of an aggregator of the gold_api family. */
export function createGoldApiLog(
  database: Queryable,
  config: ProviderAddress & LogSettings,
  observeCall?: ObserveProviderCall,
): LogReader {
  const call = createOperatorCall(config, observeCall);
  return {
    async readLog(period) {
      return readGameLog(call, config, await listGameTypes(database), period);
    },
  };
}

interface LogPeriod {
  readonly userCode: string;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Reads a player's transactions of all game types from get_game_log. Throws LogTooLong when there are too
 * many, and gamesUnavailable for an answer that is no log: without a list no transaction may count as
 * missing.
 */
async function readGameLog(
  call: OperatorCall,
  settings: LogSettings,
  gameTypes: readonly string[],
  period: LogPeriod,
): Promise<TransactionLog> {
  const transactions: LoggedTransaction[] = [];
  const unreadable: UnreadableTransaction[] = [];
  let isWhole = true;
  let hasList = false;
  for (const gameType of gameTypes) {
    const list = await readList(call, gameType, period).catch((error: unknown) => {
      if (!hasNoSuchType(error, gameType)) throw error;
      return NO_LIST;
    });
    hasList ||= list.isList;
    isWhole &&= list.isWhole;
    for (const [index, raw] of list.entries.entries()) {
      const entry = readEntry(raw, `entry ${index + 1} of ${gameType}`, gameType, settings);
      if ('reason' in entry) unreadable.push(entry);
      else transactions.push(entry);
    }
  }
  if (!hasList) throw gamesUnavailable(new Error(`the round log has no list ${gameTypes.join(' or ')}`));
  return { transactions, unreadable, isWhole };
}

/**
 * Whether a vendor refuses a list because it has no games of the type. Every vendor has the documented types.
 */
const hasNoSuchType = (error: unknown, gameType: string): boolean =>
  !DOCUMENTED_TYPES.includes(gameType) &&
  error instanceof ProviderRefusal &&
  /invalid_?(parameter|game_?type)/i.test(error.msg);

interface List {
  readonly entries: readonly RawEntry[];
  /** False when no page had a list of this type. */
  readonly isList: boolean;
  /** False when entries may be missing: the vendor answers each page alike. */
  readonly isWhole: boolean;
}

const NO_LIST: List = { entries: [], isList: false, isWhole: true };

/** Reads a list up to its last page: the one that `total_count` tells, otherwise the first empty one. */
async function readList(call: OperatorCall, gameType: string, period: LogPeriod): Promise<List> {
  const entries: RawEntry[] = [];
  let before: readonly RawEntry[] = [];
  let repeats = 0;
  let read = 0;
  for (let page = 0; ; page += 1) {
    // Transactions missing from a cut log would count as never made, and their stakes would be returned.
    if (page === MAX_PAGES) throw new LogTooLong(`the round log has more than ${MAX_PAGES} pages`);
    const { found, total, isList } = await readPage(call, gameType, period, page);
    // A short page is not the last one: vendors may have smaller pages than requested.
    if (found.length === 0)
      return { entries, isList: isList || page > 0, isWhole: total === null || read >= total };
    if (total !== null && total > MAX_PAGES * PER_PAGE)
      throw new LogTooLong(`the round log has ${total} entries`);
    repeats = isDeepStrictEqual(found, before) ? repeats + 1 : 0;
    // One repeat is normal for vendors that count pages from 1.
    if (repeats === 2) return { entries, isList: true, isWhole: total !== null && entries.length >= total };
    before = found;
    read += repeats === 0 ? found.length : 0;
    addNew(entries, found);
    if (total !== null && read >= total && entries.length >= total)
      return { entries, isList: true, isWhole: true };
  }
}

async function readPage(
  call: OperatorCall,
  gameType: string,
  { userCode, from, to }: LogPeriod,
  page: number,
): Promise<{ found: readonly RawEntry[]; total: number | null; isList: boolean }> {
  const body = {
    user_code: userCode,
    game_type: gameType,
    start: toLogTime(from),
    end: toLogTime(to),
    page,
    perPage: PER_PAGE,
  };
  const answer = await call('get_game_log', body, pageSchema);
  const list = answer[gameType];
  if (list === undefined || list === null)
    return { found: [], total: null, isList: answer.total_count === 0 };
  if (!Array.isArray(list)) throw gamesUnavailable(new Error(`${gameType} of the round log is no list`));
  const found = list.map((entry, index) => {
    if (typeof entry === 'object' && entry !== null) return entry as RawEntry;
    throw gamesUnavailable(new Error(`entry ${index + 1} of ${gameType} in the round log is no object`));
  });
  // The players of a live table share the ids of rounds: another player's win would be paid.
  if (found.some(({ user_code: code }) => !NONE.includes(code) && String(code) !== userCode))
    throw gamesUnavailable(new Error('the round log has an entry of another player'));
  return { found, total: answer.total_count ?? null, isList: true };
}

/**
 * Adds entries that no earlier page had: pages shift while a player plays. Entries without `history_id` are
 * compared as a whole.
 */
function addNew(entries: RawEntry[], found: readonly RawEntry[]): void {
  const known = new Set(
    entries
      .map(({ history_id: id }) => id)
      .filter((id) => !NONE.includes(id))
      .map(String),
  );
  for (const entry of found) {
    const id = entry.history_id;
    const isKnown = NONE.includes(id)
      ? entries.some((earlier) => isDeepStrictEqual(earlier, entry))
      : known.has(String(id));
    if (!isKnown) entries.push(entry);
  }
}

function readEntry(
  raw: RawEntry,
  place: string,
  gameType: string,
  settings: LogSettings,
): LoggedTransaction | UnreadableTransaction {
  const parsed = entrySchema.safeParse(raw);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => describeIssue(raw, issue));
    return unreadableOf(raw, `${place}: ${faults.join(', ')}`);
  }
  const entry = parsed.data;
  const amounts = amountsOf(entry, settings);
  if (typeof amounts === 'string') return unreadableOf(raw, `${place}: ${amounts}`);
  const { transactionId, otherTransactionId } = movementIdsOf(entry, settings.PROVIDER_MOVEMENT_ID);
  return {
    providerCode: entry.provider_code,
    gameCode: entry.game_code ?? null,
    roundId: entry.round_id ?? null,
    vendorId: entry.txn_id,
    transactionId,
    otherTransactionId,
    historyId: entry.history_id ?? null,
    loggedAt: typeof entry.created_at === 'string' ? entry.created_at : null,
    // As in the ledger: a free spin in a round of its own is a debit_credit without a bet.
    isStake: entry.txn_type === 'debit' || amounts.bet > 0n,
    isDecidedAtOnce: DECIDED_AT_ONCE.includes(gameType),
    ...amounts,
  };
}

/**
 * The amounts that count for the type, or a sentence on the field that is no amount. The other figure may be
 * anything.
 */
function amountsOf(
  { txn_type: type, bet_money: betMoney, win_money: winMoney }: Entry,
  { PROVIDER_MONEY_UNIT: unit }: LogSettings,
): { bet: bigint; win: bigint } | string {
  const bet = type === 'credit' ? 0n : readVendorAmount(betMoney, unit);
  if (bet === null) return `bet_money ${JSON.stringify(betMoney)} is no amount in ${unit}`;
  const win = type === 'debit' ? 0n : readVendorAmount(winMoney, unit);
  if (win === null) return `win_money ${JSON.stringify(winMoney)} is no amount in ${unit}`;
  return { bet, win };
}

function unreadableOf(raw: RawEntry, reason: string): UnreadableTransaction {
  const textOf = (value: unknown): string | null =>
    (typeof value === 'string' && value.length <= MAX_IDENTIFIER) || typeof value === 'number'
      ? String(value)
      : null;
  return {
    providerCode: textOf(raw.provider_code),
    roundId: textOf(raw.round_id),
    vendorId: textOf(raw.txn_id),
    reason: reason.slice(0, MAX_REASON),
  };
}

/** The time format of the family: UTC, to the second. */
const toLogTime = (moment: Date): string => moment.toISOString().slice(0, 19).replace('T', ' ');
