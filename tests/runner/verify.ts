import { runCommand } from '@palier/base/command';
import { runStaticChecks } from '@palier/build/checks/static-checks';

runCommand(async () => {
  const { passed, failed } = await runStaticChecks(process.argv.slice(2));
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
