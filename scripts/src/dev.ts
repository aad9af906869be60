import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DEV_PORTS } from './bundler/dev-server.mjs';
import { buildAll } from './build/build-all';
import { runCommand } from './fault';
import { FRONT_PACKAGES, ROOT } from './paths';
import { claimPort } from './process/ports';
import { startService, type Service } from './process/service';
import { openDataFolder } from './stack/data-folder';
import { takeLock } from './stack/lock';
import { runUntilStopped, stopAsked } from './stack/run-until-stopped';
import { startStack } from './stack/stack';

const require = createRequire(import.meta.url);
const SHELL_ORIGIN = `http://localhost:${DEV_PORTS.shell}`;

const serve = (name: string, folder: string, port: number): Promise<Service> =>
  startService({
    title: `The dev server of ${name}`,
    args: [require.resolve('webpack/bin/webpack.js'), 'serve', '--mode', 'development'],
    env: { PORT: String(port), NODE_ENV: 'development' },
    cwd: join(ROOT, name),
    logFile: join(folder, 'logs', `${name}.log`),
  });

runCommand(async () => {
  const asked = stopAsked();
  const folder = await openDataFolder();
  const lock = await takeLock(folder);
  try {
    const port = await claimPort('PORT', 3000);
    const providerPort = await claimPort('DEMO_PROVIDER_PORT', 3001);
    await buildAll();
    const step = (what: string): void => console.log(`  starting the ${what} …`);
    const stack = await startStack({ folder, lock, port, providerPort, pageOrigin: SHELL_ORIGIN, step });
    const servers = await Promise.all(FRONT_PACKAGES.map((name) => serve(name, folder, port)));
    const remotes = Object.entries(DEV_PORTS).filter(([name]) => name !== 'shell');
    console.log(`\nThe shell, live: ${SHELL_ORIGIN}   (server: ${stack.url})`);
    for (const [name, devPort] of remotes) console.log(`  ${name} alone: http://localhost:${devPort}`);
    const code = await runUntilStopped(stack, asked);
    await Promise.all(servers.map((server) => server.stop()));
    return code;
  } finally {
    lock.release();
  }
});
