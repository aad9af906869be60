import { readFileSync } from 'node:fs';
import { runRelease } from '@palier/releases/command';
import { buildFront } from '@palier/build/front/build-front';
import { CommandError, runCommand, UsageError } from '@palier/base/command';
import { newOutside, type KitVersions } from './new-remote/new-outside';
import { REMOTES } from '@palier/base/paths';
import { serveRemote } from './serve-remote';
import { runJest } from '@palier/build/checks/jest-tests';
import { runStaticChecks } from '@palier/build/checks/static-checks';

/** The program `palier-remote` of @palier/remote-kit, which makeKit bundles. */
const USAGE = `palier-remote new mfe-<name>                    write a repository for a new remote
palier-remote dev [--mock]                      the page alone, with live reload; --mock: without a server
palier-remote test | check | build              component tests | types, lint, format | dist/
palier-remote keys new <file>                   make the team's signing key
palier-remote publish [--unchecked]             check, test, build, sign and upload the version of package.json
palier-remote canary <version> --percent 5      or --subtree <agent>; --off ends it
palier-remote activate <version>
palier-remote rollback | retire | status
palier-remote status --healthy <version>        exit 0 when the canary is no worse than the active version
RELEASES_URL and RELEASE_TOKEN name the release service, RELEASE_SIGNING_KEY_FILE the team's key.`;

const SERVICE_COMMANDS = ['canary', 'activate', 'rollback', 'retire', 'status'];

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

/** Messages of the release commands name those of the operator's checkout. */
const named = (text: string, name: string): string =>
  text
    .replaceAll(new RegExp(`npm run release -- (\\w+) ${name}\\b`, 'g'), 'npx palier-remote $1')
    .replaceAll('npm run release --', 'npx palier-remote')
    .replaceAll(/ -w \.$/gm, '');

const runReleaseOfKit = (name: string, words: readonly string[]): Promise<string> =>
  runRelease(words, (text) => named(text, name)).catch((error: unknown) => {
    throw error instanceof UsageError ? new UsageError(error.sentence, USAGE) : error;
  });

async function runWords([command = '', ...words]: readonly string[]): Promise<number> {
  if (command === 'help' || [command, ...words].includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  if (command === 'new' && words.length === 1) {
    console.log(await newOutside(words[0]!, kitVersions()));
    return 0;
  }
  if (command === 'keys' && words[0] === 'new') {
    console.log(await runReleaseOfKit('', [command, ...words]));
    return 0;
  }
  const isFlag = (flag: string): boolean => words.length === 1 && words[0] === flag;
  if (command === 'dev' && (words.length === 0 || isFlag('--mock'))) {
    await serveRemote(ownName(), '.', { command: 'npm run dev', isMocked: isFlag('--mock') });
    return 0;
  }
  if (command === 'test' && words.length === 0) return (await runJest('.')).failed === 0 ? 0 : 1;
  if (command === 'check' && words.length === 0) return (await runStaticChecks()).failed === 0 ? 0 : 1;
  if (command === 'build' && words.length === 0) {
    console.log(`Built in ${(await buildFront(ownName())).dist}`);
    return 0;
  }
  if (command !== 'publish' && !SERVICE_COMMANDS.includes(command))
    throw new UsageError(
      command === '' ? 'Which command?' : `"${[command, ...words].join(' ')}" is not a command.`,
      USAGE,
    );
  if ((process.env.RELEASES_URL ?? '') === '')
    throw new CommandError(
      'RELEASES_URL is not set.',
      "Set it to the address of the operator's release service.",
    );
  const name = ownName();
  const isHealth = command === 'status' && words[0] === '--healthy' && words.length === 2;
  const release = isHealth ? ['healthy', name, words[1]!] : [command, name, ...words];
  console.log(await runReleaseOfKit(name, command === 'status' && !isHealth ? [command] : release));
  return 0;
}

runCommand(() => runWords(process.argv.slice(2)), { failedCode: 3 });
