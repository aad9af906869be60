import { CommandError, runCommand } from '@palier/base/command';
import { FRONT_PACKAGES } from '@palier/base/paths';
import { serveRemote } from '@palier/kit/serve-remote';

/** `dev-remote <folder> [--mock]`: the dev server of one front-end package, until it is stopped. */
runCommand(async () => {
  const [folder = '', ...flags] = process.argv.slice(2);
  if (!FRONT_PACKAGES.includes(folder)) {
    throw new CommandError(
      `"${folder}" is not a front-end package.`,
      `Choose among: ${FRONT_PACKAGES.join(', ')}.`,
    );
  }
  const unknown = flags.find((flag) => flag !== '--mock');
  if (unknown !== undefined) throw new CommandError(`"${unknown}" is unknown.`, 'The only option is --mock.');
  const isMocked = flags.includes('--mock');
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
