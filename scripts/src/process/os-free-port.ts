import { createServer } from 'node:net';

/**
 * Below what systems give to outgoing connections (Linux: from 32768), where any call on this machine may take a port that was
 * free a moment ago; above the last one that browsers and `fetch` refuse (10080).
 */
const FIRST = 11_000;
const COUNT = 9_000;

/** Processes begin at different ports, so that none is given a port that another is about to take. */
let next = (process.pid * 37) % COUNT;

/** Whether no other program holds `port` of `host`; without a host, of any address. */
const canListen = (port: number, host?: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'),
    );
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => server.close(() => resolve(true)));
  });

/** Whether nobody holds `port`: another program may hold only one of the two families, and both must be free. */
export const isFree = async (port: number): Promise<boolean> =>
  (await canListen(port)) && (await canListen(port, '127.0.0.1'));

/** A port of this machine that nobody holds at the moment, another one at each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
}
