import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { devOrigin } from '@palier/base/dev-ports.mjs';
import { apiOrigin } from '@palier/build/bundler/dev-server.mjs';
import { CommandError } from '@palier/base/command';
import { ROOT } from '@palier/base/paths';
import { requireDevPort } from '@palier/base/process/ports';
import { stopRequested } from '@palier/stack/run-until-stopped';
import { watchTypes } from './watch-types';

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

async function advice(name: string, command: string, isMocked: boolean): Promise<string> {
  if (isMocked) return 'No server is needed: the page answers its calls itself.';
  if (await serverAnswers()) return `It uses the server at ${apiOrigin()}.`;
  const alone = name === 'shell' ? '' : `, or this one with: ${command} -- --mock`;
  return `No server answers at ${apiOrigin()}: start it in another terminal with npm start${alone}`;
}

/**
 * Runs the dev server of the front-end package `name` in `folder` until it is stopped. `command`, which
 * started it, is shown in remedies.
 */
export async function serveRemote(
  name: string,
  folder: string,
  { command, isMocked }: { readonly command: string; readonly isMocked: boolean },
): Promise<void> {
  process.env.NODE_ENV = 'development';
  process.env.WEBPACK_SERVE = 'true';
  process.env.MOCK = isMocked ? '1' : '';
  await requireDevPort(name, command);
  // `npm run dev` may have started this process, which then stops when `npm run dev` ends or is killed.
  const stopSignal = Promise.race([
    stopRequested(),
    new Promise<null>((ended) => process.on('disconnect', () => ended(null))),
  ]);

  console.log(`Building ${name} …`);
  const compiler = webpack({ ...(await configOf(folder)), context: join(ROOT, folder) });
  if (compiler === null) throw new CommandError(`${name} has no build.`, 'Check its webpack.config.mjs.');
  const server = new WebpackDevServer(compiler.options.devServer || {}, compiler);
  const built = new Promise<boolean>((resolve) => {
    compiler.hooks.done.tap('serve', (stats) => resolve(!stats.hasErrors()));
  });
  await server.start();
  const isBuilt = await Promise.race([built, stopSignal]);
  process.send?.({ isBuilt });
  if (isBuilt === true) {
    console.log(
      `\n  ${name}: ${devOrigin(name)}\n  ${await advice(name, command, isMocked)}\n\nCtrl-C stops it.`,
    );
  }
  // `npm run dev` runs four dev servers, whose output is in files.
  const endTypes = process.send === undefined ? watchTypes(join(ROOT, folder), console.log) : null;
  await stopSignal;
  endTypes?.();
  await server.stop();
  await new Promise((closed) => compiler.close(closed));
}
