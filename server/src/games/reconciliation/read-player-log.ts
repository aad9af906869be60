import {
  LogTooLong,
  userCodeOf,
  type LogReader,
  type LoggedTransaction,
  type UnreadableTransaction,
} from '../port';

export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** A period of which transactions may be missing, and why. */
interface Gap extends Period {
  readonly error: Error;
}

export interface PlayerLog {
  readonly transactions: readonly LoggedTransaction[];
  readonly unreadable: readonly UnreadableTransaction[];
  readonly gaps: readonly Gap[];
}

/** Periods with too many transactions are halved down to this length. */
const SHORTEST_MS = 10 * 60_000;
/**
 * After this many periods with too many transactions, the others are not read and become gaps. Otherwise a
 * provider whose log never ends would get thousands of calls.
 */
const MAX_TOO_LONG = 12;
/** Periods that are closer together are read as one. */
const JOINED_WITHIN_MS = 3_600_000;
/** More transactions than a player can make in a day, two a second. */
const MAX_TRANSACTIONS = 200_000;
const EVERY_PAGE_ALIKE = 'every page of the round log is the same, and the round is not on it';

/**
 * Reads a player's log of some periods, each `skewMs` wider on both sides because clocks differ. A period
 * that is too long is halved; one that still is becomes a gap, so that it does not block the others. Throws
 * the provider's refusal or failure.
 */
export async function readPlayerLog(
  reader: LogReader,
  userId: number,
  periods: readonly Period[],
  skewMs: number,
): Promise<PlayerLog> {
  const transactions = new Map<string, LoggedTransaction>();
  const unreadable = new Map<string, UnreadableTransaction>();
  const gaps: Gap[] = [];
  let tooLong: LogTooLong[] = [];
  const read = async (period: Period): Promise<void> => {
    if (tooLong.length >= MAX_TOO_LONG) {
      gaps.push({ ...period, error: tooLong[0]! });
      return;
    }
    try {
      const log = await reader.readLog({ userCode: userCodeOf(userId), ...period });
      add(transactions, log.transactions);
      for (const one of log.unreadable) unreadable.set(`${one.vendorId} ${one.reason}`, one);
      if (!log.isWhole) gaps.push({ ...period, error: new Error(EVERY_PAGE_ALIKE) });
    } catch (error) {
      if (!(error instanceof LogTooLong)) throw error;
      tooLong = [...tooLong, error];
      const halves = halvesOf(period);
      if (halves === null) gaps.push({ ...period, error });
      else for (const half of halves) await read(half);
    }
    if (transactions.size > MAX_TRANSACTIONS)
      throw new Error(`the log of the player has more than ${MAX_TRANSACTIONS} transactions`);
  };
  for (const period of joinPeriods(periods, skewMs)) await read(period);
  return {
    transactions: inOrder([...transactions.values()]),
    unreadable: [...unreadable.values()],
    gaps,
  };
}

/** Why a round that began then may be missing from the log, or null when the log is whole there. */
export const gapErrorAt = ({ gaps }: PlayerLog, openedAt: Date): Error | null =>
  gaps.find(({ from, to }) => from <= openedAt && openedAt <= to)?.error ?? null;

/** Both logs as one. */
export const joinLogs = (a: PlayerLog, b: PlayerLog): PlayerLog => {
  const transactions = new Map<string, LoggedTransaction>();
  add(transactions, a.transactions);
  add(transactions, b.transactions);
  return {
    transactions: inOrder([...transactions.values()]),
    unreadable: [...a.unreadable, ...b.unreadable],
    gaps: [...a.gaps, ...b.gaps],
  };
};

/**
 * Adds transactions that are not among `known`. Some vendors answer the list of every game type alike: the
 * first type counts.
 */
function add(known: Map<string, LoggedTransaction>, transactions: readonly LoggedTransaction[]): void {
  for (const one of transactions) if (!known.has(one.entryKey)) known.set(one.entryKey, one);
}

function halvesOf({ from, to }: Period): readonly [Period, Period] | null {
  if (to.getTime() - from.getTime() < SHORTEST_MS) return null;
  const middle = new Date((from.getTime() + to.getTime()) / 2);
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}

/** The periods, wider by `skewMs` on both sides, in order of time; those that are close together as one. */
function joinPeriods(periods: readonly Period[], skewMs: number): Period[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of [...periods].sort((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = joined.at(-1);
    const next = { from: from.getTime() - skewMs, to: to.getTime() + skewMs };
    if (last !== undefined && next.from - last.to <= JOINED_WITHIN_MS) last.to = Math.max(last.to, next.to);
    else joined.push(next);
  }
  return joined.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }));
}

/**
 * In the order of the log: by date, then by the entry's own number. Entries without either stay in their
 * order.
 */
const inOrder = (transactions: readonly LoggedTransaction[]): readonly LoggedTransaction[] =>
  transactions.toSorted((a, b) => {
    if (a.loggedAt !== b.loggedAt && a.loggedAt !== null && b.loggedAt !== null)
      return a.loggedAt < b.loggedAt ? -1 : 1;
    return compareNumbers(a.historyId, b.historyId);
  });

function compareNumbers(a: string | null, b: string | null): number {
  if (a === null || b === null || !/^\d+$/.test(a) || !/^\d+$/.test(b)) return 0;
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}
