import { runCommand } from '@palier/base/command';
import { checkSpecCoverage } from './check';

runCommand(async () => {
  const faults = await checkSpecCoverage();
  for (const fault of faults) console.error(`✗ ${fault}`);
  return faults.length === 0 ? 0 : 1;
});
