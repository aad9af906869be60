import { parseArgs } from 'node:util';
import { startCluster, type Cluster } from './cluster';
import type { FaultRow } from './row';
import { readRows, runRow, type Outcome } from './run-rows';

const areaOf = (row: FaultRow): string => row.id.replace(/\d+$/, '');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    trials: { type: 'string' },
  },
});
const trials = values.trials === undefined ? undefined : Number(values.trials);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const wanted = (await readRows()).filter(
  (row) =>
    (positionals.length === 0 || positionals.some((word) => row.id === word || areaOf(row) === word)) &&
    (!values.short || row.trials.short !== undefined),
);
if (wanted.length === 0 || !Number.isInteger(seed) || Number.isNaN(trials ?? 1)) {
  console.error(
    'Usage: npm run test:faults -- [row or area, such as A1 or G …] [--seed N] [--short] [--trials N]',
  );
  process.exit(2);
}

console.log(`Seed ${seed}; repeat with: npm run test:faults -- ${positionals.join(' ')} --seed ${seed}\n`);
/** One for each area: books that a long row has filled would slow the recount after every row that follows. */
let shared: { readonly area: string; readonly cluster: Cluster } | null = null;
async function sharedBy(row: FaultRow): Promise<Cluster | null> {
  if (row.isApart === true && !values.short) return null;
  const area = values.short ? 'all' : areaOf(row);
  if (shared !== null && shared.area !== area) {
    await shared.cluster.stop();
    shared = null;
  }
  shared ??= { area, cluster: await startCluster() };
  return shared.cluster;
}
const outcomes: Outcome[] = [];
const startedAt = performance.now();
for (const row of wanted) {
  const outcome = await runRow(row, {
    cluster: await sharedBy(row),
    seed,
    isLong: !values.short,
    ...(trials === undefined ? {} : { trials }),
  });
  outcomes.push(outcome);
  console.log(lineOf(outcome));
  if ('result' in outcome)
    for (const failure of outcome.result.failures.slice(0, 5)) console.log(`      ${failure}`);
}
await (shared as { cluster: Cluster } | null)?.cluster.stop();

const failed = outcomes.filter((outcome) => 'result' in outcome && outcome.result.failures.length > 0);
const skipped = outcomes.filter((outcome) => 'skipped' in outcome);
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(
  `\n${outcomes.length - failed.length - skipped.length} held, ${failed.length} failed, ${skipped.length} could not be tried here; ${minutes} minutes. Seed ${seed}.`,
);
process.exit(failed.length === 0 ? 0 : 1);

function lineOf(outcome: Outcome): string {
  const { row, seconds } = outcome;
  const name = `${row.id.padEnd(5)} ${row.fault}`;
  const time = `${seconds.toFixed(1)} s`;
  if ('skipped' in outcome) return `– ${name} | not tried: ${outcome.skipped}`;
  const { trials, failures, measured } = outcome.result;
  return `${failures.length === 0 ? '✓' : '✗'} ${name} | ${trials} trials, ${failures.length} failures | ${row.bound} | ${measured === undefined ? '' : `${measured} | `}${time}`;
}
