import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../store/store.js';
import { isOpen, type Flight, type Round, type Session } from '../store/records.js';
import { createFlightScheduler } from '../crash/flight-scheduler.js';
import { isFlying, takeOff } from '../crash/flight.js';
import { flightSecret } from '../crash/mathematics.js';
import { drawRound } from '../slot/draw.js';
import { evaluateRound } from '../slot/evaluate.js';
import type { OperatorWallet } from '../wallet/operator-wallet.js';
import { createWalletRetries } from './wallet-retries.js';

/** What a player asks for. A crash game's order says where to cash out by itself, if anywhere, in hundredths. */
export interface RoundRequest {
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
  play(session: Session, order: RoundRequest): Promise<Round>;
  /**
   * Cashes a flight out at what it shows now, and gives the round once it is settled or `answerWithinMs` has passed: still
   * flying when the store could not be written yet. Without effect on a flight that is over. Undefined for a spin id the session does not have.
   */
  cashOut(session: Session, spinId: string): Promise<Round | undefined>;
  /** How long the round's flight has been up, in ms; null when it is not in the air. */
  elapsedMs(round: Round): number | null;
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
  store: Store;
  wallet: OperatorWallet;
  answerWithinMs?: number;
  firstRetryMs?: number;
  longestRetryMs?: number;
  draw?: () => number[][];
  onRetry?: (round: Round, step: 'debit' | 'credit', reason: string) => void;
  /** Told each time the store could not be written; it is tried again. */
  onUnwritten?: (round: Round, error: unknown) => void;
}

export function createRoundEngine(options: RoundEngineOptions): RoundEngine {
  const {
    store,
    wallet,
    answerWithinMs = 8000,
    firstRetryMs = 300,
    longestRetryMs = 30_000,
    draw = () => drawRound(),
  } = options;
  const stopping = new AbortController();
  const advancing = new Map<string, Promise<void>>();
  const starting = new Map<string, Promise<Round>>();
  const { signal } = stopping;
  const walletRetries = createWalletRetries({
    wallet,
    firstRetryMs,
    longestRetryMs,
    stopping: signal,
    onRetry: options.onRetry,
  });
  const flights = createFlightScheduler(signal);

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
   * Writes down what became of a round, however long the disk refuses. `tell` is asked again at each try, for what hangs
   * on the time; it must never draw.
   */
  async function keep(tell: () => Round): Promise<Round> {
    for (let delayMs = firstRetryMs; ; delayMs = Math.min(delayMs * 2, longestRetryMs)) {
      const round = tell();
      try {
        await store.putRound(round);
        return round;
      } catch (error) {
        options.onUnwritten?.(round, error);
        await wait(delayMs, undefined, { signal });
      }
    }
  }

  async function advance(roundId: string): Promise<void> {
    let round = store.readRound(roundId);
    if (round.debit === 'unknown') {
      const answered = await walletRetries.takeStake(round);
      const taken = answered.debit === 'accepted' && !answered.flight ? drawSpins(answered) : answered;
      // Nobody sees a flight before it is written down, so it takes off with the try that succeeds.
      round = await keep(() =>
        taken.flight && taken.debit === 'accepted' ? takeOff(taken, taken.flight) : taken,
      );
    }
    if (isFlying(round)) {
      const landed = await flights.follow(round);
      round = await keep(() => landed);
    }
    if (round.credit === 'unknown') {
      const paid = await walletRetries.payWin(round);
      await keep(() => paid);
    }
  }

  function runToEnd(roundId: string): Promise<void> {
    const running = advancing.get(roundId);
    if (running) return running;
    const promise = advance(roundId)
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      })
      .finally(() => advancing.delete(roundId));
    advancing.set(roundId, promise);
    return promise;
  }

  async function waitForSettlement(round: Round, withinMs: number): Promise<Round> {
    const timer = new AbortController();
    const timeUp = wait(withinMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
    if (isOpen(round)) await Promise.race([runToEnd(round.roundId), timeUp]);
    timer.abort();
    return store.readRound(round.roundId);
  }

  /** As `waitForSettlement`, but a flight that has taken off is news enough. */
  async function waitForNews({ roundId }: Round): Promise<Round> {
    const round = store.readRound(roundId);
    if (isFlying(round)) return round;
    const abort = new AbortController();
    await Promise.race([flights.takenOff(roundId, abort.signal), waitForSettlement(round, answerWithinMs)]);
    abort.abort();
    return store.readRound(roundId);
  }

  function planFlight(session: Session, autoCashOut: number | undefined, last: Round | undefined): Flight {
    const number = nextFlightNumber(last);
    return {
      number,
      secret: flightSecret(session.fairnessKey ?? '', number),
      ...(autoCashOut === undefined ? {} : { autoCashOut }),
    };
  }

  async function openRound(session: Session, order: RoundRequest): Promise<Round> {
    const last = store.lastRound(session.sessionKey);
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
    await store.putRound(round);
    return round;
  }

  async function play(session: Session, order: RoundRequest): Promise<Round> {
    const { spinId } = order;
    const known = store.findRoundBySpin(session.sessionKey, spinId);
    if (known) return waitForNews(known);
    // Until the round is on disk the store does not show it: a second spin of the session must meet the first one here.
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
    const round = store.findRoundBySpin(session.sessionKey, spinId);
    if (!round) return undefined;
    if (isFlying(round)) flights.cashOut(round);
    return waitForSettlement(round, answerWithinMs);
  }

  return {
    play,
    cashOut,
    waitForNews,
    waitForSettlement,
    elapsedMs: (round) => (isFlying(round) ? flights.elapsedMs(round) : null),
    resumeOpenRounds: () => store.openRounds().forEach((round) => void runToEnd(round.roundId)),
    stop: async () => {
      stopping.abort();
      await Promise.allSettled(advancing.values());
    },
  };
}
