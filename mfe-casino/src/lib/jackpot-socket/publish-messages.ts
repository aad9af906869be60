import { bus, busEvents } from '@palier/shared/bus';
import {
  jackpotCountersSchema,
  jackpotWinSchema,
  type JackpotCounters,
  type JackpotWin,
} from '@palier/shared/contracts';
import { logIgnored } from '@palier/shared/http';
import { MAX_WIRE_AMOUNT } from '@palier/shared/money';
import { balanceDisplay } from '../balance-hold';

interface Schema<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false; error: unknown };
}

/** The message in a frame's body, or null, logged, when it is not what it should be (spec §8). */
function read<Value>(body: string, schema: Schema<Value>, topic: string): Value | null {
  try {
    const parsed = schema.safeParse(JSON.parse(body));
    if (parsed.success) return parsed.data;
    logIgnored(parsed.error, `socket: ${topic} message not understood`);
  } catch (error) {
    logIgnored(error, `socket: ${topic} message not understood`);
  }
  return null;
}

/** Spec §9: a celebration lasts so long, and each waits for the one before. */
const CELEBRATION_MS = 5_000;
/** When the celebration of each win that was told begins: the server repeats a win until it is acknowledged. */
const celebrations = new Map<number, number>();
let lastEndsAt = 0;

/** What a prize may be: more than nothing, and small enough for money to be written with. */
const isPrize = (amount: number): boolean => amount > 0 && amount <= MAX_WIRE_AMOUNT;

const winFields = new Map<string, Schema<unknown>>(Object.entries(jackpotWinSchema.shape));

/** Spec §3 asks for the prize alone: whatever else stands beside it takes no win away, and is left out where it is not sound. */
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

/**
 * A win is told on the bus, then its counters replace the present ones (spec §4). Returns the milliseconds until its celebration
 * begins, 0 for what has none: a page that is left before then has not shown it.
 */
export function deliverWin(body: string): number {
  const win = read(body, winSchema, 'jackpot win');
  if (win === null) return 0;
  if (!isPrize(win.prizeAmount)) {
    logIgnored(win.prizeAmount, 'socket: jackpot win without a prize');
    return 0;
  }
  const now = performance.now();
  const toldFor = celebrations.get(win.winId ?? NaN);
  if (toldFor !== undefined) return Math.max(0, toldFor - now);
  const beginsAt = Math.max(now, lastEndsAt);
  lastEndsAt = beginsAt + CELEBRATION_MS;
  if (win.winId !== undefined) celebrations.set(win.winId, beginsAt);
  bus.emit('jackpot/won', win);
  // The celebration has told of it: the header is not to say otherwise for as long as a flight lasts.
  balanceDisplay.release();
  const { bronzeCounter, silverCounter, goldCounter } = win;
  if (bronzeCounter !== undefined && silverCounter !== undefined && goldCounter !== undefined)
    bus.emit('jackpot/counted', { bronzeCounter, silverCounter, goldCounter });
  return beginsAt - now;
}

export function deliverCounters(body: string): void {
  const counters: JackpotCounters | null = read(body, jackpotCountersSchema, 'jackpot counters');
  if (counters !== null) bus.emit('jackpot/counted', counters);
}

export function deliverBalance(body: string): void {
  const message = read(body, busEvents['balance/changed'].payload, 'balance');
  if (message !== null) balanceDisplay.tell(message.balance);
}
