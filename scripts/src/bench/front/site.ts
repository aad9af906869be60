import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from '../../build/build-all';
import { compressFolder } from '../../build/compress';
import { Fault } from '../../fault';
import { CACHE, ROOT } from '../../paths';
import { runNode } from '../../process/run';
import { startService, type Service } from '../../process/service';
import { providerKeys } from '../../stack/provider-keys';
import { startStack } from '../../stack/stack';
import { takeLock, type Lock } from '../../stack/lock';

const require = createRequire(import.meta.url);

/** The same product served three ways from one database: federated, and the two references of performance.md F1. */
export interface Site {
  readonly federated: string;
  readonly lazyMonolith: string;
  readonly awaitedMonolith: string;
  stop(): Promise<void>;
}

/** Builds the monolith, starts the product and two more servers that serve it. */
export async function startSite(): Promise<Site> {
  await buildAll();
  const [lazy, awaited] = await buildMonoliths();
  const folder = await mkdtemp(join(tmpdir(), 'palier-bench-'));
  await chmod(folder, 0o755);
  const lock = await takeLock(folder);
  let databaseUrl = '';
  const noted: Lock = {
    ...lock,
    note(more) {
      databaseUrl = more.databaseUrl ?? databaseUrl;
      lock.note(more);
    },
  };
  const [port, providerPort] = [await freePort(), await freePort()];
  const stack = await startStack({ folder, lock: noted, port, providerPort, step: () => undefined });
  const keys = await providerKeys(folder);
  const servers: { service: Service; url: string }[] = [];
  for (const root of [lazy, awaited]) {
    const own = await freePort();
    const service = await startService({
      title: 'A reference server',
      args: ['--import', 'tsx', join(ROOT, 'server/src/main.ts')],
      env: {
        ...keys,
        PROVIDER_URL: `http://127.0.0.1:${providerPort}/gold_api`,
        ALLOWED_FRAME_ORIGINS: `http://localhost:${providerPort}`,
        PORT: String(own),
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        STATIC_ROOT: root,
        LOG_LEVEL: 'warn',
      },
      logFile: join(folder, 'logs', `reference-${own}.log`),
    });
    const url = `http://localhost:${own}`;
    servers.push({ service, url });
    await untilReady(url);
  }
  return {
    federated: stack.url,
    lazyMonolith: servers[0]!.url,
    awaitedMonolith: servers[1]!.url,
    async stop() {
      for (const { service } of servers) await service.stop();
      await stack.stop();
      lock.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One build, two pages: a meta element tells the script whether to await its first route. */
async function buildMonoliths(): Promise<[string, string]> {
  const { code, output } = await runNode(
    [
      require.resolve('webpack/bin/webpack.js'),
      '--config',
      join(ROOT, 'scripts/src/bench/front/monolith/webpack.config.mjs'),
    ],
    { env: { NODE_ENV: 'production' } },
  );
  if (code !== 0)
    throw new Fault(`The monolith does not build:\n${output.trim()}`, 'Mend the file named above.');
  const lazy = join(CACHE, 'bench/monolith');
  const awaited = join(CACHE, 'bench/monolith-awaited');
  await rm(awaited, { recursive: true, force: true });
  await cp(lazy, awaited, { recursive: true });
  const page = join(awaited, 'index.html');
  const html = await readFile(page, 'utf8');
  await writeFile(page, html.replace('</head>', '<meta name="first-route" content="awaited"></head>'));
  await Promise.all([compressFolder(lazy), compressFolder(awaited)]);
  return [lazy, awaited];
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Fault(`${url} did not become ready within 20 s.`, 'Its log is in the data folder.');
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
