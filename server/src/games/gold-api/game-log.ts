import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
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
import { makeEntryKey, ABSENT, readEntry, type LogSettings, type RawEntry } from './game-log-entry';
import { listIn } from './list-in';
import { DOCUMENTED_TYPES, listGameTypes } from './game-type.repository';
import { lettersOf } from './meanings';
import { createOperatorCall, type OperatorCall, type ProviderAddress } from './operator-call';
import { createProviderSpelling } from './provider-spelling';

const PER_PAGE = 1_000;
const MAX_PAGES = 50;
const pageSchema = z.looseObject({ total_count: z.optional(z.unknown()) });

/** Reads the logs of an aggregator of the gold_api family. */
export function createGoldApiLog(
  database: Queryable,
  config: ProviderAddress & LogSettings,
  observeCall?: ObserveProviderCall,
): LogReader {
  const call = createOperatorCall(config, observeCall);
  const spell = createProviderSpelling(database);
  const paging: Paging = { isFromZero: false };
  return {
    async readLog(period) {
      const log = await readGameLog(
        { call, paging, gameTypes: await listGameTypes(database) },
        config,
        period,
      );
      return {
        ...log,
        transactions: await spell(log.transactions),
        unreadable: await spell(log.unreadable),
      };
    },
  };
}

/** What was seen of a vendor's pages. */
interface Paging {
  isFromZero: boolean;
}

interface LogSource {
  readonly call: OperatorCall;
  readonly paging: Paging;
  readonly gameTypes: readonly string[];
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
  source: LogSource,
  settings: LogSettings,
  period: LogPeriod,
): Promise<TransactionLog> {
  const transactions: LoggedTransaction[] = [];
  const unreadable: UnreadableTransaction[] = [];
  const lists = await readLists(source, period);
  if (!lists.some(({ isList }) => isList))
    throw gamesUnavailable(new Error(`the round log has no list ${source.gameTypes.join(' or ')}`));
  for (const { gameType, entries } of lists) {
    const equals = new Map<string, number>();
    for (const [index, raw] of entries.entries()) {
      const entry = readEntry(raw, `entry ${index + 1} of ${gameType}`, gameType, settings);
      if ('reason' in entry) unreadable.push(entry);
      else transactions.push({ ...entry, entryKey: makeEntryKey(equals, entry) });
    }
  }
  return { transactions, unreadable, isWhole: lists.every(({ isWhole }) => isWhole) };
}

/**
 * The lists of all types. A vendor that counts its pages from 1 may answer page 0 without entries: page 1 is
 * then asked for, until some page 0 had entries.
 */
async function readLists(
  { call, paging, gameTypes }: LogSource,
  period: LogPeriod,
): Promise<readonly TypedList[]> {
  let lists: TypedList[] = [];
  for (const firstPage of paging.isFromZero ? [0] : [0, 1]) {
    lists = [];
    for (const gameType of gameTypes) {
      const list = await readList(call, { gameType, firstPage }, period).catch((error: unknown) => {
        if (!hasNoSuchType(error, gameType)) throw error;
        return NO_LIST;
      });
      lists.push({ gameType, ...list });
    }
    if (lists.some(({ entries }) => entries.length > 0)) {
      paging.isFromZero = firstPage === 0;
      break;
    }
  }
  return lists;
}

/**
 * Whether a vendor refuses a list because it has no games of the type. Every vendor has the documented types.
 */
const hasNoSuchType = (error: unknown, gameType: string): boolean =>
  !DOCUMENTED_TYPES.includes(gameType) &&
  error instanceof ProviderRefusal &&
  (error.meaning === 'type-unknown' ||
    error.meaning === 'game-unknown' ||
    /invalidparameter/.test(lettersOf(error.msg)));

interface List {
  readonly entries: readonly RawEntry[];
  /** False when no page had a list of this type. */
  readonly isList: boolean;
  /** False when entries may be missing: the vendor answers each page alike. */
  readonly isWhole: boolean;
}

type TypedList = List & { readonly gameType: string };

const NO_LIST: List = { entries: [], isList: false, isWhole: true };

/**
 * Reads a list up to its last page: the one that `total_count` tells, otherwise the first empty one. A
 * `total_count` that is not above the entries of the first page may count the page alone, and is no end.
 */
async function readList(
  call: OperatorCall,
  { gameType, firstPage }: { readonly gameType: string; readonly firstPage: number },
  period: LogPeriod,
): Promise<List> {
  const entries: RawEntry[] = [];
  const known = new Set<string>();
  let before: readonly RawEntry[] = [];
  let repeats = 0;
  let read = 0;
  let most = 0;
  let ofFirstPage: number | null = null;
  for (let page = firstPage; ; page += 1) {
    // Transactions missing from a cut log would count as never made, and their stakes would be returned.
    if (page === MAX_PAGES) throw new LogTooLong(`the round log has more than ${MAX_PAGES} pages`);
    const { found, total, isList } = await readPage(call, gameType, period, page);
    most = Math.max(most, total ?? 0);
    ofFirstPage ??= found.length;
    // A short page is not the last one: vendors may have smaller pages than requested.
    if (found.length === 0) return { entries, isList: isList || page > firstPage, isWhole: read >= most };
    refuseTooMany(total);
    repeats = isDeepStrictEqual(found, before) ? repeats + 1 : 0;
    // One repeat is normal for vendors that count pages from 1.
    if (repeats === 2) return { entries, isList: true, isWhole: total !== null && entries.length >= total };
    before = found;
    read += repeats === 0 ? found.length : 0;
    addNew(entries, known, found);
    if (total !== null && total > ofFirstPage && entries.length >= most)
      return { entries, isList: true, isWhole: true };
  }
}

function refuseTooMany(total: number | null): void {
  if (total !== null && total > MAX_PAGES * PER_PAGE)
    throw new LogTooLong(`the round log has ${total} entries`);
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
  const answer = await call('get_game_log', body, pageSchema).catch((error: unknown) => {
    if (error instanceof ProviderRefusal && error.meaning === 'nothing-listed') return { [gameType]: [] };
    throw error;
  });
  const total = readTotal(answer.total_count);
  const named = answer[gameType];
  if (named === undefined || named === null) return { found: [], total: null, isList: total === 0 };
  const list = listIn(named);
  if (!Array.isArray(list)) throw gamesUnavailable(new Error(`${gameType} of the round log is no list`));
  const found = list.map((entry, index) => {
    if (typeof entry === 'object' && entry !== null) return entry as RawEntry;
    throw gamesUnavailable(new Error(`entry ${index + 1} of ${gameType} in the round log is no object`));
  });
  // The players of a live table share the ids of rounds: another player's win would be paid.
  if (found.some(({ user_code: code }) => !ABSENT.includes(code) && String(code).toLowerCase() !== userCode))
    throw gamesUnavailable(new Error('the round log has an entry of another player'));
  return { found, total, isList: true };
}

/** The number of entries that a page tells, as a number or a text; null where it tells none. */
function readTotal(value: unknown): number | null {
  const total = typeof value === 'string' && /^\d+(\.0+)?$/.test(value) ? Number(value) : value;
  return typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 ? total : null;
}

/**
 * Adds entries that no earlier page had: pages shift while a player plays. Equal entries of one page are
 * several transactions.
 */
function addNew(entries: RawEntry[], known: Set<string>, found: readonly RawEntry[]): void {
  const keys = found.map((entry) => JSON.stringify(entry));
  for (const [index, entry] of found.entries()) if (!known.has(keys[index]!)) entries.push(entry);
  for (const key of keys) known.add(key);
}

/** The time format of the family: UTC, to the second. */
const toLogTime = (moment: Date): string => moment.toISOString().slice(0, 19).replace('T', ' ');
