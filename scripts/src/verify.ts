import { runCommand } from './command';
import { runStaticChecks } from './testing/static-checks';

runCommand(async () => {
  const { passed, failed } = await runStaticChecks(process.argv.slice(2));
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
