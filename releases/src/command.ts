import { readArguments } from '@palier/base/arguments';
import { CommandError } from '@palier/base/command';
import { ACCEPTED, ARGUMENTS, refuseUnknown, usageError, USAGE, type RunOnStore } from './command-arguments';
import { withOwnCommand } from './installed';
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
  return withName(named, () => runWords(words, serviceAddress() !== null));
}

/** The same in the release service, which carries the command out on the store itself. */
export const runOnStore: RunOnStore = (words) => withName(withOwnCommand, () => runWords(words, false));

async function withName(named: (text: string) => string, run: () => Promise<string>): Promise<string> {
  try {
    return named(await run());
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new (error.constructor as typeof CommandError)(named(error.sentence), named(error.remedy));
  }
}

async function runWords(words: readonly string[], usesService: boolean): Promise<string> {
  if (words.includes('--help')) return USAGE;
  const { values, positionals } = readArguments({ ...ARGUMENTS, args: [...words] }, USAGE);
  const [command, ...args] = positionals;
  const isKnown = command !== undefined && Object.hasOwn(ACCEPTED, command);
  const isRemote = isKnown && usesService && Object.hasOwn(SERVICE_COMMANDS, command);
  const run = isKnown ? (isRemote ? SERVICE_COMMANDS : STORE_COMMANDS)[command] : undefined;
  if (run === undefined)
    throw usageError(command === undefined ? 'Which command?' : `"${command}" is not a release command.`);
  refuseUnknown(command ?? '', args, values);
  const local = (['keep', 'days', 'shell'] as const).find(
    (option) => isRemote && values[option] !== undefined,
  );
  if (local !== undefined) throw usageError(`The release service decides --${local} itself.`);
  return run(args, values, runOnStore);
}
