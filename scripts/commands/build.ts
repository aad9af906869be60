import { readArguments } from '@palier/base/arguments';
import { CommandError, runCommand } from '@palier/base/command';
import { FRONT_PACKAGES } from '@palier/base/paths';
import { buildPackage } from '@palier/releases/build-all';
import { runLerna } from '@palier/build/programs/lerna';

const REMEDY = `Give no package, or one of: ${FRONT_PACKAGES.join(', ')}.`;

/**
 * `build`: lerna builds all front-end packages, each by `build <package>`, which builds the package if its
 * sources changed since its last build.
 */
runCommand(async () => {
  const { positionals } = readArguments({ allowPositionals: true }, REMEDY);
  const [folder, other] = positionals;
  if (folder === undefined) return runLerna(['run', 'build', '--stream']);
  const unknown = FRONT_PACKAGES.includes(folder) ? other : folder;
  if (unknown !== undefined) throw new CommandError(`"${unknown}" is not a front-end package.`, REMEDY);
  const { took } = await buildPackage(folder);
  console.log(took === null ? `${folder}: nothing changed.` : `${folder}: built in ${took}.`);
  return 0;
});
