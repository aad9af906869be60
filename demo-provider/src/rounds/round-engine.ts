import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createFlightScheduler } from '../crash/flight-scheduler.js';
import { isFlying, takeOff } from '../crash/flight.js';
import { commitmentTo, flightSecret } from '../crash/mathematics.js';
import { drawRound, evaluateRound } from '../slot/evaluate.js';
import { decide, isOpen, type Flight, type FreeWin, type Round, type Session } from '../store/records.js';
import type { Store } from '../store/store.js';
import type { Profile } from '../vendor/profile.js';
import { createRoundIds } from '../vendor/transaction.js';
import type { OperatorWallet, WalletAnswer } from '../wallet/operator-wallet.js';
import { transactionOf, type Step } from './round-transactions.js';

export interface RoundRequest {
  spinId: string;
  stakeMillimes: number;
  /**
   * A crash game's bet: the commitment that the player was shown and the automatic cash-out in hundredths.
   */
  flight?: { commitment: string; autoCashOut?: number };
}

export type RoundEngine = ReturnType<typeof createRoundEngine>;

/**
 * A round that cannot be opened: another round of the session is open, or the bet names an outdated
 * commitment.
 */
export class RoundRefused extends Error {
  constructor(readonly code: 'ROUND_OPEN' | 'OTHER_COMMITMENT') {
    super(code);
  }
}

export interface RoundEngineOptions {
  store: Store;
  wallet: OperatorWallet;
  profile: Profile;
  answerWithinMs?: number;
  firstRetryMs?: number;
  longestRetryMs?: number;
  draw?: () => number[][];
  onRetry?: (round: Round, step: Step, reason: string) => void;
  /** Called for each failed access to the store during a round; the access is retried. */
  onStoreError?: (roundId: string, error: unknown) => void;
}

const balanceOf = (answer: WalletAnswer): { balance?: number } =>
  'balance' in answer && answer.balance !== undefined ? { balance: answer.balance } : {};

const settledUnless = (isOwed: boolean): { settledAt?: string } =>
  isOwed ? {} : { settledAt: new Date().toISOString() };

export function createRoundEngine(options: RoundEngineOptions) {
  const {
    store,
    wallet,
    profile,
    answerWithinMs = 8000,
    firstRetryMs = 300,
    longestRetryMs = 30_000,
    draw = () => drawRound(),
  } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** The rounds in progress, by id: a round is never carried out twice at once. */
  const running = new Map<string, Promise<void>>();
  /** The rounds being opened, by session. */
  const opening = new Map<string, Promise<Round>>();
  const flights = createFlightScheduler(signal);
  const newRoundId = createRoundIds(profile, randomUUID);

  /** Free spins are paid by a transaction of their own, in this round or in another one. */
  function drawSpins(round: Round): Round {
    const stops = draw();
    const spins = evaluateRound(stops, round.stakeMillimes);
    const sumOf = (isFree: boolean): number =>
      spins.filter((spin) => spin.isFree === isFree).reduce((sum, spin) => sum + spin.winMillimes, 0);
    const freeWin = sumOf(true);
    if (profile.freeSpins === 'none' || freeWin === 0)
      return decide({ ...round, stops }, sumOf(false) + freeWin);
    const roundId = profile.freeSpins === 'in their round' ? round.roundId : newRoundId();
    const free = { roundId, txnId: randomUUID(), winMillimes: freeWin, state: 'unknown' as const };
    return decide({ ...round, stops, free }, sumOf(false));
  }

  /** Repeats an attempt with growing pauses until it has a result. Rejects when the provider stops. */
  async function retry<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
    for (let delayMs = firstRetryMs; ; delayMs = Math.min(delayMs * 2, longestRetryMs)) {
      const result = await attempt();
      if (result !== undefined) return result;
      await wait(delayMs, undefined, { signal });
    }
  }

  const retryStore = <Result>(roundId: string, access: () => Promise<Result>): Promise<Result> =>
    retry(() => access().catch((error: unknown) => void options.onStoreError?.(roundId, error)));

  /**
   * Sends the same transaction until the operator's answer is final, or, with `tries`, until it was sent so
   * often.
   */
  function callUntilFinal(
    round: Round,
    step: Step,
    isFinal: (answer: WalletAnswer) => boolean,
    tries = Infinity,
  ): Promise<WalletAnswer> {
    let sent = 0;
    return retry(async () => {
      const answer = await wallet.send(transactionOf(profile, round, step));
      sent += 1;
      if (isFinal(answer) || sent >= tries) return answer;
      options.onRetry?.(round, step, 'reason' in answer ? answer.reason : '');
      return undefined;
    });
  }

  /** The round with its stake accepted, or void: refused, or not answered by a vendor's last try. */
  async function takeStake(round: Round): Promise<Round> {
    const tries = profile.unknownBet === 'void' ? (profile.tries ?? Infinity) : Infinity;
    const answer = await callUntilFinal(round, 'debit', ({ kind }) => kind !== 'unknown', tries);
    const answered = { ...round, ...balanceOf(answer) };
    if (answer.kind === 'accepted') return { ...answered, debit: 'accepted' };
    const { stops: _stops, free: _free, ...undrawn } = answered;
    const settledAt = new Date().toISOString();
    return {
      ...undrawn,
      winMillimes: 0,
      credit: 'none',
      debit: 'refused',
      refusal: answer.reason,
      settledAt,
    };
  }

  /** The round with its win paid. A refusal is repeated too, because the win is owed. */
  async function payWin(round: Round): Promise<Round> {
    const answer = await callUntilFinal(round, 'credit', ({ kind }) => kind === 'accepted');
    return { ...round, ...balanceOf(answer), credit: 'accepted', ...settledUnless(round.free !== undefined) };
  }

  /**
   * The round with the win of its free spins paid. An operator may refuse a win of a round that has no stake.
   */
  async function payFreeWin(round: Round, free: FreeWin): Promise<Round> {
    const isOwnRound = free.roundId !== round.roundId;
    const answer = await callUntilFinal(
      round,
      'free',
      ({ kind }) => kind === 'accepted' || (isOwnRound && kind === 'refused'),
    );
    const state = answer.kind === 'accepted' ? 'accepted' : 'refused';
    return { ...round, ...balanceOf(answer), free: { ...free, state }, ...settledUnless(false) };
  }

  /** Saves a round. `build` is called for each attempt, so that times are current; `build` must not draw. */
  const save = (roundId: string, build: () => Round): Promise<Round> =>
    retryStore(roundId, async () => {
      const round = build();
      await store.saveRound(round);
      return round;
    });

  /**
   * Takes the stake and draws. The outcome of a stake and win in one call is drawn and saved before that
   * call.
   */
  async function runStake(unasked: Round): Promise<Round> {
    const { roundId } = unasked;
    const isDrawnFirst = unasked.isOneCall === true && unasked.stops === undefined;
    const drawn = isDrawnFirst ? drawSpins(unasked) : unasked;
    if (isDrawnFirst) await save(roundId, () => drawn);
    const answered = await takeStake(drawn);
    const isTaken = answered.debit === 'accepted';
    const { flight } = answered;
    let taken = answered;
    if (isTaken && answered.isOneCall === true) taken = decide(answered, answered.winMillimes);
    else if (isTaken && flight === undefined) taken = drawSpins(answered);
    // The flight starts with the attempt that saves it, because no page can show it before.
    return save(roundId, () => (flight && isTaken ? takeOff(taken, flight) : taken));
  }

  async function runRound(roundId: string): Promise<void> {
    let round = await retryStore(roundId, () => store.readRound(roundId));
    if (round.debit === 'unknown') round = await runStake(round);
    if (isFlying(round)) {
      const ended = await flights.follow(round);
      round = await save(roundId, () => ended);
    }
    if (isOpen(round) && round.credit === 'unknown') {
      const paid = await payWin(round);
      round = await save(roundId, () => paid);
    }
    if (isOpen(round) && round.free?.state === 'unknown') {
      const paid = await payFreeWin(round, round.free);
      await save(roundId, () => paid);
    }
  }

  function runToEnd(roundId: string): Promise<void> {
    const current = running.get(roundId);
    if (current) return current;
    const promise = runRound(roundId)
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      })
      .finally(() => running.delete(roundId));
    running.set(roundId, promise);
    return promise;
  }

  /** Resolves when the round is settled, or after `withinMs`. */
  async function waitForSettlement(round: Round, withinMs: number): Promise<Round> {
    if (!isOpen(round)) return round;
    const timer = new AbortController();
    const timeUp = wait(withinMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
    await Promise.race([runToEnd(round.roundId), timeUp]);
    timer.abort();
    return store.readRound(round.roundId);
  }

  /** Resolves when the round's flight is followed, or with `settled`. */
  async function waitForTakeOff(roundId: string, settled: Promise<Round>): Promise<void> {
    const abort = new AbortController();
    try {
      await Promise.race([flights.takenOff(roundId, abort.signal), settled]);
    } finally {
      abort.abort();
    }
  }

  /** Resolves when the round is settled or in flight, or after `answerWithinMs`. */
  async function waitForProgress(roundId: string): Promise<Round> {
    const read = store.readRound(roundId);
    await waitForTakeOff(
      roundId,
      read.then((round) => waitForSettlement(round, answerWithinMs)),
    );
    return store.readRound(roundId);
  }

  /** The session's next flight. A refused stake uses a number up too, so no secret is used twice. */
  function nextFlight(session: Session, last: Round | undefined): Flight {
    const number = (last?.flight?.number ?? -1) + 1;
    return { number, secret: flightSecret(session.fairnessKey ?? '', number) };
  }

  async function openRound(
    session: Session,
    { spinId, stakeMillimes, flight }: RoundRequest,
  ): Promise<Round> {
    const last = await store.lastRound(session.sessionKey);
    if (last && isOpen(last)) throw new RoundRefused('ROUND_OPEN');
    const next = nextFlight(session, last);
    if (flight && flight.commitment !== commitmentTo(next.secret)) throw new RoundRefused('OTHER_COMMITMENT');
    const { autoCashOut } = flight ?? {};
    const { spin, lostRound } = profile;
    // A flight ends long after its stake.
    const isOneCall =
      flight === undefined && (spin === 'debit_credit' || (spin === 'either' && randomInt(2) === 1));
    const creditsLoss = lostRound === 'credit of 0' || (lostRound === 'either' && randomInt(2) === 1);
    const round: Round = {
      roundId: newRoundId(),
      spinId,
      sessionKey: session.sessionKey,
      userCode: session.userCode,
      providerCode: session.providerCode,
      gameCode: session.gameCode,
      stakeMillimes,
      ...(isOneCall ? { isOneCall } : {}),
      ...(creditsLoss ? { creditsLoss } : {}),
      debitTxnId: randomUUID(),
      creditTxnId: randomUUID(),
      createdAt: new Date().toISOString(),
      debit: 'unknown',
      winMillimes: 0,
      credit: 'none',
      ...(flight ? { flight: { ...next, ...(autoCashOut === undefined ? {} : { autoCashOut }) } } : {}),
      ...(last?.balance === undefined ? {} : { balanceBefore: last.balance }),
    };
    await store.addRound(round);
    return round;
  }

  /**
   * Opens a round, or finds the session's round with this spin id. Resolves when the round is settled or in
   * flight, or after `answerWithinMs`; the round is carried on in any case. Throws `RoundRefused`.
   */
  async function play(session: Session, request: RoundRequest): Promise<Round> {
    const { sessionKey } = session;
    const known = await store.findRoundBySpin(sessionKey, request.spinId);
    if (known) return waitForProgress(known.roundId);
    const other = opening.get(sessionKey);
    if (other) {
      const { roundId, spinId } = await other;
      if (spinId !== request.spinId) throw new RoundRefused('ROUND_OPEN');
      return waitForProgress(roundId);
    }
    const opened = openRound(session, request);
    opening.set(sessionKey, opened);
    try {
      return await waitForProgress((await opened).roundId);
    } finally {
      opening.delete(sessionKey);
    }
  }

  /**
   * Cashes out a flight at its current multiplier. Resolves when the round is settled, or after
   * `answerWithinMs`. Undefined when the session has no such round.
   */
  async function cashOut(session: Session, spinId: string): Promise<Round | undefined> {
    const round = await store.findRoundBySpin(session.sessionKey, spinId);
    if (!round) return undefined;
    const settled = waitForSettlement(round, answerWithinMs);
    if (isFlying(round)) {
      await waitForTakeOff(round.roundId, settled);
      flights.cashOut(round);
    }
    return settled;
  }

  return {
    play,
    cashOut,
    waitForProgress,
    waitForSettlement,
    /** How long the round's flight has lasted; null when it is not in flight. */
    elapsedMs: (round: Round): number | null => (isFlying(round) ? flights.elapsedMs(round) : null),
    /** The commitment of the session's next flight, published before any stake. */
    nextCommitment: async (session: Session): Promise<string> =>
      commitmentTo(nextFlight(session, await store.lastRound(session.sessionKey)).secret),
    /** Continues every round that an earlier process left open. */
    async resumeOpenRounds(): Promise<void> {
      for (const { roundId } of await store.openRounds()) void runToEnd(roundId);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.allSettled(running.values());
    },
  };
}
