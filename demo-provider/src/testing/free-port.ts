import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The range lies below the ports of outgoing connections (on Linux from 32768), which may take a free port at
 * any time. Processes start at different ports, so that two processes do not choose the same port.
 */
const FIRST_PORT = 21_000;
const PORT_COUNT = 9_000;
let next = (process.pid * 37) % PORT_COUNT;

/** Returns a port without a listener, a different one at each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + next;
    next = (next + 1) % PORT_COUNT;
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
