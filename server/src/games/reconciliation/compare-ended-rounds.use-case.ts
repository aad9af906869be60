import { tryWithAdvisoryLock } from '../../database/advisory-lock';
import { Refusal } from '../../refusals/refusal';
import { ProviderRefusal } from '../errors';
import type { Player } from '../player-account.repository';
import type { LoggedTransaction, UnreadableTransaction } from '../port';
import { compareRound } from './compare-round';
import { payWins } from './end-round';
import {
  isSettledByHand,
  listPlayersSince,
  listRoundsMovedSince,
  type Round,
} from './ended-round.repository';
import { storeUnknownRounds } from './finding.repository';
import { matchLog, type Match, type MatchedRound } from './match-log';
import { nameOf } from './open-round.repository';
import { gapErrorAt, joinLogs, readPlayerLog, type Period, type PlayerLog } from './read-player-log';
import {
  CLOCK_SKEW_MS,
  LARGEST_SKEW_MS,
  periodOf,
  toError,
  type ReconciliationServices,
  type RepairedRound,
} from './reconcile-rounds.use-case';

/** The callbacks of younger rounds may still be on their way, and their entries may not be in the log yet. */
const YOUNGEST_MS = 10 * 60_000;
const PLAYERS_A_QUERY = 200;
/** After as many players without an answer, one after the other, the provider is down. */
const MAX_SILENT_PLAYERS = 5;
const MAX_LOST_LISTED = 1_000;
/** A slow provider must not extend the run into the next one. */
const LONGEST_MS = 6 * 3_600_000;

interface Options {
  readonly youngestMs?: number;
  readonly longestMs?: number;
  /**
   * Reads the logs of players without activity too: after a restore, the ledger may have lost all activity of
   * a player.
   */
  readonly everyPlayer?: boolean;
}

/** A transaction of the log that moved money, or may have, in a round that the ledger does not have. */
interface LostTransaction {
  readonly userId: number;
  readonly entry: LoggedTransaction | UnreadableTransaction;
}

interface Comparison {
  /** The number of ended rounds in both the ledger and the log. */
  compared: number;
  /** Rounds with differences. */
  readonly repaired: RepairedRound[];
  /** The first transactions whose rounds the ledger does not have, and the number of all. */
  readonly lost: LostTransaction[];
  lostCount: number;
  /** Players whose log was not read completely. */
  readonly unread: { readonly userId: number; readonly error: Error }[];
  /** Players who were not compared because the provider did not answer, or answered too slowly. */
  skipped: number;
}

/**
 * Compares the ended rounds in which money moved in the last `hours` with the provider's log, in both
 * directions (decision 0036). Such a round takes a win as long as its provider sends it; a win that the
 * provider gave up is paid here, under the win's own id. Rounds that the provider does not know are stored as
 * findings. Null when another process compares.
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
  const result: Comparison = { compared: 0, repaired: [], lost: [], lostCount: 0, unread: [], skipped: 0 };
  /** Players without an answer, one after the other. */
  let silent = 0;
  for (let first = 0; first < players.length; first += PLAYERS_A_QUERY) {
    const some = players.slice(first, first + PLAYERS_A_QUERY);
    const moved = (await listRoundsMovedSince(services.pool, some, period.from)).filter(
      ({ ageMs }) => ageMs >= youngestMs,
    );
    for (const [index, player] of some.entries()) {
      if (silent === MAX_SILENT_PLAYERS || performance.now() >= endsAt)
        return { ...result, skipped: players.length - first - index };
      const rounds = moved.filter(({ userId }) => userId === player.userId);
      const outcome = await addPlayerComparison(services, { player, rounds, period, youngestMs }, result);
      silent = outcome === 'silent' ? silent + 1 : 0;
    }
  }
  return result;
}

interface PlayerTask {
  readonly player: Player;
  /** Rounds in which money moved. */
  readonly rounds: readonly Round[];
  readonly period: Period;
  readonly youngestMs: number;
}

/** Adds what a player's log shows to `result`; `silent` if the provider gave no answer. */
async function addPlayerComparison(
  services: ReconciliationServices,
  { player, rounds, period, youngestMs }: PlayerTask,
  result: Comparison,
): Promise<'answered' | 'silent'> {
  const { userId, accountId } = player;
  let read: { log: PlayerLog; match: Match };
  try {
    read = await readAndMatch(services, player, rounds, period);
  } catch (thrown) {
    const error = toError(thrown);
    // A player who never played is unknown to the provider.
    if (isUnknownPlayer(error) && rounds.length === 0) return 'answered';
    result.unread.push({ userId, error });
    return isUnanswered(error) ? 'silent' : 'answered';
  }
  const { log, match } = read;
  if (log.gaps[0] !== undefined) result.unread.push({ userId, error: log.gaps[0].error });
  const ended = [...match.rounds.values()].filter(
    ({ round }) => round.state !== 'OPEN' && round.ageMs >= youngestMs,
  );
  result.compared += ended.length;
  for (const matched of ended) {
    const outcome = await repairEndedRound(services, matched);
    if (outcome !== null) result.repaired.push(outcome);
  }
  addLost(result, userId, match);
  await storeRoundsOf(services, accountId, { log, match }, rounds);
  return 'answered';
}

function addLost(result: Comparison, userId: number, { strangers, unreadableStrangers }: Match): void {
  const moving = strangers.filter(({ bet, win }) => bet + win > 0n);
  for (const entry of [...moving, ...unreadableStrangers]) {
    result.lostCount += 1;
    if (result.lost.length < MAX_LOST_LISTED) result.lost.push({ userId, entry });
  }
}

const isUnknownPlayer = (error: Error): boolean =>
  error instanceof ProviderRefusal && error.meaning === 'player-unknown';

/** Whether the provider gave no log, so that a later run may read it. */
export const isUnanswered = (error: Error): boolean => error instanceof Refusal && !isUnknownPlayer(error);

/**
 * The log of a period and of the rounds that began before it, and a wider log when rounds are missing: the
 * provider's clock may be wrong.
 */
async function readAndMatch(
  { logReader, pool }: ReconciliationServices,
  { userId, accountId }: Player,
  rounds: readonly Round[],
  period: Period,
): Promise<{ log: PlayerLog; match: Match }> {
  const log = await readPlayerLog(logReader, userId, [period, ...rounds.map(periodOf)], CLOCK_SKEW_MS);
  // Rounds are read after the log, so that callbacks that arrived meanwhile are not paid twice.
  const match = await matchLog(pool, accountId, log);
  const missing = listMissing(log, match, rounds);
  if (missing.length === 0) return { log, match };
  const wider = joinLogs(log, await readPlayerLog(logReader, userId, missing.map(periodOf), LARGEST_SKEW_MS));
  return { log: wider, match: await matchLog(pool, accountId, wider) };
}

/** The rounds that a whole log does not mention. A round that was taken back moved no money. */
const listMissing = (log: PlayerLog, match: Match, rounds: readonly Round[]): Round[] =>
  rounds.filter(
    (round) =>
      round.state === 'SETTLED' &&
      !match.rounds.has(nameOf(round)) &&
      gapErrorAt(log, round.openedAt) === null,
  );

/**
 * Stores which of a player's rounds the provider does not know. A round that an operator settled was agreed
 * with the provider.
 */
async function storeRoundsOf(
  { pool }: ReconciliationServices,
  accountId: number,
  { log, match }: { readonly log: PlayerLog; readonly match: Match },
  rounds: readonly Round[],
): Promise<void> {
  const unknown: Round[] = [];
  for (const round of listMissing(log, match, rounds))
    if (!(await isSettledByHand(pool, round))) unknown.push(round);
  const known = rounds.filter(
    (round) => !unknown.includes(round) && gapErrorAt(log, round.openedAt) === null,
  );
  await storeUnknownRounds(pool, accountId, { unknown, known });
}

/** Null when ledger and log agree, or when the round was settled by agreement with the provider. */
async function repairEndedRound(
  services: ReconciliationServices,
  matched: MatchedRound,
): Promise<RepairedRound | null> {
  const { round } = matched;
  const comparison = compareRound(matched);
  if (comparison.kind === 'agrees' || (await isSettledByHand(services.pool, round))) return null;
  switch (comparison.kind) {
    case 'unreadable':
      return { round, repair: 'unreadable', error: new Error(comparison.reason) };
    case 'differs':
      return { round, repair: 'differs', reason: comparison.reason };
    case 'unlogged':
      return { round, repair: 'differs', reason: 'the log lacks stakes' };
    case 'owes':
      return payOwedWins(services, matched, comparison.wins);
  }
}

async function payOwedWins(
  services: ReconciliationServices,
  { round }: MatchedRound,
  wins: readonly LoggedTransaction[],
): Promise<RepairedRound> {
  try {
    return (await payWins(services, round, wins))
      ? { round, repair: 'paid' }
      : { round, repair: 'differs', reason: 'the ledger refuses the win' };
  } catch (error) {
    return { round, repair: 'failed', error: toError(error) };
  }
}
