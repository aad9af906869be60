import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Book } from '../book/book.js';
import { isOpen, type Round, type Session } from '../book/records.js';
import { drawRound } from '../slot/draw.js';
import { evaluateRound } from '../slot/evaluate.js';
import type { OperatorWallet, WalletAnswer } from '../wallet/operator-wallet.js';

export interface RoundEngine {
  /**
   * Plays a round, or gives back the one this spin id already has. Resolves when the round is settled or when
   * `answerWithinMs` has passed, the round then being still open and carried on behind the player's back.
   * Throws `RoundOpenError` when another round of the session is not settled yet.
   */
  play(session: Session, spinId: string, stakeMillimes: number): Promise<Round>;
  /** Takes up every round that the last process left open. */
  resumeOpenRounds(): void;
  /** Resolves when the round is settled or `withinMs` has passed. */
  waitForSettlement(round: Round, withinMs: number): Promise<Round>;
  stop(): Promise<void>;
}

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
    const stops = draw();
    const winMillimes = evaluateRound(stops, round.stakeMillimes).reduce(
      (sum, spin) => sum + spin.winMillimes,
      0,
    );
    const drawn: Round = { ...round, ...balance, debit: 'accepted', stops, winMillimes };
    return winMillimes > 0
      ? { ...drawn, credit: 'unknown' }
      : { ...drawn, settledAt: new Date().toISOString() };
  }

  /** A win is owed whatever the operator says, so even a refusal is asked again. */
  async function payWin(round: Round): Promise<Round> {
    const answer = await askUntilAnswered(round, 'credit', (each) => each.kind === 'accepted');
    const balance = 'balance' in answer && answer.balance !== undefined ? { balance: answer.balance } : {};
    return { ...round, ...balance, credit: 'accepted', settledAt: new Date().toISOString() };
  }

  async function advance(roundId: string): Promise<void> {
    let round = book.findRound(roundId) as Round;
    if (round.debit === 'unknown') {
      round = await takeStake(round);
      await book.putRound(round);
    }
    if (round.credit === 'unknown') await book.putRound(await payWin(round));
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

  async function openRound(session: Session, spinId: string, stakeMillimes: number): Promise<Round> {
    const last = book.lastRound(session.sessionKey);
    if (last && isOpen(last)) throw new RoundOpenError('Another round of this session is still open');
    const round: Round = {
      roundId: randomUUID(),
      spinId,
      sessionKey: session.sessionKey,
      userCode: session.userCode,
      providerCode: session.providerCode,
      gameCode: session.gameCode,
      stakeMillimes,
      debitTxnId: randomUUID(),
      creditTxnId: randomUUID(),
      createdAt: new Date().toISOString(),
      debit: 'unknown',
      winMillimes: 0,
      credit: 'none',
      ...(last?.balance === undefined ? {} : { balanceBefore: last.balance }),
    };
    await book.putRound(round);
    return round;
  }

  async function play(session: Session, spinId: string, stakeMillimes: number): Promise<Round> {
    const known = book.findRoundBySpin(session.sessionKey, spinId);
    if (known) return waitForSettlement(known, answerWithinMs);
    // Until the round is on disk the book does not show it: a second spin of the session must meet the first one here.
    const beingOpened = starting.get(session.sessionKey);
    if (beingOpened) {
      const other = await beingOpened;
      if (other.spinId !== spinId) throw new RoundOpenError('Another round of this session is still open');
      return waitForSettlement(other, answerWithinMs);
    }
    const opening = openRound(session, spinId, stakeMillimes);
    starting.set(session.sessionKey, opening);
    try {
      return await waitForSettlement(await opening, answerWithinMs);
    } finally {
      if (starting.get(session.sessionKey) === opening) starting.delete(session.sessionKey);
    }
  }

  return {
    play,
    waitForSettlement,
    resumeOpenRounds: () => book.openRounds().forEach((round) => void carryOn(round.roundId)),
    stop: async () => {
      stopping.abort();
      await Promise.allSettled(advancing.values());
    },
  };
}
