import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildAll } from '@palier/releases/build-all';
import { fillReleases } from '@palier/releases/publish-builds';
import { compressFolder } from '@palier/build/front/compress';
import { CommandError } from '@palier/base/command';
import { CACHE, ROOT } from '@palier/base/paths';
import { freePort } from '@palier/base/process/free-port';
import { program } from '@palier/base/process/program';
import { untilReady } from '@palier/base/process/ready';
import { runNode } from '@palier/base/process/run';
import { startService, type Service } from '@palier/base/process/service';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { providerKeys } from '@palier/stack/provider-keys';
import type { LockNote } from '@palier/stack/lock';
import { startStack, type Stack } from '@palier/stack/stack';

const require = createRequire(import.meta.url);

/** The product served two ways from one database: federated, and as a monolith for comparison. */
export interface Site {
  readonly federated: string;
  readonly monolith: string;
  /** The release store's address for release commands. */
  readonly releasesUrl: string;
  /** Serves the pages in `root` from the same database; returns the server with its address. */
  serve(root: string): Promise<Service & { readonly url: string }>;
  stop(): Promise<void>;
}

/** Builds the monolith and starts the product and a server for it; a failed step stops both. */
export async function startSite(): Promise<Site> {
  const builds = await buildAll();
  const root = await buildMonolith();
  const folder = await temporaryFolder();
  let stack: Stack | undefined;
  const services: Service[] = [];
  const stop = async (): Promise<void> => {
    for (const service of services) await service.stop();
    await stack?.stop();
  };
  let note: Partial<LockNote> = {};
  const lock = {
    note: (more: Partial<LockNote>) => void (note = { ...note, ...more }),
    release: () => undefined,
  };
  // The bench uses a new database, also when the environment names one.
  delete process.env.DATABASE_URL;
  try {
    const port = await freePort();
    const providerPort = await freePort();
    stack = await startStack({
      folder,
      lock,
      port,
      providerPort,
      step: () => undefined,
      fillReleases: (logins) => fillReleases(logins, builds),
    });
    const serve: Site['serve'] = async (pages) => {
      const own = await freePort();
      const service = await startService({
        title: `The server of ${pages}`,
        args: program('server/src/main.ts'),
        env: {
          ...(await providerKeys(folder)),
          DATABASE_URL: note.logins?.DATABASE_URL,
          PROVIDER_URL: note.providerUrl,
          ALLOWED_FRAME_ORIGINS: `http://localhost:${providerPort}`,
          PORT: String(own),
          DATA_DIR: folder,
          STATIC_ROOT: pages,
          LOG_LEVEL: 'warn',
        },
        logFile: join(folder, 'logs', `server-${own}.log`),
      });
      services.push(service);
      const url = `http://localhost:${own}`;
      await untilReady(service, `${url}/readyz`);
      return { ...service, url };
    };
    const { url: monolith } = await serve(root);
    const releasesUrl = note.logins?.RELEASES_DATABASE_URL ?? '';
    return { federated: stack.url, monolith, releasesUrl, serve, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function buildMonolith(): Promise<string> {
  const config = join(ROOT, 'tests/bench/front/monolith/webpack.config.mjs');
  const args = [require.resolve('webpack/bin/webpack.js'), '--config', config];
  const { code, output } = await runNode(args, { env: { NODE_ENV: 'production' } });
  if (code !== 0)
    throw new CommandError(`The monolith does not build:\n${output.trim()}`, 'Fix the file named above.');
  const root = join(CACHE, 'bench/monolith');
  await compressFolder(root);
  return root;
}
