import { parseArgs, type ParseArgsConfig } from 'node:util';
import { CommandError } from './command';

/** The words of a command line, as `parseArgs` reads them. Throws a CommandError with `remedy` for those it does not understand. */
export function readArguments<Config extends ParseArgsConfig>(
  config: Config,
  remedy: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\. |\n/);
    throw new CommandError(`${sentence.replace(/\.$/, '')}.`, remedy);
  }
}
