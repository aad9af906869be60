import { tryWithAdvisoryLock } from '../../database/advisory-lock';
import { RoundLogTooLong, userCodeOf, type LoggedRound, type RoundLog } from '../port';
import { payMissingWin } from './end-round';
import { findEndedRounds, isSettledByHand, listPlayersSince, type OpenRound } from './open-round.repository';
import {
  byName,
  nameOf,
  NO_PAGES,
  toError,
  type Reconciler,
  type RepairedRound,
} from './reconcile-rounds.use-case';

/** The callbacks of younger rounds may still be on their way. */
const YOUNGEST_MS = 2 * 60_000;
/** Periods with too many rounds are halved down to this length. */
const SHORTEST_MS = 60_000;

interface Comparison {
  /** The number of ended rounds in both the ledger and the log. */
  readonly compared: number;
  /** Rounds with differences. */
  readonly repaired: readonly RepairedRound[];
  /** Players whose log was not read completely. */
  readonly unread: readonly { readonly userId: number; readonly error: Error }[];
}

/**
 * Compares the ended rounds that began in the last `hours` with the provider's log (decision 0036). Such a round takes a win as long
 * as its provider sends it; a win that the provider gave up is paid here, under the win's own id. Null when another process compares.
 */
export const compareEndedRounds = (
  services: Reconciler,
  hours: number,
  youngestMs = YOUNGEST_MS,
): Promise<Comparison | null> =>
  tryWithAdvisoryLock(services.pool, 'palier-comparison', async () => {
    const [from, to] = [new Date(Date.now() - hours * 3_600_000), new Date(Date.now() - youngestMs)];
    let compared = 0;
    const repaired: RepairedRound[] = [];
    const unread: Comparison['unread'][number][] = [];
    for (const { userId, accountId } of await listPlayersSince(services.pool, from))
      try {
        const log = await readRounds(services, userCodeOf(userId), from, to);
        if (!log.isWhole) unread.push({ userId, error: new Error(NO_PAGES) });
        const lines = byName(log.rounds);
        // Read after the log, so that callbacks that arrived meanwhile are not paid twice.
        const ended = await findEndedRounds(services.pool, accountId, [...lines.values()]);
        compared += ended.length;
        for (const round of ended) {
          const outcome = await compareRound(services, round, lines.get(nameOf(round))!);
          if (outcome !== null) repaired.push(outcome);
        }
      } catch (thrown) {
        unread.push({ userId, error: toError(thrown) });
      }
    return { compared, repaired, unread };
  });

async function readRounds(services: Reconciler, userCode: string, from: Date, to: Date): Promise<RoundLog> {
  try {
    return await services.aggregator.readRounds({ userCode, from, to });
  } catch (error) {
    if (!(error instanceof RoundLogTooLong) || to.getTime() - from.getTime() < SHORTEST_MS) throw error;
    const middle = new Date((from.getTime() + to.getTime()) / 2);
    const older = await readRounds(services, userCode, from, middle);
    const newer = await readRounds(services, userCode, middle, to);
    return { rounds: [...older.rounds, ...newer.rounds], isWhole: older.isWhole && newer.isWhole };
  }
}

/** Null when ledger and log agree, or when the round was settled by agreement with the provider. */
async function compareRound(
  services: Reconciler,
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
