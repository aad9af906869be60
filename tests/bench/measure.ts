import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { BenchRow, Goal, Outcome, Probe, Readings, Verdict } from './row';

/** A reference that varies by more than this share gives no result. */
const MAX_REFERENCE_SPREAD = 0.15;
const IDLE_SHARE = 0.92;
const IDLE_FOR_MS = 2_000;

export interface MeasureOptions {
  readonly rounds: number;
  /** How long to wait for an idle machine before each reading. */
  readonly patienceMs: number;
  readonly say: (line: string) => void;
}

/**
 * Reads reference and subject in turn, verifies the ledger and judges the ratio of the medians. A ledger
 * fault always misses the goal.
 */
export async function measureRow(row: BenchRow, options: MeasureOptions): Promise<Outcome> {
  const probe = await row.prepare();
  const rounds = probe.rounds ?? options.rounds;
  const { values, wasQuiet, ledgerFault } = await readInTurn(probe, rounds, options);
  if (!wasQuiet) options.say('  the machine was not idle');
  const { id, group, title, unit, goal, reference: referenceTitle = null } = row;
  const subject = readings(values.subject);
  const reference = values.reference.length === 0 ? null : readings(values.reference);
  const figure = subject.median / (reference?.median ?? 1);
  return {
    id,
    group,
    title,
    unit,
    goal,
    referenceTitle,
    subject,
    reference,
    figure,
    rounds,
    verdict: ledgerFault === null ? judge(figure, goal, reference) : 'misses',
    ...(ledgerFault === null ? {} : { ledgerFault }),
  };
}

function judge(figure: number, goal: Goal, reference: Readings | null): Verdict {
  const isSteady =
    reference === null || (reference.most - reference.least) / reference.median <= MAX_REFERENCE_SPREAD;
  if (!isSteady) return 'no result';
  const doesHold = 'atLeast' in goal ? figure >= goal.atLeast : figure <= goal.atMost;
  return doesHold ? 'holds' : 'misses';
}

interface Reading {
  readonly values: Readonly<Record<'subject' | 'reference', readonly number[]>>;
  readonly wasQuiet: boolean;
  readonly ledgerFault: string | null;
}

/** Reads reference and subject in turn, then verifies the ledger and stops what the probe started. */
async function readInTurn(probe: Probe, rounds: number, { patienceMs }: MeasureOptions): Promise<Reading> {
  const values = { subject: [] as number[], reference: [] as number[] };
  let wasQuiet = true;
  let ledgerFault: string | null = null;
  const read = async (side: keyof typeof values): Promise<void> => {
    const reading = probe[side];
    if (reading === undefined) return;
    await probe.checkpoint?.();
    wasQuiet = (await untilQuiet(patienceMs)) && wasQuiet;
    values[side].push(await reading());
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      await read('reference');
      await read('subject');
    }
    ledgerFault = (await probe.recount?.()) ?? null;
  } finally {
    await probe.close?.();
  }
  return { values, wasQuiet, ledgerFault };
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
