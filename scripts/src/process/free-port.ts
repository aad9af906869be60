import { packageFolders } from '../workspaces.mjs';
import { canListen } from './ports';

export { freePort } from '../../../server/src/database/free-port';

/** For `DEV_PORTS_FROM`: where a run of free ports begins that is long enough for every package's. */
export async function freeDevPorts(): Promise<number> {
  // No manifest names a port further off than there are packages.
  const count = packageFolders().length;
  for (let from = 20_000 + (process.pid % 200) * 100; from < 60_000; from += count) {
    const ports = Array.from({ length: count }, (_, index) => from + index);
    if ((await Promise.all(ports.map((port) => canListen(port, '127.0.0.1')))).every(Boolean)) return from;
  }
  throw new Error('no free ports for the dev servers');
}
