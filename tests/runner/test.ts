import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '@palier/base/arguments';
import { packageFolders } from '@palier/base/workspaces.mjs';
import { buildAll } from '@palier/releases/build-all';
import { CommandError, runCommand, timeSince } from '@palier/base/command';
import { keepToOwnStore } from '@palier/base/paths';
import { program } from '@palier/base/process/program';
import { mapLimited } from '@palier/base/map-limited';
import { runNode } from '@palier/base/process/run';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { runDatabaseTests } from './database-tests';
import { runJest } from '@palier/build/checks/jest-tests';
import { runJourneys, runPictures } from './journeys';
import { runNodeTests } from './node-tests';
import { runStaticChecks } from '@palier/build/checks/static-checks';
import { describeFailures, EMPTY_TALLY, slowest, sum, type Tally } from '@palier/build/checks/tally';

interface Suite {
  readonly title: string;
  readonly run: () => Promise<Tally>;
  /** The tests of the suite use the built shell and remotes. */
  readonly needsBuild?: true;
  /** Only `npm run test:all` runs the suite, or a run that names the suite. */
  readonly isLong?: true;
}

/**
 * The suites in the order of their start. First those that mostly wait, since they run beside suites that
 * compute; last those that use all cores by themselves, so that none is idle at the end.
 */
const SUITES: readonly Suite[] = [
  { title: 'journeys', run: runJourneys, needsBuild: true },
  { title: 'server', run: () => runDatabaseTests('server', 2) },
  { title: 'demo provider', run: () => runNodeTests('demo-provider', ['demo-provider']) },
  { title: 'faults', run: () => runNodeTests('faults', ['tests/faults']) },
  {
    title: 'scripts',
    run: () => runNodeTests('scripts', packagesIn('scripts')),
    needsBuild: true,
  },
  { title: 'test tools', run: () => runNodeTests('test-tools', ['tests/support', 'tests/runner']) },
  { title: 'releases', run: () => runDatabaseTests('releases'), needsBuild: true },
  { title: 'drill', run: () => runNodeTests('drill', ['tests/drill']) },
  { title: 'conformance', run: () => runNodeTests('conformance', ['tests/conformance']) },
  { title: 'static checks', run: () => runStaticChecks() },
  { title: 'front end', run: () => runJest() },
  { title: 'pictures', run: runPictures, needsBuild: true, isLong: true },
  { title: 'bench', run: () => runNodeTests('bench', ['tests/bench']), needsBuild: true, isLong: true },
];

const packagesIn = (folder: string): string[] =>
  packageFolders().filter((name) => name.startsWith(`${folder}/`));

/** At least three, so that two suites compute while another waits. */
const SUITES_AT_ONCE = Math.max(3, Math.floor(availableParallelism() / 2));
const USAGE = 'npm test -- [suite …] [--long]   the long forms of the tests too: npm run test:all';
/** The variable with the file into which a suite in a child process writes its tally. */
const REPORT_VARIABLE = 'PALIER_SUITE_REPORT';
const SLOWEST_SHOWN = 10;

/** A suite that cannot run counts as one failure, and the other suites still run. */
async function tallyOf({ title, run }: Suite): Promise<Tally> {
  return run().catch((error: unknown) => {
    console.error(error instanceof CommandError ? `✗ ${error.message}` : error);
    return { passed: 0, failed: 1, failures: [{ title, message: String(error) }] };
  });
}

/** Runs a suite in a child process and prints the output once the process has ended. */
async function runBeside(suite: Suite, folder: string): Promise<Tally> {
  const report = join(folder, `${suite.title}.json`);
  const env = { [REPORT_VARIABLE]: report };
  const { output } = await runNode([...program('tests/runner/test.ts'), suite.title], { env });
  const text = await readFile(report, 'utf8').catch(() => null);
  console.log(`\n── ${suite.title} ──\n${output.trimEnd()}`);
  if (text !== null) return JSON.parse(text) as Tally;
  return { ...EMPTY_TALLY, failed: 1, failures: [{ title: suite.title, message: 'The suite broke off.' }] };
}

function chooseSuites(names: readonly string[]): readonly Suite[] {
  if (names.length === 0)
    return SUITES.filter(({ isLong = false }) => !isLong || process.env.PALIER_LONG === '1');
  const unknown = names.find((name) => SUITES.every(({ title }) => title !== name));
  if (unknown === undefined) return SUITES.filter(({ title }) => names.includes(title));
  throw new CommandError(
    `There is no suite named "${unknown}".`,
    `Choose among: ${SUITES.map(({ title }) => `"${title}"`).join(', ')}.`,
  );
}

runCommand(async () => {
  process.env.CI ??= 'true';
  keepToOwnStore();
  const { values, positionals } = readArguments(
    { allowPositionals: true, options: { long: { type: 'boolean', default: false } } },
    USAGE,
  );
  if (values.long) process.env.PALIER_LONG = '1';
  const suites = chooseSuites(positionals);
  const startedAt = performance.now();
  const report = process.env[REPORT_VARIABLE];
  if (report !== undefined) {
    await writeFile(report, JSON.stringify(await tallyOf(suites[0]!)));
    return 0;
  }
  // Once, before the suites: two suites that build at the same time would write the same files.
  if (suites.some(({ needsBuild = false }) => needsBuild)) await buildAll();
  const lines: string[] = [];
  const folder = await temporaryFolder();
  const tallies = await mapLimited(suites, SUITES_AT_ONCE, async (suite) => {
    const suiteStartedAt = performance.now();
    const tally = await (suites.length === 1 ? tallyOf(suite) : runBeside(suite, folder));
    const counts = `${tally.passed} passed, ${tally.failed} failed`;
    const line = `${suite.title}: ${counts} (${timeSince(suiteStartedAt)})`;
    console.log(line);
    lines.push(line);
    return tally;
  });
  const total = sum(tallies);
  console.log(`\nThe ${SLOWEST_SHOWN} slowest tests:`);
  for (const { title, ms } of slowest(total, SLOWEST_SHOWN))
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${title}`);
  const failures = describeFailures(total);
  if (failures !== '') console.log(`\nFailures:\n${failures}`);
  console.log(`\n${lines.join('\n')}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed (${timeSince(startedAt)})`);
  return total.failed === 0 ? 0 : 1;
});
