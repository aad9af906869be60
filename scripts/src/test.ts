import { buildAll } from './build/build-all';
import { Fault, runCommand, seconds } from './fault';
import { runJest } from './testing/jest-tests';
import { runJourneys } from './testing/journeys';
import { runNodeTests } from './testing/node-tests';
import { runStaticChecks } from './testing/static-checks';
import { sum, type Tally } from './testing/tally';

interface Suite {
  readonly title: string;
  readonly run: () => Promise<Tally>;
}

const SUITES: readonly Suite[] = [
  { title: 'static checks', run: runStaticChecks },
  { title: 'front end', run: runJest },
  { title: 'server', run: () => runNodeTests('server') },
  { title: 'demo provider', run: () => runNodeTests('demo-provider') },
  { title: 'scripts', run: () => runNodeTests('scripts') },
  {
    title: 'journeys',
    run: async () => {
      await buildAll();
      return runJourneys();
    },
  },
];

/** A suite that cannot run at all is one failure, and the others still run. */
async function tallyOf({ title, run }: Suite): Promise<Tally> {
  console.log(`\n── ${title} ──`);
  const startedAt = performance.now();
  const tally = await run().catch((error: unknown) => {
    console.error(error instanceof Fault ? `✗ ${error.message}` : error);
    return { passed: 0, failed: 1 };
  });
  console.log(`${title}: ${tally.passed} passed, ${tally.failed} failed (${seconds(startedAt)})`);
  return tally;
}

runCommand(async () => {
  process.env.CI ??= 'true';
  const asked = process.argv.slice(2);
  const chosen = asked.length === 0 ? SUITES : SUITES.filter(({ title }) => asked.includes(title));
  const tallies: Tally[] = [];
  for (const suite of chosen) tallies.push(await tallyOf(suite));
  const { passed, failed } = sum(tallies);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
