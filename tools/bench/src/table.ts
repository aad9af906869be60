import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@palier/scripts/paths';
import type { Goal, Judgement, Outcome, Readings } from './row';

const OUTCOMES_FILE = join(ROOT, 'docs/benchmarks.json');
const PAGE_FILE = join(ROOT, 'docs/benchmarks.md');

/** Notes under the table, which are kept. */
const NOTES = /\n## [^]*$/;

/** Stores an outcome and rewrites docs/benchmarks.md, with `remark` above the table. */
export async function keepOutcome(outcome: Outcome, remark: string): Promise<void> {
  const kept = JSON.parse(await readFile(OUTCOMES_FILE, 'utf8').catch(() => '[]')) as Outcome[];
  const isKnown = kept.some(({ id }) => id === outcome.id);
  const all = isKnown ? kept.map((one) => (one.id === outcome.id ? outcome : one)) : [...kept, outcome];
  all.sort((a, b) => a.group.localeCompare(b.group));
  await writeFile(OUTCOMES_FILE, `[\n${all.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
  const notes = await readFile(PAGE_FILE, 'utf8').then(
    (text) => NOTES.exec(text)?.[0] ?? '',
    () => '',
  );
  await writeFile(PAGE_FILE, renderPage(all, remark) + notes);
}

const renderPage = (outcomes: readonly Outcome[], remark: string): string => `# Benchmarks

Written by \`npm run bench\`. Each benchmark is read in turn with its reference on the same machine; only the ratio counts.
Medians, least and greatest reading in brackets. "No result": the reference itself varied by more than 15 %. The goals are
those of the design; fsync, synchronous_commit and full_page_writes are on. A checkpoint and a pause precede each
reading. After the last reading of a benchmark that moves money, the ledger of each database is verified, and a fault misses the goal.
Ledgers that loads write to are created in every run; the long histories are kept and read into the cache first.

Machine of the last run: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}. Server, database and load generator share it.
${remark}

| Benchmark | Measured | Reference | Figure | Goal | Verdict | When, commit |
|---|---|---|---|---|---|---|
${outcomes.map(formatRow).join('\n')}
`;

/** The goal of a benchmark or of its condition. */
type OneGoal = Judgement & Pick<Outcome, 'unit' | 'referenceTitle'>;

function formatRow(outcome: Outcome): string {
  const { condition } = outcome;
  const cell = (text: (goal: OneGoal, name: string) => string): string =>
    text(outcome, '') + (condition === undefined ? '' : `; ${text(condition, `${condition.title}: `)}`);
  return `| ${[
    `**${outcome.id}** ${outcome.title}`,
    cell(({ subject, unit }, name) => `${name}${formatReadings(subject)} ${unit}`),
    cell(({ reference, referenceTitle, unit }) =>
      reference === null ? '–' : `${referenceTitle ?? ''}: ${formatReadings(reference)} ${unit}`,
    ),
    cell(({ figure }) => formatNumber(figure)),
    cell(({ goal }) => formatGoal(goal)),
    verdictText(outcome),
    `${outcome.date.replace('T', ' ')}, ${outcome.commit}`,
  ].join(' | ')} |`;
}

/** A benchmark's figures and verdict in one line. */
export function summary(outcome: Outcome): string {
  const { condition } = outcome;
  const formatGoalResult = ({ subject, reference, figure, goal, unit }: OneGoal): string =>
    `${formatNumber(subject.median)} ${unit}${reference === null ? '' : ` / ${formatNumber(reference.median)}`} = ${formatNumber(figure)}, goal ${formatGoal(goal)}`;
  const more = condition === undefined ? '' : `; ${condition.title} ${formatGoalResult(condition)}`;
  return `${formatGoalResult(outcome)}${more}: ${verdictText(outcome)}`;
}

const verdictText = ({ verdict, ledgerFault }: Outcome): string =>
  ledgerFault === undefined ? verdict : `${verdict}: ledger fault: ${ledgerFault}`;

const formatGoal = (goal: Goal): string => ('atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`);

const formatReadings = ({ median, least, most }: Readings): string =>
  `${formatNumber(median)} (${formatNumber(least)}–${formatNumber(most)})`;

function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3).replace(/\.?0+$/, '');
}
