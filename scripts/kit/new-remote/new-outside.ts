import { access } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { CommandError } from '@palier/base/command';
import { run } from '@palier/base/process/run';
import { checkName } from './name';
import { outsideFiles } from './outside';
import { findRegistryFault } from './registry';
import { scaffold } from './scaffold';

/** Above the ports of the remotes in this repository, so that both run side by side. */
const DEV_PORT = 3150;

/**
 * The versions for the manifest of a remote outside this repository, which the kit's package.json has too.
 */
export interface KitVersions {
  readonly kit: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Writes a remote as a Git repository of its own, in a new folder `mfe-…`, whose packages `@palier/…` come
 * from `registry`. Returns the sentence for the user.
 */
export async function newOutside(path: string, versions: KitVersions, registry?: string): Promise<string> {
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), path);
  const name = checkName(basename(folder), []);
  const isTaken = await access(folder).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new CommandError(`${folder} already exists.`, 'Choose another folder.');
  const files = outsideFiles({
    name,
    devPort: DEV_PORT,
    ...versions,
    registry,
  });
  await scaffold(dirname(folder), name, files);
  const { code } = await run('git', ['init', '--quiet', '--initial-branch=main'], { cwd: folder });
  const git = code === 0 ? '' : ' Git did not make a repository of it: run git init there.';
  const fault = await findRegistryFault(folder, versions.kit);
  return (
    `Created ${folder}.${git}${fault === null ? '' : `\n✗ npm install would fail: ${fault}`}\n` +
    'Continue there: npm install, npm test, npm run dev -- --mock; README.md describes releases.'
  );
}
