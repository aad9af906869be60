import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { budgetOf, STAGGER_S, totalBudget } from './budget';
import { startCluster, type Cluster } from './actors/cluster';
import { keepOutcome } from './results';
import type { FaultRow } from './scenario';
import { readRows, runRow, type Outcome } from './run-scenarios';

const areaOf = (row: FaultRow): string => row.id.replace(/\d+$/, '');
const usage = (): never => {
  console.error(
    'Usage: npm run test:faults -- [row or area, such as A1 or G …] [--seed N] [--short] [--trials N] [--courses N]',
  );
  process.exit(2);
};
const readWords = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seed: { type: 'string' },
        short: { type: 'boolean', default: false },
        trials: { type: 'string' },
        courses: { type: 'string', default: '1' },
      },
    });
  } catch {
    return usage();
  }
};
const { values, positionals } = readWords();
const isLong = !values.short;
const trials = values.trials === undefined ? undefined : Number(values.trials);
const courses = Number(values.courses);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const rows = await readRows();
const unknown = positionals.filter((word) => !rows.some((row) => row.id === word || areaOf(row) === word));
const wanted = rows.filter(
  (row) =>
    (positionals.length === 0 || positionals.some((word) => row.id === word || areaOf(row) === word)) &&
    (isLong || row.trials.short !== undefined),
);
if (wanted.length === 0 || unknown.length > 0 || ![seed, trials ?? 1, courses].every(Number.isInteger))
  usage();

console.log(`Seed ${seed}; repeat with: npm run test:faults -- ${positionals.join(' ')} --seed ${seed}\n`);
/** One for each area: books that a long row has filled would slow the recount after every row that follows. */
let shared: { readonly area: string; readonly cluster: Cluster } | null = null;
async function sharedBy(row: FaultRow): Promise<Cluster | null> {
  if (row.isApart === true && isLong) return null;
  const area = isLong ? areaOf(row) : 'all';
  if (shared !== null && shared.area !== area) {
    await shared.cluster.stop();
    shared = null;
  }
  shared ??= { area, cluster: await startCluster() };
  return shared.cluster;
}
const outcomes: Outcome[] = [];
async function runAndTell(row: FaultRow): Promise<void> {
  const outcome = await runRow(row, {
    cluster: await sharedBy(row),
    seed,
    isLong,
    courses,
    ...(trials === undefined ? {} : { trials }),
  });
  outcomes.push(outcome);
  // A row that was asked for less has not shown what the table says.
  if (isLong && (trials ?? Infinity) >= row.trials.long) await keepOutcome(outcome, { seed, rows });
  console.log(lineOf(outcome));
  if ('result' in outcome)
    for (const failure of outcome.result.failures.slice(0, 5)) console.log(`      ${failure}`);
}
const startedAt = performance.now();
const isSideBySide = (row: FaultRow): boolean => row.isWaiting === true && isLong;
await Promise.all(
  wanted.filter(isSideBySide).map(async (row, index) => {
    await wait(index * STAGGER_S * 1000);
    await runAndTell(row);
  }),
);
for (const row of wanted) if (!isSideBySide(row)) await runAndTell(row);
await (shared as { cluster: Cluster } | null)?.cluster.stop();

const failed = outcomes.filter((outcome) => 'result' in outcome && outcome.result.failures.length > 0);
const skipped = outcomes.filter((outcome) => 'skipped' in outcome);
if (isLong && outcomes.length > 1) showTimes((performance.now() - startedAt) / 1000);
console.log(
  `\n${outcomes.length - failed.length - skipped.length} held, ${failed.length} failed, ${skipped.length} could not be tried here. Seed ${seed}.`,
);
process.exit(failed.length === 0 ? 0 : 1);

function lineOf(outcome: Outcome): string {
  const { row, seconds } = outcome;
  const name = `${row.id.padEnd(5)} ${row.fault}`;
  const time = `${seconds.toFixed(1)} s`;
  if ('skipped' in outcome) return `– ${name} | not tried: ${outcome.skipped}`;
  const { trials: ran, failures, measured } = outcome.result;
  return `${failures.length === 0 ? '✓' : '✗'} ${name} | ${ran} trials, ${failures.length} failures | ${row.bound} | ${measured === undefined ? '' : `${measured} | `}${time}`;
}

/** What took how long, against its budget. A slow machine fails nothing: the budgets are for two quiet cores. */
function showTimes(totalS: number): void {
  console.log('\nrow     seconds  budget');
  for (const { row, seconds } of outcomes) {
    const over = seconds > budgetOf(row.id) ? '  over' : '';
    console.log(
      `${row.id.padEnd(5)} ${seconds.toFixed(1).padStart(9)} ${String(budgetOf(row.id)).padStart(7)}${over}`,
    );
  }
  const told = (name: string, taken: number, budget: number): string =>
    `${name.padEnd(5)} ${taken.toFixed(1).padStart(9)} ${String(budget).padStart(7)}`;
  console.log(told('all', totalS, totalBudget(outcomes.map(({ row }) => row))));
}
