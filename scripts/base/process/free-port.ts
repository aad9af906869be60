import { createServer } from 'node:net';
import { packageFolders } from '../workspaces.mjs';

/**
 * Above the last port that browsers and `fetch` refuse (10080), and below the range for outgoing connections
 * (Linux: from 32768), where a port that was free a moment ago may be taken by any connection.
 */
const FIRST_PORT = 11_000;
const PORT_COUNT = 9_000;

/** Each process starts at a different port, so that two processes are not given the same one. */
let nextOffset = (process.pid * 37) % PORT_COUNT;

const canListen = (port: number, host?: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'),
    );
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => server.close(() => resolve(true)));
  });

/** Whether `port` is free in both address families: a program may listen on one of them only. */
export const isFree = async (port: number): Promise<boolean> =>
  (await canListen(port)) && (await canListen(port, '127.0.0.1'));

/** A port that is free at the moment, a different one at each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + nextOffset;
    nextOffset = (nextOffset + 1) % PORT_COUNT;
    if (await isFree(port)) return port;
  }
}

/** For `DEV_PORTS_FROM`: the first of as many consecutive free ports as there are packages. */
export async function freeDevPorts(): Promise<number> {
  const count = packageFolders().length;
  for (let from = 20_000 + (process.pid % 100) * 100; from < 32_000; from += count) {
    const ports = Array.from({ length: count }, (_, index) => from + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return from;
  }
  throw new Error('no free ports for the dev servers');
}
