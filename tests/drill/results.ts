import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { currentLoad, now, storeLine } from '@palier/test-support/result-page';
import { CACHE } from '@palier/base/paths';
import type { DrillRow, TrialResult } from './row';

export interface StoredTrial extends TrialResult {
  readonly failures: readonly string[];
  readonly seconds: number;
  /** The system's load average over the last minute; more than 4 on two cores makes the times long. */
  readonly load: number;
  /** UTC, to the minute. */
  readonly date: string;
}

/** Where the trials of a row's last run are kept, for `--resume`. */
const fileOf = ({ id }: DrillRow): string => path.join(CACHE, 'drill', `${id}.json`);

export const readTrials = async (row: DrillRow): Promise<StoredTrial[]> =>
  JSON.parse(await readFile(fileOf(row), 'utf8').catch(() => '[]')) as StoredTrial[];

/**
 * Stores the trials of a row and writes its line of docs/drill.md, after each trial, so that an interrupted
 * run keeps its results.
 */
export async function storeTrials(row: DrillRow, trials: readonly StoredTrial[], rows: readonly DrillRow[]) {
  await mkdir(path.dirname(fileOf(row)), { recursive: true });
  await writeFile(fileOf(row), JSON.stringify(trials));
  const { id, fault, bound } = row;
  const ids = rows.map((one) => one.id);
  await storeLine('docs/drill.md', ids, { id, cells: [fault, bound, ...cellsOf(trials)] });
}

function cellsOf(trials: readonly StoredTrial[]): string[] {
  const failed = trials.filter(({ failures }) => failures.length > 0).length;
  const meanS = trials.reduce((sum, { seconds }) => sum + seconds, 0) / trials.length;
  const loads = trials.map(({ load }) => load);
  const circumstances = [
    meanS.toFixed(0),
    `${Math.min(...loads)}–${Math.max(...loads)}`,
    trials.at(-1)!.date,
  ];
  return [String(trials.length), String(failed), summarize(trials), ...circumstances];
}

export const toStored = (
  { counts = {}, timesMs = {} }: TrialResult,
  failures: readonly string[],
  seconds: number,
): StoredTrial => ({
  counts,
  timesMs: Object.fromEntries(Object.entries(timesMs).map(([name, ms]) => [name, Math.round(ms)])),
  failures,
  seconds: Math.round(seconds * 10) / 10,
  load: currentLoad(),
  date: now(),
});

/** "acknowledged 1,234, missing 0; served again 2.1 s, at most 4.0 s". */
export function summarize(trials: readonly TrialResult[]): string {
  const names = (part: 'counts' | 'timesMs'): string[] => [
    ...new Set(trials.flatMap((trial) => Object.keys(trial[part] ?? {}))),
  ];
  const counts = names('counts').map((name) => {
    const sum = trials.reduce((total, { counts: { [name]: count = 0 } = {} }) => total + count, 0);
    return `${name} ${sum.toLocaleString('en')}`;
  });
  const times = names('timesMs').map((name) => {
    const sorted = trials.flatMap(({ timesMs }) => timesMs?.[name] ?? []).sort((one, other) => one - other);
    const [median, slowest] = [sorted[sorted.length >> 1]!, sorted.at(-1)!];
    return `${name} ${formatS(median)}${sorted.length > 1 ? `, at most ${formatS(slowest)}` : ''}`;
  });
  return [counts.join(', '), ...times].filter((text) => text !== '').join('; ');
}

const formatS = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
