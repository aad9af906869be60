import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { apiOrigin, devOrigin } from './bundler/dev-server.mjs';
import { CommandError, runCommand } from './command';
import { FRONT_PACKAGES, ROOT } from './paths';
import { requireDevPort } from './process/ports';
import { stopRequested } from './stack/run-until-stopped';

type Config = (env: object, argv: { mode: 'development' }) => Configuration;

async function configOf(folder: string): Promise<Configuration> {
  const module = (await import(pathToFileURL(join(ROOT, folder, 'webpack.config.mjs')).href)) as {
    default: Config;
  };
  return module.default({}, { mode: 'development' });
}

const serverAnswers = (): Promise<boolean> =>
  fetch(`${apiOrigin()}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );

async function advice(folder: string, isMocked: boolean): Promise<string> {
  if (isMocked) return 'No server is needed: the page answers its calls itself.';
  if (await serverAnswers()) return `It uses the server at ${apiOrigin()}.`;
  const alone = folder === 'shell' ? '' : `, or this one with: npm run dev -w ${folder} -- --mock`;
  return `No server answers at ${apiOrigin()}: start it in another terminal with npm start${alone}`;
}

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
  process.env.NODE_ENV = 'development';
  process.env.WEBPACK_SERVE = 'true';
  process.env.MOCK = isMocked ? '1' : '';
  const name = folder.replace(/^mfe-/, '');
  await requireDevPort(name, `npm run dev -w ${folder}`);
  // `npm run dev` may have started this process, which then stops when `npm run dev` ends or is killed.
  const stopSignal = Promise.race([
    stopRequested(),
    new Promise<null>((ended) => process.on('disconnect', () => ended(null))),
  ]);

  console.log(`Building ${folder} …`);
  const compiler = webpack({ ...(await configOf(folder)), context: join(ROOT, folder) });
  if (compiler === null) throw new CommandError(`${folder} has no build.`, 'Check its webpack.config.mjs.');
  const server = new WebpackDevServer(compiler.options.devServer || {}, compiler);
  const built = new Promise<boolean>((resolve) => {
    compiler.hooks.done.tap('serve', (stats) => resolve(!stats.hasErrors()));
  });
  await server.start();
  const isBuilt = await Promise.race([built, stopSignal]);
  process.send?.({ isBuilt });
  if (isBuilt === true) {
    console.log(`\n  ${folder}: ${devOrigin(name)}\n  ${await advice(folder, isMocked)}\n\nCtrl-C stops it.`);
  }
  await stopSignal;
  await server.stop();
  await new Promise((closed) => compiler.close(closed));
  return 0;
});
