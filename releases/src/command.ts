import { readArguments } from '@palier/base/arguments';
import { CommandError } from '@palier/base/command';
import { ACCEPTED, ARGUMENTS, refuseUnknown, usageError, USAGE } from './command-arguments';
import { serviceAddress } from './service/service-client';
import { SERVICE_COMMANDS } from './service/service-commands';
import { STORE_COMMANDS } from './store-commands';

/**
 * Runs `npm run release -- <words>`. Returns the line for its user; throws a CommandError for a mistake of
 * the user. `named` changes the name of the command in both.
 */
export async function runRelease(
  words: readonly string[],
  named: (text: string) => string = (text) => text,
): Promise<string> {
  try {
    return named(await runWords(words));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new (error.constructor as typeof CommandError)(named(error.sentence), named(error.remedy));
  }
}

async function runWords(words: readonly string[]): Promise<string> {
  if (words.includes('--help')) return USAGE;
  const { values, positionals } = readArguments({ ...ARGUMENTS, args: [...words] }, USAGE);
  const [command, ...args] = positionals;
  const isKnown = command !== undefined && Object.hasOwn(ACCEPTED, command);
  const isRemote = isKnown && serviceAddress() !== null && Object.hasOwn(SERVICE_COMMANDS, command);
  const run = isKnown ? (isRemote ? SERVICE_COMMANDS : STORE_COMMANDS)[command] : undefined;
  if (run === undefined)
    throw usageError(command === undefined ? 'Which command?' : `"${command}" is not a release command.`);
  refuseUnknown(command ?? '', args, values);
  const local = (['keep', 'days', 'shell'] as const).find(
    (option) => isRemote && values[option] !== undefined,
  );
  if (local !== undefined) throw usageError(`The release service decides --${local} itself.`);
  return run(args, values);
}
