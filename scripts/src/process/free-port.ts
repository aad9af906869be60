import { createServer } from 'node:net';
import { packageFolders } from '../workspaces.mjs';

export { freePort } from '../../../server/src/database/free-port';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** For `DEV_PORTS_FROM`: where a run of free ports begins that is long enough for every package's. */
export async function freeDevPorts(): Promise<number> {
  // No manifest names a port further off than there are packages.
  const count = packageFolders().length;
  for (let from = 20_000 + (process.pid % 200) * 100; from < 60_000; from += count) {
    const ports = Array.from({ length: count }, (_, index) => from + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return from;
  }
  throw new Error('no free ports for the dev servers');
}
