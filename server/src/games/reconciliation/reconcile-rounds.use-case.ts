import type { Pool } from '../../database/pool';
import { runAlone } from '../../database/advisory-lock';
import {
  RoundLogTooLong,
  userCodeOf,
  type GameAggregator,
  type LoggedRound,
  type ReadableRound,
  type RoundLog,
} from '../port';
import type { GameWallet } from '../settle-game-transaction.use-case';
import { closeRound, giveBackStakes, payMissingWin } from './end-round';
import {
  listOpenRounds,
  listStandingStakes,
  noteChecked,
  readOpenRound,
  type OpenRound,
  type RoundCheck,
} from './open-round.repository';

/** What became of an open round. */
export type Repair =
  /** The provider settled it without a win, or its callbacks came while its log was read: closed. */
  | 'closed'
  /** Its win had not reached us: paid. */
  | 'paid'
  /** The provider took no stake: given back. */
  | 'refunded'
  /** The provider has not finished it either. */
  | 'pending'
  /** The provider does not know it, yet. */
  | 'unknown'
  /** The two books say different things, which only people can settle. */
  | 'differs'
  /** The provider's line about it says what we cannot read: left to people too. */
  | 'unreadable'
  /** The provider did not answer, or with a log too long to be read. */
  | 'unanswered'
  /** Its repair broke off with an error; it is tried again like any other. */
  | 'failed';

export interface RepairedRound {
  readonly round: OpenRound;
  readonly repair: Repair;
  /** What the log says of it. */
  readonly line?: ReadableRound;
  /** Why it failed, was not answered or cannot be read. */
  readonly error?: Error;
}

export interface ReconciliationOptions {
  readonly olderThanMs: number;
  /** After this a round that the provider's log does not have counts as never played. */
  readonly forgottenAfterMs?: number;
  /** All of them at once, also those that were asked about lately. */
  readonly everyOne?: boolean;
  /** No further player's log is asked for once it is aborted. */
  readonly signal?: AbortSignal;
}

/** Two clocks are never the same; the period asked for is this much wider on both sides. */
const CLOCK_SKEW_MS = 10 * 60_000;
/** Before a stake is given back: a clock that is wrong, or a log in another time zone, must not hide its round. */
const FARTHEST_SKEW_MS = 24 * 3_600_000;
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;
export const NO_PAGES = 'every page of the round log is the same, and the round is not on it';

export type Reconciler = GameWallet & { readonly pool: Pool; readonly aggregator: GameAggregator };

/**
 * Repairs open rounds by the provider's log (section 6 of docs/design.md): the same state machine as the callbacks, with the provider's
 * own transaction ids, so a callback that comes after all finds its work done. One process at a time; null when another
 * is at it.
 */
export const reconcileRounds = (
  services: Reconciler,
  options: ReconciliationOptions,
): Promise<RepairedRound[] | null> =>
  runAlone(services.pool, 'palier-reconciliation', () => reconcileAll(services, options));

async function reconcileAll(services: Reconciler, options: ReconciliationOptions): Promise<RepairedRound[]> {
  const rounds = await listOpenRounds(services.pool, {
    olderThanMs: options.olderThanMs,
    everyOne: options.everyOne ?? false,
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

/** By the log of a period that is `skewMs` wider than the rounds' own, on both sides. */
async function reconcilePlayer(
  services: Reconciler,
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
    // One that stays open for days must not keep the fresh ones from their money. Of rounds closer together than the
    // margin each one's own period is about as long as that of all.
    if (isTooLong && newest - oldest > skewMs) {
      const isOlder = ({ openedAt }: OpenRound): boolean => openedAt.getTime() < (oldest + newest) / 2;
      return [
        ...(await part(rounds.filter(isOlder))),
        ...(await part(rounds.filter((one) => !isOlder(one)))),
      ];
    }
    const unanswered = rounds.map((round) => ({ round, repair: 'unanswered' as const, error }));
    if (isTooLong) await noteChecked(services.pool, unanswered.map(toCheck));
    return unanswered;
  }
  const logged = byName(log.rounds);
  const isForgotten = ({ ageMs }: OpenRound): boolean => ageMs > forgottenAfterMs;
  const isMissing = (round: OpenRound): boolean =>
    log.isWhole && !logged.has(nameOf(round)) && isForgotten(round) && skewMs < FARTHEST_SKEW_MS;
  const repaired: RepairedRound[] = [];
  for (const round of rounds.filter((one) => !isMissing(one))) {
    const line = logged.get(nameOf(round));
    if (line === undefined && !log.isWhole)
      repaired.push({ round, repair: 'unanswered', error: new Error(NO_PAGES) });
    else repaired.push(await repairByLine(services, round, line, isForgotten(round)));
  }
  await noteChecked(services.pool, repaired.map(toCheck));
  const missing = rounds.filter(isMissing);
  return missing.length === 0 ? repaired : [...repaired, ...(await part(missing, FARTHEST_SKEW_MS))];
}

/** One bad round must not keep those after it, and the players after this one, from their money: never throws. */
async function repairByLine(
  services: Reconciler,
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

/** What the log was found to say: nothing new where it could not be read, or its word not be followed. */
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
    // Of two lines about one round, the one that cannot be read may be the one that counts.
    if (logged.get(name)?.state !== 'unreadable') logged.set(name, entry);
  }
  return logged;
}

async function repairRound(
  services: Reconciler,
  listed: OpenRound,
  logged: ReadableRound | undefined,
  isForgotten: boolean,
): Promise<Repair> {
  // Listed before all those logs were read: what came meanwhile is neither paid twice nor called a difference.
  const round = await readOpenRound(services.pool, listed);
  if (round === null) return 'closed';
  if (logged === undefined) {
    if (!isForgotten) return 'unknown';
    return giveBack(services, round, await listStandingStakes(services.pool, round));
  }
  if (logged.state === 'pending') return 'pending';
  if (logged.state === 'refused') return giveBack(services, round, [logged.debitTransactionId]);
  const settled = await payMissingWin(services, round, logged);
  return settled ?? ((await closeRound(services, round)).ok ? 'closed' : 'differs');
}

async function giveBack(services: Reconciler, round: OpenRound, stakes: readonly string[]): Promise<Repair> {
  if (!(await giveBackStakes(services, round, stakes))) return 'differs';
  // A stake of ours that the log does not name stands, and keeps the round open.
  return (await readOpenRound(services.pool, round)) === null ? 'refunded' : 'differs';
}

export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
