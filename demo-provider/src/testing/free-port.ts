import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (Linux: from 32768), where any call on this machine may take a port
 * that was free a moment ago. Processes begin at different ports, so that none is given one that another is about to take.
 */
const FIRST = 21_000;
const COUNT = 9_000;
let next = (process.pid * 37) % COUNT;

/** A port that nobody listens on, another one at each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
