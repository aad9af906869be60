import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { reachedAfter } from '../../public/climb.js';
import type { Book } from '../book/book.js';
import { isOpen, type Flight, type Round, type Session } from '../book/records.js';
import {
  automaticCashOut,
  endsAt,
  isFlying,
  land,
  latestTakeOffMs,
  type FlyingRound,
} from '../crash/flight.js';
import { drawCrashPoint, flightSecret, lowestCashOut } from '../crash/mathematics.js';
import { drawRound } from '../slot/draw.js';
import { evaluateRound } from '../slot/evaluate.js';
import type { OperatorWallet, WalletAnswer } from '../wallet/operator-wallet.js';

/** What a player asks for. A crash game's order says where to cash out by itself, if anywhere, in hundredths. */
export interface PlayOrder {
  spinId: string;
  stakeMillimes: number;
  flight?: { autoCashOut?: number };
}

export interface RoundEngine {
  /**
   * Opens a round, or gives back the one this spin id already has. Resolves when the round is settled or in the air, or
   * when `answerWithinMs` has passed, the round then being still open and carried on behind the player's back.
   * Throws `RoundOpenError` when another round of the session is not settled yet.
   */
  play(session: Session, order: PlayOrder): Promise<Round>;
  /**
   * Cashes a flight out at what it shows now, and gives the round once it is settled or `answerWithinMs` has passed: still
   * flying when the book could not be written yet. Without effect on a flight that is over. Undefined for a spin id the session does not have.
   */
  cashOut(session: Session, spinId: string): Promise<Round | undefined>;
  /** Takes up every round that the last process left open. */
  resumeOpenRounds(): void;
  /** Resolves when the round is settled or in the air, or when `answerWithinMs` has passed. */
  waitForNews(round: Round): Promise<Round>;
  /** Resolves when the round is settled or `withinMs` has passed. */
  waitForSettlement(round: Round, withinMs: number): Promise<Round>;
  stop(): Promise<void>;
}

/** The place of a session's next flight: a refused stake uses its place up too, so no secret is ever met twice. */
export const nextFlightNumber = (last: Round | undefined): number => (last?.flight?.number ?? -1) + 1;

export class RoundOpenError extends Error {
  readonly code = 'ROUND_OPEN';
}

export interface RoundEngineOptions {
  book: Book;
  wallet: OperatorWallet;
  answerWithinMs?: number;
  firstRetryMs?: number;
  longestRetryMs?: number;
  draw?: () => number[][];
  onRetry?: (round: Round, step: 'debit' | 'credit', reason: string) => void;
  /** Told each time the book could not be written; it is tried again. */
  onUnwritten?: (round: Round, error: unknown) => void;
}

export function createRoundEngine(options: RoundEngineOptions): RoundEngine {
  const {
    book,
    wallet,
    answerWithinMs = 8000,
    firstRetryMs = 300,
    longestRetryMs = 30_000,
    draw = () => drawRound(),
  } = options;
  const stopping = new AbortController();
  const advancing = new Map<string, Promise<void>>();
  const starting = new Map<string, Promise<Round>>();
  /** What cashes out each flight in the air, by round id. */
  const flights = new Map<string, (multiplier: number) => void>();
  /** Says a round's id when its flight takes off. */
  const takeOffs = new EventEmitter().setMaxListeners(0);
  const startedAt = Date.now();

  /** Asks again with the same transaction id, ever more slowly, until the operator's answer settles the matter. */
  async function askUntilAnswered(
    round: Round,
    step: 'debit' | 'credit',
    isFinal: (answer: WalletAnswer) => boolean,
  ): Promise<WalletAnswer> {
    for (let delayMs = firstRetryMs; ; delayMs = Math.min(delayMs * 2, longestRetryMs)) {
      const answer = await wallet[step](round);
      if (isFinal(answer)) return answer;
      options.onRetry?.(round, step, 'reason' in answer ? answer.reason : '');
      await wait(delayMs, undefined, { signal: stopping.signal });
    }
  }

  /** The round as the operator's answer leaves it: a slot's is drawn, a flight is still on the ground. */
  async function takeStake(round: Round): Promise<Round> {
    const answer = await askUntilAnswered(round, 'debit', (each) => each.kind !== 'unknown');
    const balance = 'balance' in answer && answer.balance !== undefined ? { balance: answer.balance } : {};
    if (answer.kind === 'refused') {
      return {
        ...round,
        ...balance,
        debit: 'refused',
        refusal: answer.reason,
        settledAt: new Date().toISOString(),
      };
    }
    const taken: Round = { ...round, ...balance, debit: 'accepted' };
    return taken.flight ? taken : drawSpins(taken);
  }

  function drawSpins(round: Round): Round {
    const stops = draw();
    const winMillimes = evaluateRound(stops, round.stakeMillimes).reduce(
      (sum, spin) => sum + spin.winMillimes,
      0,
    );
    const drawn: Round = { ...round, stops, winMillimes };
    return winMillimes > 0
      ? { ...drawn, credit: 'unknown' }
      : { ...drawn, settledAt: new Date().toISOString() };
  }

  /**
   * A stake taken, or written down, so late that the player has given up waiting flies nowhere: it is given back. The
   * crash point was fixed before the stake, so taking off again draws nothing anew.
   */
  function takeOff(round: Round, flight: Flight): Round {
    const tookOffAt = new Date().toISOString();
    const crashPoint = drawCrashPoint(flight.secret, round.spinId);
    const flying: FlyingRound = { ...round, flight: { ...flight, tookOffAt, crashPoint } };
    return Date.now() - Date.parse(round.createdAt) > latestTakeOffMs ? land(flying, 'void') : flying;
  }

  /**
   * Follows a flight to its end. One that ended while no process of ours was there to hear the player gives the stake
   * back, unless it was to be cashed out without the player's hand.
   */
  async function fly(round: FlyingRound): Promise<Round> {
    stopping.signal.throwIfAborted();
    const automatic = automaticCashOut(round);
    const end = endsAt(round);
    if (end < startedAt) return land(round, automatic ?? 'void');
    const timer = new AbortController();
    const cashedOut = new Promise<number>((resolve) => flights.set(round.roundId, resolve));
    takeOffs.emit(round.roundId);
    const abort = () => timer.abort();
    stopping.signal.addEventListener('abort', abort);
    try {
      const { signal } = timer;
      const untouched = wait(end - Date.now(), automatic ?? ('crashed' as const), { signal });
      return land(round, await Promise.race([cashedOut, untouched]));
    } finally {
      flights.delete(round.roundId);
      stopping.signal.removeEventListener('abort', abort);
      timer.abort();
    }
  }

  /** A win is owed whatever the operator says, so even a refusal is asked again. */
  async function payWin(round: Round): Promise<Round> {
    const answer = await askUntilAnswered(round, 'credit', (each) => each.kind === 'accepted');
    const balance = 'balance' in answer && answer.balance !== undefined ? { balance: answer.balance } : {};
    return { ...round, ...balance, credit: 'accepted', settledAt: new Date().toISOString() };
  }

  /**
   * Writes down what became of a round, however long the disk refuses. `tell` is asked again at each try, for what hangs
   * on the time; it must never draw.
   */
  async function keep(tell: () => Round): Promise<Round> {
    for (let delayMs = firstRetryMs; ; delayMs = Math.min(delayMs * 2, longestRetryMs)) {
      const round = tell();
      try {
        await book.putRound(round);
        return round;
      } catch (error) {
        options.onUnwritten?.(round, error);
        await wait(delayMs, undefined, { signal: stopping.signal });
      }
    }
  }

  async function advance(roundId: string): Promise<void> {
    let round = book.findRound(roundId) as Round;
    if (round.debit === 'unknown') {
      const taken = await takeStake(round);
      // Nobody sees a flight before it is written down, so it takes off with the try that succeeds.
      round = await keep(() =>
        taken.flight && taken.debit === 'accepted' ? takeOff(taken, taken.flight) : taken,
      );
    }
    if (isFlying(round)) {
      const landed = await fly(round);
      round = await keep(() => landed);
    }
    if (round.credit === 'unknown') {
      const paid = await payWin(round);
      await keep(() => paid);
    }
  }

  function carryOn(roundId: string): Promise<void> {
    const running = advancing.get(roundId);
    if (running) return running;
    const promise = advance(roundId)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      })
      .finally(() => advancing.delete(roundId));
    advancing.set(roundId, promise);
    return promise;
  }

  async function waitForSettlement(round: Round, withinMs: number): Promise<Round> {
    const timer = new AbortController();
    const timeUp = wait(withinMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
    if (isOpen(round)) await Promise.race([carryOn(round.roundId), timeUp]);
    timer.abort();
    return book.findRound(round.roundId) as Round;
  }

  /** As `waitForSettlement`, but a flight that has taken off is news enough. */
  async function waitForNews({ roundId }: Round): Promise<Round> {
    const round = book.findRound(roundId) as Round;
    if (isFlying(round)) return round;
    const abort = new AbortController();
    const takenOff = once(takeOffs, roundId, { signal: abort.signal }).catch(() => undefined);
    await Promise.race([waitForSettlement(round, answerWithinMs), takenOff]);
    abort.abort();
    return book.findRound(roundId) as Round;
  }

  function planFlight(session: Session, autoCashOut: number | undefined, last: Round | undefined): Flight {
    const number = nextFlightNumber(last);
    return {
      number,
      secret: flightSecret(session.fairnessKey ?? '', number),
      ...(autoCashOut === undefined ? {} : { autoCashOut }),
    };
  }

  async function openRound(session: Session, order: PlayOrder): Promise<Round> {
    const last = book.lastRound(session.sessionKey);
    if (last && isOpen(last)) throw new RoundOpenError('Another round of this session is still open');
    const round: Round = {
      roundId: randomUUID(),
      spinId: order.spinId,
      sessionKey: session.sessionKey,
      userCode: session.userCode,
      providerCode: session.providerCode,
      gameCode: session.gameCode,
      stakeMillimes: order.stakeMillimes,
      debitTxnId: randomUUID(),
      creditTxnId: randomUUID(),
      createdAt: new Date().toISOString(),
      debit: 'unknown',
      winMillimes: 0,
      credit: 'none',
      ...(order.flight ? { flight: planFlight(session, order.flight.autoCashOut, last) } : {}),
      ...(last?.balance === undefined ? {} : { balanceBefore: last.balance }),
    };
    await book.putRound(round);
    return round;
  }

  async function play(session: Session, order: PlayOrder): Promise<Round> {
    const { spinId } = order;
    const known = book.findRoundBySpin(session.sessionKey, spinId);
    if (known) return waitForNews(known);
    // Until the round is on disk the book does not show it: a second spin of the session must meet the first one here.
    const beingOpened = starting.get(session.sessionKey);
    if (beingOpened) {
      const other = await beingOpened;
      if (other.spinId !== spinId) throw new RoundOpenError('Another round of this session is still open');
      return waitForNews(other);
    }
    const opening = openRound(session, order);
    starting.set(session.sessionKey, opening);
    try {
      return await waitForNews(await opening);
    } finally {
      if (starting.get(session.sessionKey) === opening) starting.delete(session.sessionKey);
    }
  }

  async function cashOut(session: Session, spinId: string): Promise<Round | undefined> {
    const round = book.findRoundBySpin(session.sessionKey, spinId);
    if (!round) return undefined;
    if (isFlying(round)) {
      const shown = reachedAfter(Date.now() - Date.parse(round.flight.tookOffAt));
      const multiplier = Math.max(shown, lowestCashOut);
      if (multiplier <= round.flight.crashPoint) flights.get(round.roundId)?.(multiplier);
    }
    return waitForSettlement(round, answerWithinMs);
  }

  return {
    play,
    cashOut,
    waitForNews,
    waitForSettlement,
    resumeOpenRounds: () => book.openRounds().forEach((round) => void carryOn(round.roundId)),
    stop: async () => {
      stopping.abort();
      await Promise.allSettled(advancing.values());
    },
  };
}
