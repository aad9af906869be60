import { isDeepStrictEqual } from 'node:util';
import type { Pool } from '../../database/pool';
import { tryWithAdvisoryLock } from '../../database/advisory-lock';
import {
  RoundLogTooLong,
  userCodeOf,
  type GameAggregator,
  type LoggedRound,
  type ReadableRound,
  type RoundLog,
} from '../port';
import type { GameWallet } from '../apply-game-movement.use-case';
import { closeRound, refundStakes, payMissingWin } from './end-round';
import {
  listOpenRounds,
  listActiveStakes,
  storeChecks,
  readOpenRound,
  type OpenRound,
  type RoundCheck,
} from './open-round.repository';

/** The outcomes of an open round, as operators read them. People must settle a round that differs or is unreadable. */
export const REPAIRS = {
  // Also when its callbacks arrived while the log was read.
  closed: 'closed without a win',
  paid: 'win paid',
  refunded: 'stake refunded',
  pending: 'pending at the provider',
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
  /** The round's entry in the provider's log. */
  readonly line?: ReadableRound;
  readonly error?: Error;
}

interface ReconciliationOptions {
  readonly olderThanMs: number;
  /** After this time, rounds missing from the provider's log count as never played. */
  readonly forgottenAfterMs?: number;
  /** Includes the rounds whose next check is not due yet, without the limit of a run. */
  readonly includesChecked?: boolean;
  /** Stops before the next player. */
  readonly signal?: AbortSignal;
}

/** The requested period is this much wider on both sides, because clocks differ. */
export const CLOCK_SKEW_MS = 10 * 60_000;
/** The same for rounds that were not found, before their stakes are refunded: for wrong clocks and logs in other time zones. */
export const LARGEST_SKEW_MS = 24 * 3_600_000;
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;
export const NO_PAGES = 'every page of the round log is the same, and the round is not on it';

export type ReconciliationServices = GameWallet & {
  readonly pool: Pool;
  readonly aggregator: GameAggregator;
};

/**
 * Repairs open rounds by the provider's log (docs/design.md, section 6), by the movements of callbacks and with the provider's
 * transaction ids, so that a late callback is a repeat. Null while another process repairs rounds.
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
  const byPlayer = groupByPlayer(rounds);
  const repaired: RepairedRound[] = [];
  for (const [userId, ofPlayer] of byPlayer) {
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

/** Reads the log of a period that is `skewMs` wider than that of the rounds, on both sides. */
async function reconcilePlayer(
  services: ReconciliationServices,
  userId: number,
  rounds: readonly OpenRound[],
  options: ReconciliationOptions,
  skewMs = CLOCK_SKEW_MS,
): Promise<RepairedRound[]> {
  const { forgottenAfterMs = FORGOTTEN_AFTER_MS } = options;
  const times = rounds.map(({ openedAt }) => openedAt.getTime());
  const [oldest, newest] = [Math.min(...times), Math.max(...times)];
  const part = (some: readonly OpenRound[], skew = skewMs): Promise<RepairedRound[]> =>
    reconcilePlayer(services, userId, some, options, skew);
  let log: RoundLog;
  try {
    log = await services.aggregator.readRounds({
      userCode: userCodeOf(userId),
      from: new Date(oldest - skewMs),
      to: new Date(newest + skewMs),
    });
  } catch (thrown) {
    const error = toError(thrown);
    const isTooLong = error instanceof RoundLogTooLong;
    // Halved, so that a round that has been open for days does not block recent ones. Rounds closer together than the margin
    // are not halved, because the period of each half would be about as long as the whole period.
    if (isTooLong && newest - oldest > skewMs) {
      const isOlder = ({ openedAt }: OpenRound): boolean => openedAt.getTime() < (oldest + newest) / 2;
      return [
        ...(await part(rounds.filter(isOlder))),
        ...(await part(rounds.filter((one) => !isOlder(one)))),
      ];
    }
    const unanswered = rounds.map((round) => ({ round, repair: 'unanswered' as const, error }));
    if (isTooLong) await storeChecks(services.pool, unanswered.map(toCheck));
    return unanswered;
  }
  const logged = byName(log.rounds);
  const isForgotten = ({ ageMs }: OpenRound): boolean => ageMs > forgottenAfterMs;
  const isMissing = (round: OpenRound): boolean =>
    log.isWhole && !logged.has(nameOf(round)) && isForgotten(round) && skewMs < LARGEST_SKEW_MS;
  const repaired: RepairedRound[] = [];
  for (const round of rounds.filter((one) => !isMissing(one))) {
    const line = logged.get(nameOf(round));
    if (line === undefined && !log.isWhole)
      repaired.push({ round, repair: 'unanswered', error: new Error(NO_PAGES) });
    else repaired.push(await repairByLine(services, round, line, isForgotten(round)));
  }
  await storeChecks(services.pool, repaired.map(toCheck));
  const missing = rounds.filter(isMissing);
  return missing.length === 0 ? repaired : [...repaired, ...(await part(missing, LARGEST_SKEW_MS))];
}

/** Never throws: one bad round must not block the rounds and players after it. */
async function repairByLine(
  services: ReconciliationServices,
  round: OpenRound,
  line: LoggedRound | undefined,
  isForgotten: boolean,
): Promise<RepairedRound> {
  if (line?.state === 'unreadable') return { round, repair: 'unreadable', error: new Error(line.reason) };
  try {
    const repair = await repairRound(services, round, line, isForgotten);
    return line === undefined ? { round, repair } : { round, repair, line };
  } catch (error) {
    return { round, repair: 'failed', error: toError(error) };
  }
}

/** The check to store; without a statement on the dispute when the log was not read or the repair failed. */
const toCheck = ({ round, repair }: RepairedRound): RoundCheck => ({
  round,
  isDisputed:
    repair === 'unanswered' || repair === 'failed' ? null : repair === 'differs' || repair === 'unreadable',
});

export const nameOf = ({ providerCode, roundId }: { providerCode: string; roundId: string }): string =>
  `${providerCode} ${roundId}`;

export function byName(log: readonly LoggedRound[]): Map<string, LoggedRound> {
  const logged = new Map<string, LoggedRound>();
  for (const entry of log) {
    const name = nameOf(entry);
    const known = logged.get(name);
    // A round may settle while the pages are read. Of two other entries about one round, either may be right.
    if (known === undefined || known.state === 'pending' || entry.state === 'unreadable')
      logged.set(name, entry);
    else if (known.state !== 'unreadable' && entry.state !== 'pending' && !isDeepStrictEqual(known, entry)) {
      const { providerCode, roundId } = entry;
      const reason = 'listed twice with different content';
      logged.set(name, { providerCode, roundId, state: 'unreadable', reason });
    }
  }
  return logged;
}

async function repairRound(
  services: ReconciliationServices,
  listed: OpenRound,
  logged: ReadableRound | undefined,
  isForgotten: boolean,
): Promise<Repair> {
  // Read again, because callbacks may have arrived while the logs were read.
  const round = await readOpenRound(services.pool, listed);
  if (round === null) return 'closed';
  if (logged === undefined) {
    if (!isForgotten) return 'unknown';
    return refund(services, round, await listActiveStakes(services.pool, round));
  }
  if (logged.state === 'pending') return 'pending';
  if (logged.state === 'refused') return refund(services, round, [logged.debitTransactionId]);
  const settled = await payMissingWin(services, round, logged);
  return settled ?? ((await closeRound(services, round)).ok ? 'closed' : 'differs');
}

async function refund(
  services: ReconciliationServices,
  round: OpenRound,
  stakes: readonly string[],
): Promise<Repair> {
  if (!(await refundStakes(services, round, stakes))) return 'differs';
  // A stake that the log does not name is not refunded, and the round stays open.
  return (await readOpenRound(services.pool, round)) === null ? 'refunded' : 'differs';
}

export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
