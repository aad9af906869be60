import { tryWithAdvisoryLock } from '../../database/advisory-lock';
import { Refusal } from '../../refusals/refusal';
import { ProviderRefusal } from '../errors';
import { RoundLogTooLong, userCodeOf, type LoggedRound, type RoundLog } from '../port';
import type { Player } from '../player-account.repository';
import { payMissingWin } from './end-round';
import {
  findRounds,
  isSettledByHand,
  listPlayersSince,
  listRoundsMovedSince,
  type Round,
} from './ended-round.repository';
import { storeUnknownRounds } from './finding.repository';
import type { OpenRound } from './open-round.repository';
import {
  byName,
  CLOCK_SKEW_MS,
  LARGEST_SKEW_MS,
  nameOf,
  NO_PAGES,
  toError,
  type ReconciliationServices,
  type RepairedRound,
} from './reconcile-rounds.use-case';

/** The callbacks of younger rounds may still be on their way, and their entries may not be in the log yet. */
const YOUNGEST_MS = 10 * 60_000;
/** Periods with too many rounds are halved down to this length. */
const SHORTEST_MS = 60_000;
/** Periods of a player that are closer together are read as one. */
const GAP_MS = 24 * 3_600_000;
/** More rounds than a player can play in a day, two a second. */
const MAX_ROUNDS_OF_PLAYER = 200_000;
const PLAYERS_A_QUERY = 200;
/** After as many players without an answer, one after the other, the provider is down. */
const MAX_SILENT_PLAYERS = 5;
const MAX_LOST_LISTED = 1_000;
/** A slow provider must not extend the run into the next one. */
const LONGEST_MS = 6 * 3_600_000;

interface Options {
  readonly youngestMs?: number;
  readonly longestMs?: number;
  /** Reads the logs of players without activity too: after a restore, the ledger may have lost all activity of a player. */
  readonly everyPlayer?: boolean;
}

interface Comparison {
  /** The number of ended rounds in both the ledger and the log. */
  readonly compared: number;
  /** Rounds with differences. */
  readonly repaired: readonly RepairedRound[];
  /** The first entries of logs whose rounds the ledger does not have, and the number of all. */
  readonly lost: readonly { readonly userId: number; readonly line: LoggedRound }[];
  readonly lostCount: number;
  /** Players whose log was not read completely. */
  readonly unread: readonly { readonly userId: number; readonly error: Error }[];
  /** Players who were not compared because the provider did not answer, or answered too slowly. */
  readonly skipped: number;
}

interface Period {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Compares the ended rounds in which money moved in the last `hours` with the provider's log, in both directions (decision 0036).
 * Such a round takes a win as long as its provider sends it; a win that the provider gave up is paid here, under the win's own id.
 * Rounds that the provider does not know are stored as findings. Null when another process compares.
 */
export const compareEndedRounds = (
  services: ReconciliationServices,
  hours: number,
  options: Options = {},
): Promise<Comparison | null> =>
  tryWithAdvisoryLock(services.pool, 'palier-comparison', () => compareAll(services, hours, options));

async function compareAll(
  services: ReconciliationServices,
  hours: number,
  { youngestMs = YOUNGEST_MS, longestMs = LONGEST_MS, everyPlayer = false }: Options,
): Promise<Comparison> {
  const endsAt = performance.now() + longestMs;
  const period = { from: new Date(Date.now() - hours * 3_600_000), to: new Date() };
  const players = await listPlayersSince(services.pool, period.from, everyPlayer);
  let compared = 0;
  const repaired: RepairedRound[] = [];
  const lost: Comparison['lost'][number][] = [];
  let lostCount = 0;
  const unread: Comparison['unread'][number][] = [];
  /** Players without an answer, one after the other. */
  let silent = 0;
  for (let first = 0; first < players.length; first += PLAYERS_A_QUERY) {
    const some = players.slice(first, first + PLAYERS_A_QUERY);
    const moved = (await listRoundsMovedSince(services.pool, some, period.from)).filter(
      ({ ageMs }) => ageMs >= youngestMs,
    );
    for (const [index, player] of some.entries()) {
      const { userId } = player;
      if (silent === MAX_SILENT_PLAYERS || performance.now() >= endsAt)
        return { compared, repaired, lost, lostCount, unread, skipped: players.length - first - index };
      const ofPlayer = moved.filter((round) => round.userId === userId);
      let log: RoundLog;
      try {
        log = await readLog(services, userId, ofPlayer, period);
        silent = 0;
      } catch (thrown) {
        const error = toError(thrown);
        // A player who never played is unknown to the provider.
        if (isUnknownPlayer(error) && ofPlayer.length === 0) continue;
        unread.push({ userId, error });
        silent = isUnanswered(error) ? silent + 1 : 0;
        continue;
      }
      if (!log.isWhole) unread.push({ userId, error: new Error(NO_PAGES) });
      const lines = byName(log.rounds);
      // Read after the log, so that callbacks that arrived meanwhile are not paid twice.
      const found = await findRounds(services.pool, player.accountId, [...lines.values()]);
      const ended = found.filter(({ state, ageMs }) => state !== 'OPEN' && ageMs >= youngestMs);
      compared += ended.length;
      for (const round of ended) {
        const outcome = await compareRound(services, round, lines.get(nameOf(round))!);
        if (outcome !== null) repaired.push(outcome);
      }
      for (const round of found) lines.delete(nameOf(round));
      for (const line of lines.values())
        if (hasMovedMoney(line)) {
          lostCount += 1;
          if (lost.length < MAX_LOST_LISTED) lost.push({ userId, line });
        }
      await storeRoundsOf(services, player, log, ofPlayer);
    }
  }
  return { compared, repaired, lost, lostCount, unread, skipped: 0 };
}

const isUnknownPlayer = (error: Error): boolean =>
  error instanceof ProviderRefusal && error.msg === 'INVALID_USER';

/** Whether the provider gave no log, so that a later run may read it. */
export const isUnanswered = (error: Error): boolean => error instanceof Refusal && !isUnknownPlayer(error);

/** The log of a period and of the rounds that began before it, and a wider log when rounds are missing: the provider's clock may be wrong. */
async function readLog(
  services: ReconciliationServices,
  userId: number,
  rounds: readonly Round[],
  period: Period,
): Promise<RoundLog> {
  const logs: RoundLog[] = [];
  const read = async (periods: readonly Period[]): Promise<void> => {
    for (const one of periods) await readPeriod(one);
  };
  const readPeriod = async ({ from, to }: Period): Promise<void> => {
    try {
      logs.push(await services.aggregator.readRounds({ userCode: userCodeOf(userId), from, to }));
    } catch (error) {
      if (!(error instanceof RoundLogTooLong) || to.getTime() - from.getTime() < SHORTEST_MS) throw error;
      const middle = new Date((from.getTime() + to.getTime()) / 2);
      await readPeriod({ from, to: middle });
      await readPeriod({ from: middle, to });
    }
    if (logs.reduce((sum, log) => sum + log.rounds.length, 0) > MAX_ROUNDS_OF_PLAYER)
      throw new Error(`the round logs of the player have more than ${MAX_ROUNDS_OF_PLAYER} rounds`);
  };
  await read(joinPeriods([period, ...rounds.map(periodOf)], CLOCK_SKEW_MS));
  const missing = listMissing(logs, rounds);
  if (missing.length > 0) await read(joinPeriods(missing.map(periodOf), LARGEST_SKEW_MS));
  return { rounds: logs.flatMap((log) => log.rounds), isWhole: logs.every(({ isWhole }) => isWhole) };
}

const periodOf = ({ openedAt }: OpenRound): Period => ({ from: openedAt, to: openedAt });

/** The periods, wider by `skewMs` on both sides, in order of time; those that are close together as one. */
function joinPeriods(periods: readonly Period[], skewMs: number): Period[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of [...periods].sort((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = joined.at(-1);
    const next = { from: from.getTime() - skewMs, to: to.getTime() + skewMs };
    if (last !== undefined && next.from - last.to <= GAP_MS) last.to = Math.max(last.to, next.to);
    else joined.push(next);
  }
  return joined.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }));
}

/** The rounds that no log has; empty when a log was not read to its end. A round that was taken back moved no money. */
function listMissing(logs: readonly RoundLog[], rounds: readonly Round[]): Round[] {
  if (!logs.every(({ isWhole }) => isWhole)) return [];
  const names = new Set(logs.flatMap((log) => log.rounds.map(nameOf)));
  return rounds.filter((round) => round.state === 'SETTLED' && !names.has(nameOf(round)));
}

/** Stores which of a player's rounds the provider does not know. A round that an operator settled was agreed with the provider. */
async function storeRoundsOf(
  services: ReconciliationServices,
  { accountId }: Player,
  log: RoundLog,
  rounds: readonly Round[],
): Promise<void> {
  const missing = listMissing([log], rounds);
  const unknown: Round[] = [];
  for (const round of missing) if (!(await isSettledByHand(services.pool, round))) unknown.push(round);
  const known = log.isWhole ? rounds.filter((round) => !unknown.includes(round)) : [];
  await storeUnknownRounds(services.pool, accountId, { unknown, known });
}

/** Whether a round that the ledger does not have should be there: a stake of a pending round may not have been taken yet. */
const hasMovedMoney = (line: LoggedRound): boolean =>
  line.state === 'unreadable' ||
  (line.state === 'settled' && line.bet + line.win > 0n) ||
  (line.state === 'pending' && line.win > 0n);

/** Null when ledger and log agree, or when the round was settled by agreement with the provider. */
async function compareRound(
  services: ReconciliationServices,
  round: OpenRound,
  line: LoggedRound,
): Promise<RepairedRound | null> {
  // A pending round may still agree; a refused stake was refunded here.
  if (line.state === 'pending' || (line.state === 'refused' && round.bet === 0n)) return null;
  if (line.state === 'settled' && line.bet === round.bet && line.win === round.win) return null;
  if (await isSettledByHand(services.pool, round)) return null;
  if (line.state === 'unreadable') return { round, repair: 'unreadable', error: new Error(line.reason) };
  try {
    const repair = line.state === 'refused' ? 'differs' : await payMissingWin(services, round, line);
    return repair === null ? null : { round, line, repair };
  } catch (error) {
    return { round, line, repair: 'failed', error: toError(error) };
  }
}
