import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from '@palier/scripts/build/build-all';
import { compressFolder } from '@palier/scripts/build/compress';
import { CommandError } from '@palier/scripts/command';
import { CACHE, ROOT } from '@palier/scripts/paths';
import { freePort } from '@palier/scripts/process/free-port';
import { program } from '@palier/scripts/process/program';
import { untilReady } from '@palier/scripts/process/ready';
import { runNode } from '@palier/scripts/process/run';
import { startService, type Service } from '@palier/scripts/process/service';
import { providerKeys } from '@palier/scripts/stack/provider-keys';
import { takeLock, type Lock } from '@palier/scripts/stack/lock';
import { startStack, type Stack } from '@palier/scripts/stack/stack';

const require = createRequire(import.meta.url);

/** The product served three ways from one database: federated, and as two monoliths for comparison. */
export interface Site {
  readonly federated: string;
  readonly lazyMonolith: string;
  readonly awaitedMonolith: string;
  stop(): Promise<void>;
}

/** Builds the monoliths and starts the product and two servers for them; a failed step stops all of them. */
export async function startSite(): Promise<Site> {
  await buildAll();
  const [lazy, awaited] = await buildMonoliths();
  const folder = await mkdtemp(join(tmpdir(), 'palier-bench-'));
  await chmod(folder, 0o755);
  const lock = takeLock(folder);
  let stack: Stack | undefined;
  const references: Service[] = [];
  const stop = async (): Promise<void> => {
    for (const service of references) await service.stop();
    await stack?.stop();
    lock.release();
    await rm(folder, { recursive: true, force: true });
  };
  let databaseUrl = '';
  const noted: Lock = {
    ...lock,
    note(more) {
      databaseUrl = more.logins?.DATABASE_URL ?? databaseUrl;
      lock.note(more);
    },
  };
  // The bench uses a new database, also when the environment names one.
  delete process.env.DATABASE_URL;
  try {
    const [port, providerPort] = [await freePort(), await freePort()];
    stack = await startStack({ folder, lock: noted, port, providerPort, step: () => undefined });
    const keys = await providerKeys(folder);
    const serve = async (root: string): Promise<string> => {
      const own = await freePort();
      const service = await startService({
        title: 'A reference server',
        args: program('server/src/main.ts'),
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
      references.push(service);
      const url = `http://localhost:${own}`;
      await untilReady(service, `${url}/readyz`);
      return url;
    };
    return {
      federated: stack.url,
      lazyMonolith: await serve(lazy),
      awaitedMonolith: await serve(awaited),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** One build, two pages: a meta element states whether the script awaits its first route. */
async function buildMonoliths(): Promise<[string, string]> {
  const { code, output } = await runNode(
    [
      require.resolve('webpack/bin/webpack.js'),
      '--config',
      join(ROOT, 'tools/bench/src/front/monolith/webpack.config.mjs'),
    ],
    { env: { NODE_ENV: 'production' } },
  );
  if (code !== 0)
    throw new CommandError(`The monolith does not build:\n${output.trim()}`, 'Fix the file named above.');
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
