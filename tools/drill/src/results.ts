import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import type { DrillRow, TrialResult } from './row';

const STORE = new URL('../../../docs/drill.json', import.meta.url);
const PAGE = new URL('../../../docs/drill.md', import.meta.url);

export interface StoredTrial extends TrialResult {
  readonly failures: readonly string[];
  readonly seconds: number;
  /** The system's load average over the last minute; more than 4 on two cores makes the times long. */
  readonly load: number;
  /** UTC, to the minute. */
  readonly date: string;
}

/** The trials of the last run of each row, by the row's id. */
type Results = Readonly<Record<string, readonly StoredTrial[]>>;

export const readResults = async (): Promise<Results> =>
  JSON.parse(await readFile(STORE, 'utf8').catch(() => '{}')) as Results;

/** Stores the trials of one row and rewrites docs/drill.md, after each trial, so that an interrupted run keeps its results. */
export async function storeTrials(row: DrillRow, trials: readonly StoredTrial[], rows: readonly DrillRow[]) {
  const results: Results = { ...(await readResults()), [row.id]: trials };
  const stored = rows.flatMap(({ id }) => {
    const lines = (results[id] ?? []).map((trial) => JSON.stringify(trial)).join(',\n');
    return lines === '' ? [] : [`${JSON.stringify(id)}: [\n${lines}\n]`];
  });
  await writeFile(STORE, `{\n${stored.join(',\n')}\n}\n`);
  await writeFile(PAGE, renderPage(rows, results));
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
  load: Math.round(loadavg()[0]! * 10) / 10,
  date: new Date().toISOString().slice(0, 16).replace('T', ' '),
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

export function renderPage(rows: readonly DrillRow[], results: Results): string {
  const lines = rows.map(({ id, fault, bound }) => {
    const trials = results[id] ?? [];
    const failed = trials.filter(({ failures }) => failures.length > 0).length;
    const meanS = trials.reduce((sum, { seconds }) => sum + seconds, 0) / trials.length;
    const loads = trials.map(({ load }) => load);
    const cells =
      trials.length === 0
        ? ['0', '–', 'not run', '–', '–', '–']
        : [
            String(trials.length),
            String(failed),
            summarize(trials),
            meanS.toFixed(0),
            `${Math.min(...loads)}–${Math.max(...loads)}`,
            trials.at(-1)!.date,
          ];
    return `| ${[`**${id}**`, fault, bound, ...cells].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return `# Drill

Written by \`npm run drill\`: each row makes one fault on a replicated installation under load, and each line shows the last run of a
row. The site and its recipes: [replication.md](replication.md). \`npm run drill -- --trials 3 ${rows[0]?.id ?? ''}\` runs one row again.

Machine of the last run: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}; callers, servers, poolers and all database nodes share it. "Load"
is the lowest and highest load average over the trials: with more than 4, the times are longer than those of a quiet machine.

| Row | Fault | Must hold | Trials | Failed | Measured | Seconds each | Load | When (UTC) |
|---|---|---|--:|--:|---|--:|--:|---|
${lines.join('\n')}
`;
}
