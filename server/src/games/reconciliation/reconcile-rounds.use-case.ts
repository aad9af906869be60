import type { Pool } from '../../database/pool';
import { tryWithAdvisoryLock } from '../../database/advisory-lock';
import type { GameWallet } from '../apply-game-movement.use-case';
import type { LogReader } from '../port';
import { compareRound } from './compare-round';
import { closeRound, payWins, refundStakes } from './end-round';
import { matchLog, type Match, type MatchedRound } from './match-log';
import {
  listActiveStakes,
  listOpenRounds,
  nameOf,
  readOpenRound,
  storeChecks,
  type OpenRound,
  type RoundStake,
  type RoundCheck,
} from './open-round.repository';
import { gapErrorAt, joinLogs, readPlayerLog, type Period, type PlayerLog } from './read-player-log';

/**
 * The outcomes of a round, as operators read them. People must settle a round that differs or is unreadable.
 */
export const REPAIRS = {
  // Also when its callbacks arrived while the log was read.
  closed: 'closed without a win',
  paid: 'win paid',
  refunded: 'stake refunded',
  pending: 'not decided yet',
  unknown: 'unknown to the provider',
  differs: 'LEDGER AND PROVIDER LOG DIFFER',
  unreadable: 'UNREADABLE IN THE PROVIDER LOG',
  // Or its log is too long.
  unanswered: 'the provider does not answer',
  failed: 'FAILED, to be tried again',
} as const;
export type Repair = keyof typeof REPAIRS;

export interface RepairedRound {
  readonly round: OpenRound;
  readonly repair: Repair;
  /** What differs, as a part of a sentence. */
  readonly reason?: string;
  readonly error?: Error;
}

interface ReconciliationOptions {
  readonly olderThanMs: number;
  /**
   * After this time, stakes missing from the provider's log count as never taken there, and undecided bets as
   * lost.
   */
  readonly forgottenAfterMs?: number;
  /** Includes the rounds whose next check is not due yet, without the limit of a run. */
  readonly includesChecked?: boolean;
  /** Stops before the next player. */
  readonly signal?: AbortSignal;
}

/** The requested period is this much wider on both sides, because clocks differ. */
export const CLOCK_SKEW_MS = 10 * 60_000;
/**
 * The requested period is this much wider for a round that was not found, before its stake is refunded: the
 * provider's clock may be wrong, or its log be in another time zone.
 */
export const LARGEST_SKEW_MS = 24 * 3_600_000;
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;
/**
 * How long after its first stake a round's transactions are looked for. Later wins are found by the
 * comparison of ended rounds.
 */
const LONGEST_ROUND_MS = 24 * 3_600_000;

export type ReconciliationServices = GameWallet & {
  readonly pool: Pool;
  readonly logReader: LogReader;
};

/**
 * Repairs open rounds by the provider's log (docs/design.md, section 6), by the movements of callbacks and
 * with the provider's transaction ids, so that a late callback is a repeat. Null while another process
 * repairs rounds.
 */
export const reconcileRounds = (
  services: ReconciliationServices,
  options: ReconciliationOptions,
): Promise<RepairedRound[] | null> =>
  tryWithAdvisoryLock(services.pool, 'palier-reconciliation', () => reconcileAll(services, options));

async function reconcileAll(
  services: ReconciliationServices,
  options: ReconciliationOptions,
): Promise<RepairedRound[]> {
  const rounds = await listOpenRounds(services.pool, {
    olderThanMs: options.olderThanMs,
    includesChecked: options.includesChecked ?? false,
  });
  const repaired: RepairedRound[] = [];
  for (const [userId, ofPlayer] of groupByPlayer(rounds)) {
    if (options.signal?.aborted === true) break;
    repaired.push(...(await reconcilePlayer(services, userId, ofPlayer, options)));
  }
  return repaired;
}

function groupByPlayer(rounds: readonly OpenRound[]): Map<number, OpenRound[]> {
  const groups = new Map<number, OpenRound[]>();
  for (const round of rounds) {
    const ofPlayer = groups.get(round.userId);
    if (ofPlayer === undefined) groups.set(round.userId, [round]);
    else ofPlayer.push(round);
  }
  return groups;
}

async function reconcilePlayer(
  services: ReconciliationServices,
  userId: number,
  rounds: readonly OpenRound[],
  { forgottenAfterMs = FORGOTTEN_AFTER_MS }: ReconciliationOptions,
): Promise<RepairedRound[]> {
  const accountId = rounds[0]!.accountId;
  const isForgotten = ({ ageMs }: OpenRound): boolean => ageMs > forgottenAfterMs;
  const repaired: RepairedRound[] = [];
  try {
    let log = await readPlayerLog(services.logReader, userId, rounds.map(periodOf), CLOCK_SKEW_MS);
    let match = await matchLog(services.pool, accountId, log);
    const missing = rounds.filter((round) => isForgotten(round) && isIncomplete(round, match, log));
    const found = rounds.filter((round) => !missing.includes(round));
    for (const round of found)
      repaired.push(await repairRound(services, round, { log, match }, isForgotten(round)));
    await storeChecks(services.pool, repaired.map(toCheck));
    if (missing.length === 0) return repaired;
    const wider = await readPlayerLog(services.logReader, userId, missing.map(periodOf), LARGEST_SKEW_MS);
    log = joinLogs(log, wider);
    match = await matchLog(services.pool, accountId, log);
    const late: RepairedRound[] = [];
    for (const round of missing) late.push(await repairRound(services, round, { log, match }, true));
    await storeChecks(services.pool, late.map(toCheck));
    return [...repaired, ...late];
  } catch (thrown) {
    const error = toError(thrown);
    const done = new Set(repaired.map(({ round }) => round));
    const left = rounds.filter((round) => !done.has(round));
    return [...repaired, ...left.map((round) => ({ round, repair: 'unanswered' as const, error }))];
  }
}

/** From its first stake on; a later transaction may be logged long after it. */
export const periodOf = ({ openedAt, ageMs }: OpenRound): Period => ({
  from: openedAt,
  to: new Date(openedAt.getTime() + Math.min(Math.max(ageMs, 0), LONGEST_ROUND_MS)),
});

/** Whether a whole log lacks stakes of a round: a wider log is read before they are returned. */
function isIncomplete(round: OpenRound, match: Match, log: PlayerLog): boolean {
  if (gapErrorAt(log, round.openedAt) !== null) return false;
  const matched = match.rounds.get(nameOf(round));
  return matched === undefined || compareRound(matched).kind === 'unlogged';
}

interface PlayerState {
  readonly log: PlayerLog;
  readonly match: Match;
}

/** Never throws: one bad round must not block the rounds and players after it. */
async function repairRound(
  services: ReconciliationServices,
  listed: OpenRound,
  { log, match }: PlayerState,
  isForgotten: boolean,
): Promise<RepairedRound> {
  try {
    // Read again, because callbacks may have arrived while the logs were read.
    const round = await readOpenRound(services.pool, listed);
    if (round === null) return { round: listed, repair: 'closed' };
    const matched = match.rounds.get(nameOf(round));
    const gap = gapErrorAt(log, round.openedAt);
    const isStale =
      matched !== undefined && (matched.round.bet !== round.bet || matched.round.win !== round.win);
    // Its callbacks arrived meanwhile: the next run compares it.
    if (isStale) return { round, repair: 'pending' };
    if (matched === undefined)
      return gap === null
        ? await repairUnlogged(services, round, { match, isForgotten })
        : { round, repair: 'unanswered', error: gap };
    return await repairMatched(
      services,
      { ...matched, round: { ...matched.round, ...round } },
      { match, gap, isForgotten },
    );
  } catch (error) {
    return { round: listed, repair: 'failed', error: toError(error) };
  }
}

interface Circumstances {
  readonly match: Match;
  readonly gap: Error | null;
  readonly isForgotten: boolean;
}

async function repairMatched(
  services: ReconciliationServices,
  matched: MatchedRound,
  { match, gap, isForgotten }: Circumstances,
): Promise<RepairedRound> {
  const { round } = matched;
  const comparison = compareRound(matched);
  switch (comparison.kind) {
    case 'unreadable':
      return { round, repair: 'unreadable', error: new Error(comparison.reason) };
    case 'differs':
      return { round, repair: 'differs', reason: comparison.reason };
    case 'owes':
      return (await payWins(services, round, comparison.wins))
        ? { round, repair: 'paid' }
        : { round, repair: 'differs', reason: 'the ledger refuses the win' };
    case 'unlogged':
      if (gap !== null) return { round, repair: 'unanswered', error: gap };
      return repairUnlogged(services, round, { match, isForgotten }, comparison.stakes);
    case 'agrees':
      return closeAgreed(services, matched, { match, isForgotten });
  }
}

async function closeAgreed(
  services: ReconciliationServices,
  { round, logged }: MatchedRound,
  { match, isForgotten }: Pick<Circumstances, 'match' | 'isForgotten'>,
): Promise<RepairedRound> {
  // An entry that names no known round may be the win of this one.
  const unreadable = match.unreadableStrangers.find(
    ({ providerCode }) => providerCode === null || providerCode === round.providerCode,
  );
  if (unreadable !== undefined && round.win === 0n)
    return { round, repair: 'unreadable', error: new Error(unreadable.reason) };
  if (!isForgotten && logged.some(({ isDecidedAtOnce }) => !isDecidedAtOnce))
    return { round, repair: 'pending' };
  return (await closeRound(services, round)).ok
    ? { round, repair: 'closed' }
    : { round, repair: 'differs', reason: 'the ledger does not close the round' };
}

/**
 * Returns stakes that the provider does not know, once they are old enough: by default all stakes of the
 * round.
 */
async function repairUnlogged(
  services: ReconciliationServices,
  round: OpenRound,
  { match, isForgotten }: Pick<Circumstances, 'match' | 'isForgotten'>,
  stakes?: readonly RoundStake[],
): Promise<RepairedRound> {
  if (!isForgotten) return { round, repair: 'unknown' };
  if (match.unreadableStrangers[0] !== undefined)
    return { round, repair: 'unreadable', error: new Error(match.unreadableStrangers[0].reason) };
  const missing = stakes ?? (await listActiveStakes(services.pool, round));
  const amounts = [round.bet, ...missing.map(({ bet }) => bet)];
  const isPerhapsLogged = match.strangers.some(
    ({ isStake, providerCode, bet }) =>
      isStake && providerCode === round.providerCode && amounts.includes(bet),
  );
  if (isPerhapsLogged)
    return {
      round,
      repair: 'differs',
      reason: 'the log has its stake under an id that the ledger does not have',
    };
  const returned = missing.map(({ transactionId }) => transactionId);
  if (!(await refundStakes(services, round, returned)))
    return { round, repair: 'differs', reason: 'the ledger does not return the stake' };
  return { round, repair: 'refunded' };
}

/** The check to store; without a statement on the dispute when the log was not read or the repair failed. */
const toCheck = ({ round, repair }: RepairedRound): RoundCheck => ({
  round,
  isDisputed:
    repair === 'unanswered' || repair === 'failed' ? null : repair === 'differs' || repair === 'unreadable',
});

export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
