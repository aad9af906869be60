import { CommandError, runCommand } from '@palier/scripts/command';
import { runRelease } from './command';
import { IS_INSTALLED } from './installed';

/** The messages name the command of a checkout; an installation has another one. */
const named = (text: string): string =>
  IS_INSTALLED ? text.replaceAll('npm run release --', 'palier release') : text;

async function main(): Promise<number> {
  try {
    console.log(named(await runRelease(process.argv.slice(2))));
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const Same = error.constructor as typeof CommandError;
    throw new Same(named(error.sentence), named(error.remedy));
  }
}

runCommand(main, { failedCode: 3 });
