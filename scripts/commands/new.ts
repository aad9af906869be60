import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from '@palier/base/arguments';
import { CommandError, runCommand, UsageError } from '@palier/base/command';
import { kitVersions } from '@palier/kit/versions';
import { checkName } from '@palier/kit/new-remote/name';
import { newOutside } from '@palier/kit/new-remote/new-outside';
import { scaffold } from '@palier/kit/new-remote/scaffold';
import { remoteFiles } from '@palier/kit/new-remote/templates';
import { FRONT_PACKAGES, REMOTES, ROOT } from '@palier/base/paths';
import { runNpm } from '@palier/base/process/run';
import { stopRequested } from '@palier/stack/run-until-stopped';
import { folderOfRemote, readManifest } from '@palier/base/workspaces.mjs';

interface Manifest {
  readonly palier: { readonly devPort: number };
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest => readManifest(folder) as Manifest;
const EXAMPLE = 'Run npm run new -- mfe-tournaments, or npm run new -- --outside ../mfe-tournaments.';
const LOCK = join(ROOT, 'package-lock.json');

async function install(): Promise<void> {
  const { code, output } = await runNpm(['install', '--prefer-offline', '--no-audit', '--no-fund']);
  if (code !== 0)
    throw new CommandError(`npm could not install it:\n${output.trim()}`, 'Correct that, then try again.');
}

/**
 * `new mfe-name`: creates a remote with one page and its test. After an error nothing is left behind.
 * `new --outside ../mfe-name`: a repository of its own, which uses the remote kit.
 */
runCommand(async () => {
  const { values, positionals } = readArguments(
    { allowPositionals: true, options: { outside: { type: 'string' } } },
    EXAMPLE,
  );
  const [first, other] = values.outside === undefined ? positionals : [undefined, positionals[0]];
  if (other !== undefined) throw new UsageError(`"${other}" is one argument too many.`, EXAMPLE);
  if (values.outside !== undefined) {
    console.log(await newOutside(values.outside, kitVersions()));
    return 0;
  }
  const name = checkName(first, REMOTES);
  const devPort = 1 + Math.max(...FRONT_PACKAGES.map((folder) => manifestOf(folder).palier.devPort));
  const neighbour = manifestOf(folderOfRemote('reports')).dependencies;
  const lock = await readFile(LOCK);
  // Ctrl-C does not end this process but npm, whose failure then removes what was created.
  void stopRequested();
  const folder = await scaffold(ROOT, name, remoteFiles({ name, devPort, dependencies: neighbour }));
  console.log(`Created ${folderOfRemote(name)}; installing …`);
  await install().catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    await writeFile(LOCK, lock);
    throw error;
  });
  console.log(`
  view it:   npm run dev -w mfe-${name} -- --mock
  check it:  npm run verify
  in the shell: npm start (its screens and menu entry are in mfe-${name}/src/screens.json)

The page is mfe-${name}/src/pages/${name}/${name}.page.tsx; continue with docs/teams.md.`);
  return 0;
});
