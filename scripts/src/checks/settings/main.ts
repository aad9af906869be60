import { runCommand } from '../../command';
import { checkSettings } from './check';

runCommand(async () => {
  const faults = await checkSettings();
  for (const fault of faults) console.error(`✗ ${fault}`);
  return faults.length === 0 ? 0 : 1;
});
