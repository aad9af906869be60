import { readArguments } from '@palier/base/arguments';
import { CommandError, runCommand } from '@palier/base/command';
import { FRONT_PACKAGES } from '@palier/base/paths';
import { serveRemote } from '@palier/kit/serve-remote';

/** `dev-remote <folder> [--mock]`: the dev server of one front-end package, until it is stopped. */
runCommand(async () => {
  const { values, positionals } = readArguments(
    { allowPositionals: true, options: { mock: { type: 'boolean', default: false } } },
    'The only option is --mock.',
  );
  const [folder = '', other] = positionals;
  const unknown = FRONT_PACKAGES.includes(folder) ? other : folder;
  if (unknown !== undefined) {
    throw new CommandError(
      `"${unknown}" is not a front-end package.`,
      `Choose among: ${FRONT_PACKAGES.join(', ')}.`,
    );
  }
  const isMocked = values.mock;
  if (isMocked && folder === 'shell') {
    throw new CommandError(
      'The shell needs the real server.',
      'Run npm run dev, or a remote alone with --mock.',
    );
  }
  const command = `npm run dev -w ${folder}`;
  await serveRemote(folder.replace(/^mfe-/, ''), folder, { command, isMocked });
  return 0;
});
