import { now, currentCommit, storeLine } from '@palier/faults/result-page';
import type { Goal, Judgement, Outcome, Readings } from './row';

/** Writes the line of a benchmark into docs/benchmarks.md. */
export const storeOutcome = async (outcome: Outcome, ids: readonly string[]): Promise<void> =>
  storeLine('docs/benchmarks.md', ids, {
    ...{ id: outcome.id, title: outcome.title },
    cells: [...cellsOf(outcome), `${now()}, ${await currentCommit()}`],
  });

/** The goal of a benchmark or of its condition. */
type OneGoal = Judgement & Pick<Outcome, 'unit' | 'referenceTitle'>;

function cellsOf(outcome: Outcome): string[] {
  const { condition } = outcome;
  const cell = (text: (goal: OneGoal, name: string) => string): string =>
    text(outcome, '') + (condition === undefined ? '' : `; ${text(condition, `${condition.title}: `)}`);
  return [
    cell(({ subject, unit }, name) => `${name}${formatReadings(subject)} ${unit}`),
    cell(({ reference, referenceTitle, unit }) =>
      reference === null ? '–' : `${referenceTitle ?? ''}: ${formatReadings(reference)} ${unit}`,
    ),
    cell(({ figure }) => formatNumber(figure)),
    cell(({ goal }) => formatGoal(goal)),
    verdictText(outcome),
  ];
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
