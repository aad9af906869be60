import { runCommand } from '@palier/base/command';
import { runRelease } from './command';
import { withOwnCommand } from './installed';

runCommand(
  async () => {
    console.log(await runRelease(process.argv.slice(2), withOwnCommand));
    return 0;
  },
  { failedCode: 3 },
);
