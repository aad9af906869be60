import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { BenchRow, Goal, Measured, Outcome, Probe, Readings, Verdict } from './row';

/** A row whose verdict is not clear is read up to this many times as often. */
const MOST_ROUNDS_FACTOR = 3;
/** A count is read this often, to show that it repeats. */
const ROUNDS_OF_A_COUNT = 3;
/** The chance that the median lies outside of its interval. */
const MAX_DOUBT = 0.05;
const IDLE_SHARE = 0.92;
const IDLE_FOR_MS = 2_000;

export interface MeasureOptions {
  /** Readings of a row whose verdict is clear after them. */
  readonly rounds: number;
  /** How long to wait for an idle machine before each reading. */
  readonly patienceMs: number;
  readonly say: (line: string) => void;
}

/**
 * Reads reference and subject in turn, verifies the ledger and judges the ratios of the rounds: other
 * programs on the machine slow both readings of a round alike, and do not change a count. A ledger fault
 * always misses the goal.
 */
export async function measureRow(row: BenchRow, options: MeasureOptions): Promise<Outcome> {
  const { id, group, title, unit, goal, reference: referenceTitle = null } = row;
  const probe = await row.prepare();
  const { values, besideValues, wasQuiet, ledgerFault } = await readInTurn(
    row.isCount === true ? { ...probe, rounds: ROUNDS_OF_A_COUNT } : probe,
    goal,
    options,
  );
  if (!wasQuiet) options.say('  the machine was not idle');
  const figures = figuresOf(values);
  return {
    id,
    group,
    title,
    goal,
    referenceTitle,
    ...measured(unit, values),
    beside: probe.beside === undefined ? null : measured(probe.beside.unit, besideValues),
    figure: { median: percentile(figures, 0.5), ...medianInterval(figures) },
    rounds: figures.length,
    verdict: ledgerFault === null ? judge(figures, goal) : 'misses',
    ...(ledgerFault === null ? {} : { ledgerFault }),
  };
}

type Values = Readonly<Record<'subject' | 'reference', number[]>>;

const measured = (unit: string, { subject, reference }: Values): Measured => ({
  unit,
  subject: readings(subject),
  reference: reference.length === 0 ? null : readings(reference),
});

/** The ratio of each round; the readings themselves without a reference. */
const figuresOf = ({ subject, reference }: Values): number[] =>
  subject.map((value, round) => value / (reference[round] ?? 1));

const doesHold = (figure: number, goal: Goal): boolean =>
  'atLeast' in goal ? figure >= goal.atLeast : figure <= goal.atMost;

/** True when the goal lies outside of the interval of the median, so that further rounds change nothing. */
function isClear(figures: readonly number[], goal: Goal): boolean {
  const { least, most } = medianInterval(figures);
  return doesHold(least, goal) === doesHold(most, goal);
}

const judge = (figures: readonly number[], goal: Goal): Verdict =>
  doesHold(percentile(figures, 0.5), goal) ? 'holds' : 'misses';

/**
 * Between these two values lies the median of all possible values, with 95 % certainty and whatever their
 * distribution; with fewer than six values, between the least and the greatest.
 */
export function medianInterval(values: readonly number[]): Pick<Readings, 'least' | 'most'> {
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  // Each value is below the median with a chance of one half: the tail of a binomial distribution.
  let chance = 0.5 ** count;
  let tail = chance;
  let cut = 0;
  while (cut + 1 < count / 2) {
    chance *= (count - cut) / (cut + 1);
    if (2 * (tail + chance) > MAX_DOUBT) break;
    tail += chance;
    cut += 1;
  }
  return { least: sorted[cut] ?? Number.NaN, most: sorted[count - 1 - cut] ?? Number.NaN };
}

interface Reading {
  readonly values: Values;
  readonly besideValues: Values;
  readonly wasQuiet: boolean;
  readonly ledgerFault: string | null;
}

/**
 * Reads reference and subject in turn until the verdict is clear, then verifies the ledger and stops what the
 * probe started.
 */
async function readInTurn(
  probe: Probe,
  goal: Goal,
  { patienceMs, ...options }: MeasureOptions,
): Promise<Reading> {
  const rounds = probe.rounds ?? options.rounds;
  const mostRounds = probe.rounds ?? options.rounds * MOST_ROUNDS_FACTOR;
  const values: Values = { subject: [], reference: [] };
  const besideValues: Values = { subject: [], reference: [] };
  let wasQuiet = true;
  let ledgerFault: string | null = null;
  const read = async (side: keyof typeof values): Promise<void> => {
    for (const [reading, into] of [
      [probe[side], values],
      [probe.beside?.[side], besideValues],
    ] as const) {
      if (reading === undefined) continue;
      await probe.checkpoint?.();
      wasQuiet = (await untilQuiet(patienceMs)) && wasQuiet;
      into[side].push(await reading());
    }
  };
  try {
    for (let round = 0; round < mostRounds; round += 1) {
      if (round >= rounds && isClear(figuresOf(values), goal)) break;
      await read('reference');
      await read('subject');
    }
    ledgerFault = (await probe.recount?.()) ?? null;
  } finally {
    await probe.close?.();
  }
  return { values, besideValues, wasQuiet, ledgerFault };
}

/** NaN for no values. */
export const readings = (values: readonly number[]): Readings => ({
  median: percentile(values, 0.5),
  least: percentile(values, 0),
  most: percentile(values, 1),
});

/**
 * The value below which `share` (0 to 1) of the values lie; the mean of two values when the share falls
 * between them.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? below;
  return (below + above) / 2;
}

/**
 * Waits until the machine has been idle for IDLE_FOR_MS. Returns false when this takes longer than
 * `patienceMs`.
 */
async function untilQuiet(patienceMs: number): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  for (let quietSince: number | null = null; Date.now() < deadline;) {
    const before = cpuTimes();
    await wait(500);
    const after = cpuTimes();
    const idle = (after.idle - before.idle) / Math.max(1, after.all - before.all);
    quietSince = idle >= IDLE_SHARE ? (quietSince ?? Date.now() - 500) : null;
    if (quietSince !== null && Date.now() - quietSince >= IDLE_FOR_MS) return true;
  }
  return false;
}

function cpuTimes(): { idle: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    all: times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
  };
}
