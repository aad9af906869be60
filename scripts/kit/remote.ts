import { readFileSync } from 'node:fs';
import { runRelease } from '@palier/releases/command';
import { buildFront } from '@palier/build/front/build-front';
import { CommandError, runCommand, UsageError } from '@palier/base/command';
import { newOutside, type KitVersions } from './new-remote/new-outside';
import { REMOTES } from '@palier/base/paths';
import { serveRemote } from './serve-remote';
import { registryOfKit } from './new-remote/registry';
import { named, SERVICE_COMMANDS, USAGE } from './usage';
import { runJest } from '@palier/build/checks/jest-tests';
import { runStaticChecks } from '@palier/build/checks/static-checks';

/** The program `palier-remote` of @palier/remote-kit, which makeKit bundles. */
const kitVersions = (): KitVersions =>
  (
    JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      palier: KitVersions;
    }
  ).palier;

function ownName(): string {
  const [name] = REMOTES;
  if (name !== undefined) return name;
  throw new CommandError(
    'This folder has no src/screens.json, so it is no remote.',
    'Run the command in the folder of a remote.',
  );
}

const runReleaseOfKit = (name: string, words: readonly string[]): Promise<string> =>
  runRelease(words, (text) => named(text, name)).catch((error: unknown) => {
    throw error instanceof UsageError ? new UsageError(error.sentence, USAGE) : error;
  });

/** A command that needs no release service. */
interface LocalCommand {
  readonly accepts: (words: readonly string[]) => boolean;
  /** Returns the exit code. */
  readonly run: (words: readonly string[]) => Promise<number>;
}

const hasNoWords = (words: readonly string[]): boolean => words.length === 0;
const isMockFlag = (words: readonly string[]): boolean => words.length === 1 && words[0] === '--mock';

async function say(text: string | Promise<string>): Promise<number> {
  console.log(await text);
  return 0;
}

const help: LocalCommand = { accepts: () => true, run: () => say(USAGE) };

const LOCAL_COMMANDS = new Map<string, LocalCommand>([
  ['--help', help],
  ['help', help],
  [
    'new',
    {
      accepts: (words) => words.length === 1,
      run: async ([name]) => {
        const registry = await registryOfKit(import.meta.dirname, process.cwd());
        return say(newOutside(name!, kitVersions(), registry));
      },
    },
  ],
  [
    'keys',
    {
      accepts: ([verb]) => verb === 'new',
      run: (words) => say(runReleaseOfKit('', ['keys', ...words])),
    },
  ],
  [
    'dev',
    {
      accepts: (words) => hasNoWords(words) || isMockFlag(words),
      run: async (words) => {
        await serveRemote(ownName(), '.', { command: 'npm run dev', isMocked: isMockFlag(words) });
        return 0;
      },
    },
  ],
  [
    'test',
    {
      accepts: hasNoWords,
      run: async () => ((await runJest('.')).failed === 0 ? 0 : 1),
    },
  ],
  [
    'check',
    {
      accepts: hasNoWords,
      run: async () => ((await runStaticChecks()).failed === 0 ? 0 : 1),
    },
  ],
  [
    'build',
    {
      accepts: hasNoWords,
      run: async () => say(`Built in ${(await buildFront(ownName())).dist}`),
    },
  ],
]);

function runReleaseCommand(command: string, words: readonly string[]): Promise<number> {
  if (command !== 'publish' && (process.env.RELEASES_URL ?? '') === '')
    throw new CommandError(
      'RELEASES_URL is not set.',
      "Set it to the address of the operator's release service.",
    );
  const name = ownName();
  const isHealth = command === 'status' && words[0] === '--healthy' && words.length === 2;
  if (isHealth) return say(runReleaseOfKit(name, ['healthy', name, words[1]!]));
  return say(runReleaseOfKit(name, command === 'status' ? [command] : [command, name, ...words]));
}

async function runWords([command = '', ...words]: readonly string[]): Promise<number> {
  if (words.includes('--help')) return say(USAGE);
  const local = LOCAL_COMMANDS.get(command);
  if (local?.accepts(words) === true) return local.run(words);
  if (command === 'publish' || SERVICE_COMMANDS.includes(command)) return runReleaseCommand(command, words);
  throw new UsageError(
    command === '' ? 'Which command?' : `"${[command, ...words].join(' ')}" is not a command.`,
    USAGE,
  );
}

runCommand(() => runWords(process.argv.slice(2)), { failedCode: 3 });
