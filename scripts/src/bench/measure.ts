import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { BenchRow, Outcome, Readings, Verdict } from './row';

/** A reference that varied by more than this within its run decides nothing. */
const STEADY = 0.15;
const IDLE_SHARE = 0.92;
const IDLE_FOR_MS = 2_000;

export interface MeasureOptions {
  readonly rounds: number;
  /** How long to wait for a quiet machine before each reading. */
  readonly patienceMs: number;
  readonly commit: string;
  readonly say: (line: string) => void;
}

/**
 * Reads subject and reference in turn, reference first, recounts the books and judges the ratio of the medians; whatever the
 * ratio, a row whose books are wrong misses its goal.
 */
export async function measureRow(row: BenchRow, options: MeasureOptions): Promise<Outcome> {
  const probe = await row.prepare();
  const rounds = probe.rounds ?? options.rounds;
  const subject: number[] = [];
  const reference: number[] = [];
  let wasQuiet = true;
  let wrongBooks: string | null = null;
  const read = async (reading: () => Promise<number>): Promise<number> => {
    await probe.checkpoint?.();
    wasQuiet = (await untilQuiet(options.patienceMs)) && wasQuiet;
    return reading();
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      if (probe.reference !== undefined) reference.push(await read(probe.reference));
      subject.push(await read(probe.subject));
    }
    wrongBooks = (await probe.recount?.()) ?? null;
  } finally {
    await probe.close?.();
  }
  if (!wasQuiet) options.say('  other work ran on the machine');
  const ofSubject = readings(subject);
  const ofReference = reference.length === 0 ? null : readings(reference);
  const figure = ofReference === null ? ofSubject.median : ofSubject.median / ofReference.median;
  return {
    id: row.id,
    group: row.group,
    title: row.title,
    unit: row.unit,
    goal: row.goal,
    subject: ofSubject,
    referenceTitle: row.reference ?? null,
    reference: ofReference,
    figure,
    verdict: wrongBooks === null ? judge(row, figure, ofReference) : 'misses',
    ...(wrongBooks === null ? {} : { wrongBooks }),
    rounds,
    date: new Date().toISOString().slice(0, 16),
    commit: options.commit,
  };
}

function judge({ goal }: BenchRow, figure: number, reference: Readings | null): Verdict {
  if (reference !== null && (reference.most - reference.least) / reference.median > STEADY)
    return 'no result';
  return ('atLeast' in goal ? figure >= goal.atLeast : figure <= goal.atMost) ? 'holds' : 'misses';
}

export function readings(values: readonly number[]): Readings {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: percentile(sorted, 0.5),
    least: sorted[0] ?? Number.NaN,
    most: sorted.at(-1) ?? Number.NaN,
  };
}

/** Of ascending values; between two of them, their mean. */
export function percentile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? below;
  return (below + above) / 2;
}

/** False when the machine did not come to rest in time. */
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
