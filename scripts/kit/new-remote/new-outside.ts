import { access } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { CommandError } from '@palier/base/command';
import { run } from '@palier/base/process/run';
import { checkName } from './name';
import { outsideFiles } from './outside';
import { scaffold } from './scaffold';

/** Above the ports of the remotes in this repository, so that both run side by side. */
const DEV_PORT = 3150;
const PUBLIC_REGISTRY = 'https://registry.npmjs.org/';

/**
 * The versions for the manifest of a remote outside this repository, which the kit's package.json has too.
 */
export interface KitVersions {
  readonly kit: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Writes a remote as a Git repository of its own, in a new folder `mfe-…`. Returns the sentence for the user.
 */
export async function newOutside(path: string, versions: KitVersions): Promise<string> {
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), path);
  const name = checkName(basename(folder), []);
  const isTaken = await access(folder).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new CommandError(`${folder} already exists.`, 'Choose another folder.');
  const { npm_config_registry: registry } = process.env;
  const isOther = registry !== undefined && registry !== PUBLIC_REGISTRY;
  const files = outsideFiles({
    name,
    devPort: DEV_PORT,
    ...versions,
    registry: isOther ? registry : undefined,
  });
  await scaffold(dirname(folder), name, files);
  const { code } = await run('git', ['init', '--quiet', '--initial-branch=main'], { cwd: folder });
  const git = code === 0 ? '' : ' Git did not make a repository of it: run git init there.';
  return (
    `Created ${folder}.${git}\nContinue there: npm install, npm test, npm run dev -- --mock; ` +
    'README.md describes releases.'
  );
}
