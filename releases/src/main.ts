import { runCommand } from '@palier/base/command';
import { runRelease } from './command';
import { IS_INSTALLED } from './installed';

/** The messages name the command of a checkout; an installation has another one. */
const named = (text: string): string =>
  IS_INSTALLED ? text.replaceAll('npm run release --', 'palier release') : text;

runCommand(
  async () => {
    console.log(await runRelease(process.argv.slice(2), named));
    return 0;
  },
  { failedCode: 3 },
);
