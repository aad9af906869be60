import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './command';

/**
 * Like `parseArgs`, for the process's arguments. Throws a UsageError with `remedy` for an unknown argument.
 */
export function readArguments<Config extends ParseArgsConfig>(
  config: Config,
  remedy: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`, remedy);
  }
}
