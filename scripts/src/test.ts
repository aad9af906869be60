import { CommandError, runCommand, seconds } from './command';
import { keepToOwnStore } from './paths';
import { runJest } from './testing/jest-tests';
import { runJourneys } from './testing/journeys';
import { runNodeTests } from './testing/node-tests';
import { runServerTests } from './testing/server-tests';
import { runStaticChecks } from './testing/static-checks';
import { slowest, sum, type Tally } from './testing/tally';

interface Suite {
  readonly title: string;
  readonly run: () => Promise<Tally>;
}

const SUITES: readonly Suite[] = [
  { title: 'static checks', run: () => runStaticChecks() },
  { title: 'front end', run: runJest },
  { title: 'server', run: runServerTests },
  { title: 'demo provider', run: () => runNodeTests('demo-provider') },
  { title: 'scripts', run: () => runNodeTests('scripts') },
  { title: 'releases', run: () => runNodeTests('releases') },
  { title: 'tools', run: runToolTests },
  { title: 'journeys', run: runJourneys },
];

async function runToolTests(): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const name of ['bench', 'conformance', 'faults']) tallies.push(await runNodeTests(`tools/${name}`));
  return sum(tallies);
}

/** A suite that cannot run counts as one failure, and the other suites still run. */
async function tallyOf({ title, run }: Suite): Promise<Tally & { readonly line: string }> {
  console.log(`\n── ${title} ──`);
  const startedAt = performance.now();
  const tally = await run().catch((error: unknown) => {
    console.error(error instanceof CommandError ? `✗ ${error.message}` : error);
    return { passed: 0, failed: 1 };
  });
  const line = `${title}: ${tally.passed} passed, ${tally.failed} failed (${seconds(startedAt)})`;
  console.log(line);
  return { ...tally, line };
}

runCommand(async () => {
  process.env.CI ??= 'true';
  keepToOwnStore();
  const asked = process.argv.slice(2);
  const chosen = asked.length === 0 ? SUITES : SUITES.filter(({ title }) => asked.includes(title));
  if (chosen.length < new Set(asked).size) {
    const titles = SUITES.map(({ title }) => `"${title}"`).join(', ');
    throw new CommandError(
      `"${asked.join('", "')}" names a suite that is not there.`,
      `Choose among: ${titles}.`,
    );
  }
  const startedAt = performance.now();
  const tallies: Awaited<ReturnType<typeof tallyOf>>[] = [];
  for (const suite of chosen) tallies.push(await tallyOf(suite));
  const total = sum(tallies);
  const { passed, failed } = total;
  console.log('\nThe ten slowest tests:');
  for (const { title, ms } of slowest(total, 10))
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${title}`);
  if (tallies.length > 1) console.log(`\n${tallies.map(({ line }) => line).join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed (${seconds(startedAt)})`);
  return failed === 0 ? 0 : 1;
});
