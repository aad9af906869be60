import { isFree } from './os-free-port';
import { packageFolders } from '../workspaces.mjs';

export { freePort } from './os-free-port';

/** For `DEV_PORTS_FROM`: where a run of free ports begins that is long enough for every package's. */
export async function freeDevPorts(): Promise<number> {
  // No manifest names a port further off than there are packages.
  const count = packageFolders().length;
  for (let from = 20_000 + (process.pid % 100) * 100; from < 32_000; from += count) {
    const ports = Array.from({ length: count }, (_, index) => from + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return from;
  }
  throw new Error('no free ports for the dev servers');
}
