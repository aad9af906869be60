import { bus } from '@palier/shared/bus';
import { jackpotCountersSchema, jackpotWinSchema, type JackpotWin } from '@palier/shared/contracts';
import { logIgnored } from '@palier/shared/http';
import { MAX_WIRE_AMOUNT } from '@palier/shared/money';
import { parseBalance, parseMessage, type Schema } from '@palier/shared/socket/stomp-client';
import { balanceHold } from '../balance-hold';

const winFields = new Map<string, Schema<unknown>>(Object.entries(jackpotWinSchema.shape));

/**
 * Only the prize of a win is required (sections 2, 4 and 6 of docs/spec-coverage.md), so an invalid optional
 * field is dropped and the win stays.
 */
const winSchema: Schema<JackpotWin> = {
  safeParse: (message) =>
    jackpotWinSchema.safeParse(
      Object.fromEntries(
        Object.entries(message ?? {}).filter(
          ([name, value]) => winFields.get(name)?.safeParse(value).success,
        ),
      ),
    ),
};

const isPrize = (amount: number): boolean => amount > 0 && amount <= MAX_WIRE_AMOUNT;

/** Wins that this page has shown. The server repeats a win whose acknowledgement was lost. */
const shownIds = new Set<number>();

export function createWinPublisher() {
  const unshown = new Map<number, () => void>();
  const stop = bus.on('jackpot/win-shown', ({ id }) => {
    shownIds.add(id);
    unshown.get(id)?.();
    unshown.delete(id);
  });

  /**
   * Section 4 of docs/spec-coverage.md: publishes a win, then its counters when it has all three. A win with
   * an id is acknowledged once the page has shown it; every other message, and a repeated win that was shown,
   * at once.
   */
  function publishWin(body: string, acknowledge: () => void): void {
    const win = parseMessage(body, winSchema, 'jackpot win');
    if (win === null) return acknowledge();
    if (!isPrize(win.prizeAmount)) {
      logIgnored(win.prizeAmount, 'socket: jackpot win without a prize');
      return acknowledge();
    }
    const { winId } = win;
    if (winId === undefined) acknowledge();
    else {
      if (shownIds.has(winId)) return acknowledge();
      const isRepeated = unshown.has(winId);
      unshown.set(winId, acknowledge);
      if (isRepeated) return;
    }
    bus.emit('jackpot/won', win);
    // The overlay shows the prize, so the header need not hold the prize back any longer.
    balanceHold.release();
    const { bronzeCounter, silverCounter, goldCounter } = win;
    if (bronzeCounter !== undefined && silverCounter !== undefined && goldCounter !== undefined)
      bus.emit('jackpot/counted', { bronzeCounter, silverCounter, goldCounter });
  }

  return { publishWin, stop };
}

/** A game that repeats a stake is refused each time; the same reason is shown once in this time. */
const SAME_REASON_MS = 10_000;

const refusalSchema: Schema<{ readonly code: string; readonly text: string }> = {
  safeParse(message) {
    const { code, text } = Object(message) as Partial<Record<string, unknown>>;
    return typeof code === 'string' && typeof text === 'string'
      ? { success: true, data: { code, text } }
      : { success: false, error: 'a code and a text are missing' };
  },
};

/** Shows why a stake was refused: the game's own message may not say it. */
export function createRefusalPublisher() {
  const shownAtMs = new Map<string, number>();
  return (body: string): void => {
    const refusal = parseMessage(body, refusalSchema, 'refused stake');
    if (refusal === null) return;
    const nowMs = performance.now();
    if (nowMs - (shownAtMs.get(refusal.code) ?? -Infinity) < SAME_REASON_MS) return;
    shownAtMs.set(refusal.code, nowMs);
    bus.emit('notice/raised', { tone: 'failure', text: refusal.text });
  };
}

export function publishCounters(body: string): void {
  const counters = parseMessage(body, jackpotCountersSchema, 'jackpot counters');
  if (counters !== null) bus.emit('jackpot/counted', counters);
}

export function publishBalance(body: string): void {
  const balance = parseBalance(body);
  if (balance !== null) balanceHold.publish(balance);
}
