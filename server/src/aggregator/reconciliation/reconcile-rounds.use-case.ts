import type { Pool } from '../../database/pool';
import { runAlone } from '../../database/run-alone';
import {
  RoundLogTooLong,
  userCodeOf,
  type GameAggregator,
  type LoggedRound,
  type ReadableRound,
  type RoundLog,
} from '../port';
import {
  rollBackStake,
  settleGameTransaction,
  type GameWallet,
  type StakeRollback,
} from '../settle-game-transaction.use-case';
import {
  listOpenRounds,
  listStandingStakes,
  noteChecked,
  readOpenRound,
  type OpenRound,
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
  /** Why it failed, was not answered or cannot be read. */
  readonly error?: Error;
}

const isForPeople = ({ repair }: RepairedRound): boolean => repair === 'differs' || repair === 'unreadable';

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
const NO_PAGES = 'every page of the round log is the same, and the round is not on it';

type Reconciler = GameWallet & { readonly pool: Pool; readonly aggregator: GameAggregator };

/**
 * Repairs open rounds by the provider's log (design §6): the same state machine as the callbacks, with the provider's
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

async function reconcilePlayer(
  services: Reconciler,
  userId: number,
  rounds: readonly OpenRound[],
  options: ReconciliationOptions,
  skewMs = CLOCK_SKEW_MS,
): Promise<RepairedRound[]> {
  const { forgottenAfterMs = FORGOTTEN_AFTER_MS } = options;
  const times = rounds.map(({ openedAt }) => openedAt.getTime());
  const oldest = Math.min(...times);
  const newest = Math.max(...times);
  let log: RoundLog;
  try {
    log = await services.aggregator.readRounds({
      userCode: userCodeOf(userId),
      from: new Date(oldest - skewMs),
      to: new Date(newest + skewMs),
    });
  } catch (thrown) {
    const error = toError(thrown);
    if (error instanceof RoundLogTooLong) {
      // One that stays open for days must not keep the fresh ones from their money. Of rounds closer together than the
      // margin each one's own period is about as long as that of all.
      if (newest - oldest > skewMs) {
        const middle = (oldest + newest) / 2;
        const older = rounds.filter(({ openedAt }) => openedAt.getTime() < middle);
        const younger = rounds.filter(({ openedAt }) => openedAt.getTime() >= middle);
        return [
          ...(await reconcilePlayer(services, userId, older, options, skewMs)),
          ...(await reconcilePlayer(services, userId, younger, options, skewMs)),
        ];
      }
      await noteChecked(services.pool, rounds, () => false);
    }
    return rounds.map((round) => ({ round, repair: 'unanswered', error }));
  }
  const logged = byName(log.rounds);
  const repaired: RepairedRound[] = [];
  const missing: OpenRound[] = [];
  for (const round of rounds) {
    const entry = logged.get(nameOf(round));
    const isForgotten = round.ageMs > forgottenAfterMs;
    if (entry === undefined && !log.isWhole) {
      repaired.push({ round, repair: 'unanswered', error: new Error(NO_PAGES) });
      continue;
    }
    if (entry === undefined && isForgotten && skewMs < FARTHEST_SKEW_MS) {
      missing.push(round);
      continue;
    }
    try {
      if (entry?.state === 'unreadable')
        repaired.push({ round, repair: 'unreadable', error: new Error(entry.reason) });
      else repaired.push({ round, repair: await repairRound(services, round, entry, isForgotten) });
    } catch (error) {
      // One bad round must not keep those after it, and the players after this one, from their money.
      repaired.push({ round, repair: 'failed', error: toError(error) });
    }
  }
  const disputed = new Set(repaired.filter(isForPeople).map(({ round }) => round));
  await noteChecked(
    services.pool,
    repaired.map(({ round }) => round),
    (round) => disputed.has(round),
  );
  if (missing.length > 0)
    repaired.push(...(await reconcilePlayer(services, userId, missing, options, FARTHEST_SKEW_MS)));
  return repaired;
}

const nameOf = ({ providerCode, roundId }: { providerCode: string; roundId: string }): string =>
  `${providerCode} ${roundId}`;

function byName(log: readonly LoggedRound[]): Map<string, LoggedRound> {
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
  if (logged.bet !== round.bet || round.win > logged.win) return 'differs';
  const missing = logged.win - round.win;
  if (missing > 0n && (round.win > 0n || logged.creditTransactionId === null)) return 'differs';
  const result = await settleGameTransaction(services, round, {
    ...namesOf(round),
    // Ours has a space, which no provider's has: the two cannot meet. At a live table many players have this round.
    transactionId:
      missing > 0n ? logged.creditTransactionId! : `close ${round.roundId} ${userCodeOf(round.userId)}`,
    bet: 0n,
    win: missing,
    settlesRound: true,
  });
  if (!result.ok) return 'differs';
  return missing > 0n ? 'paid' : 'closed';
}

async function giveBack(services: Reconciler, round: OpenRound, stakes: readonly string[]): Promise<Repair> {
  for (const stakeTransactionId of stakes) {
    const rollback: StakeRollback = {
      ...namesOf(round),
      transactionId: `refund ${stakeTransactionId}`,
      stakeTransactionId,
    };
    const { ok } = await rollBackStake(services, round, rollback);
    if (!ok) return 'differs';
  }
  // A stake of ours that the log does not name stands, and keeps the round open.
  return (await readOpenRound(services.pool, round)) === null ? 'refunded' : 'differs';
}

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

const namesOf = ({ providerCode, gameCode, roundId }: OpenRound) => ({ providerCode, gameCode, roundId });
