import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { budgetOf, LIMIT_S, totalBudget } from './budget';
import type { FaultRow } from './scenario';
import type { Outcome } from './run-scenarios';

const KEPT = new URL('../../../docs/faults.json', import.meta.url);
const PAGE = new URL('../../../docs/faults.md', import.meta.url);

/** The last run of a row at its full trials, as kept in docs/faults.json. */
interface Kept {
  readonly id: string;
  readonly fault: string;
  readonly bound: string;
  readonly trials: number;
  readonly failures: number;
  readonly measured: string;
  /** Why the machine could not make the fault. */
  readonly skipped?: string;
  readonly seconds: number;
  /** Of the system over the row's last minute; a quiet machine of two cores shows 2 to 6. */
  readonly load: number;
  readonly seed: number;
  readonly date: string;
  readonly commit: string;
}

let last: Promise<void> = Promise.resolve();

/**
 * Puts an outcome in place of the older one of its row, drops rows that there are no longer, and writes docs/faults.md
 * anew. After each row, so that a run that is broken off keeps what it has shown; one after the other.
 */
export function keepOutcome(
  outcome: Outcome,
  { seed, rows }: { seed: number; rows: readonly FaultRow[] },
): Promise<void> {
  last = last.then(async () => {
    const kept = JSON.parse(await readFile(KEPT, 'utf8').catch(() => '[]')) as Kept[];
    const byId = new Map(kept.map((one) => [one.id, one]));
    byId.set(outcome.row.id, toKept(outcome, seed));
    const all = rows.flatMap(({ id }) => byId.get(id) ?? []);
    await writeFile(KEPT, `[\n${all.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
    await writeFile(PAGE, page(all, rows));
  });
  return last;
}

function toKept(outcome: Outcome, seed: number): Kept {
  const { row, seconds } = outcome;
  const told =
    'skipped' in outcome
      ? { trials: 0, failures: 0, measured: '', skipped: outcome.skipped }
      : {
          trials: outcome.result.trials,
          failures: outcome.result.failures.length,
          measured: outcome.result.measured ?? '',
        };
  return {
    id: row.id,
    fault: row.fault,
    bound: row.bound,
    ...told,
    seconds: Math.round(seconds * 10) / 10,
    load: Math.round(loadavg()[0]! * 10) / 10,
    seed,
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: commitOf(),
  };
}

/** The commit, with a + when the sources differ from it. */
function commitOf(): string {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .trim();
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', ':/server', ':/shared');
    return `${git('rev-parse', '--short=9', 'HEAD')}${changed === '' ? '' : '+'}`;
  } catch {
    return '–';
  }
}

function page(all: readonly Kept[], rows: readonly FaultRow[]): string {
  const never = rows.filter(({ id }) => !all.some((one) => one.id === id)).map(({ id }) => id);
  const sum = all.reduce((total, { seconds }) => total + seconds, 0);
  return `# Faults

Written by \`npm run test:faults\`: every fault is made on purpose, against real processes on a real PostgreSQL, and each
line is the last run of its row at its full trials. After each row the whole ledger is recounted. \`npm test\` runs
${rows.filter(({ trials, isSlow = false }) => trials.short !== undefined && !isSlow).length} of the ${rows.length} rows with fewer trials, of which none fails for being slow. \`npm run test:faults -- A1 --seed 7\` runs one of them again.
What remotes, browsers and hostile pages do is held by other tests: [spec coverage](spec-coverage.md#faults) names them.

Machine of the last run: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}; callers, API processes and database share it. "Load" is the
system's over the row's last minute: a row by itself makes 2 to 6, what is above that is others' work, and its seconds mean little.
${all.length} of ${rows.length} rows, ${minutes(sum)} minutes in all; the budgets of a run of all of them, in which rows that only wait run side by side, come to ${minutes(totalBudget(rows))} of ${LIMIT_S / 60}.${never.length === 0 ? '' : ` Not yet run in full: ${never.join(', ')}.`}

| Row | Fault | Must hold | Trials | Failures | Measured | Seconds / budget | Load | Seed | When, commit |
|---|---|---|--:|--:|---|--:|--:|--:|---|
${all.map(line).join('\n')}
`;
}

const minutes = (seconds: number): string => (seconds / 60).toFixed(1);

const line = (one: Kept): string =>
  `| ${[
    one.id,
    one.fault,
    one.bound,
    one.skipped === undefined ? one.trials.toLocaleString('en') : 'not tried',
    one.skipped === undefined ? String(one.failures) : one.skipped,
    one.measured === '' ? '–' : one.measured,
    `${one.seconds.toFixed(1)} / ${budgetOf(one.id)}`,
    one.load.toFixed(1),
    String(one.seed),
    `${one.date}, ${one.commit}`,
  ]
    .map((cell) => cell.replaceAll('|', '\\|'))
    .join(' | ')} |`;
