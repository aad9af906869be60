import { runCommand } from '@palier/scripts/command';
import { runRelease } from './command';

runCommand(
  async () => {
    console.log(await runRelease(process.argv.slice(2)));
    return 0;
  },
  { failedCode: 3 },
);
