import { now, currentCommit, storeLine } from '@palier/test-support/result-page';
import type { Goal, Measured, Outcome, Readings } from './row';

/** Writes the line of a benchmark into docs/benchmarks.md. */
export const storeOutcome = async (outcome: Outcome, ids: readonly string[]): Promise<void> =>
  storeLine('docs/benchmarks.md', ids, {
    id: outcome.id,
    title: outcome.title,
    cells: [...cellsOf(outcome), `${now()}, ${await currentCommit()}`],
  });

const cellsOf = (outcome: Outcome): string[] => [
  formatSide(outcome, 'subject'),
  outcome.reference === null ? '–' : `${outcome.referenceTitle ?? ''}: ${formatSide(outcome, 'reference')}`,
  formatReadings(outcome.figure),
  formatGoal(outcome.goal),
  verdictText(outcome),
];

/** The readings of one side and, in the same cell, what was measured beside them. */
function formatSide(outcome: Outcome, side: Side): string {
  const deciding = formatMeasured(outcome, side);
  return outcome.beside === null ? deciding : `${deciding}; ${formatMeasured(outcome.beside, side)}`;
}

type Side = 'subject' | 'reference';

const formatMeasured = (measured: Measured, side: Side): string => {
  const values = measured[side];
  return values === null ? '–' : `${formatReadings(values)} ${measured.unit}`;
};

/** A benchmark's figures and verdict in one line. */
export const summary = ({ subject, reference, figure, goal, unit, ...outcome }: Outcome): string =>
  `${formatNumber(subject.median)} ${unit}` +
  (reference === null ? '' : ` / ${formatNumber(reference.median)}`) +
  ` = ${formatReadings(figure)}, goal ${formatGoal(goal)}: ${verdictText(outcome)}`;

const verdictText = ({ verdict, ledgerFault }: Pick<Outcome, 'verdict' | 'ledgerFault'>): string =>
  ledgerFault === undefined ? verdict : `${verdict}: ledger fault: ${ledgerFault}`;

const formatGoal = (goal: Goal): string =>
  'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost.toLocaleString('en')}`;

const formatReadings = ({ median, least, most }: Readings): string =>
  `${formatNumber(median)} (${formatNumber(least)}–${formatNumber(most)})`;

function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3).replace(/\.?0+$/, '');
}
