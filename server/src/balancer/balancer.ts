import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { unknownTransferCoding } from '../http/errors';
import { handleInOrder } from '../http/handle-in-order';
import { answerBare, answerClientError, hasUnknownCoding, refuseExpectation } from '../http/raw-http-error';
import { closeSlowReaders, SLOW_READER_TIMEOUT_MS } from '../http/slow-reader-timeout';
import { forwardCall } from './forward-call';
import { forwardUpgrade } from './forward-upgrade';
import { watchTargets, type Target, type Targets } from './targets';

interface BalancerOptions {
  /** The server processes, `http://host:port` each. */
  readonly targets: readonly string[];
  readonly port: number;
  readonly host?: string;
  /** True when callers are trusted proxies, whose X-Forwarded-For is kept. */
  readonly trustsCallers?: boolean;
  /** After this time a caller that reads nothing more of an answer is disconnected. */
  readonly slowReaderTimeoutMs?: number;
  /**
   * A process that sends nothing for this long counts as hanging. By default a part of the caller's time
   * limit.
   */
  readonly silenceMs?: number;
  readonly onChange?: (target: Target) => void;
}

/** One address for several server processes. */
export interface Balancer {
  readonly url: string;
  readonly port: number;
  /** Accepts no more calls, waits up to 8 s for those under way, then closes all connections. */
  stop(): Promise<void>;
}

const PATIENCE_MS = 8_000;
const CHECK_EVERY_MS = 20;
/**
 * The part of the caller's time limit that a process may be silent, so that the next process can still answer
 * in time.
 */
const SILENCE_FRACTION = 0.93;
/**
 * All requests of a SockJS session go to one process; its id is in the path: /ws-jackpot/<server>/<session>/…
 */
const SOCKJS_SESSION = /^\/ws-jackpot\/[^/]+\/([^/]+)\//;

/** Starts the balancer (docs/operations.md, Several processes). Rejects when the port is in use. */
export async function startBalancer({
  targets: origins,
  port,
  host = '127.0.0.1',
  trustsCallers = false,
  slowReaderTimeoutMs = SLOW_READER_TIMEOUT_MS,
  silenceMs = (slowReaderTimeoutMs / 2) * SILENCE_FRACTION,
  onChange = () => undefined,
}: BalancerOptions): Promise<Balancer> {
  const targets = await watchTargets(origins, onChange);
  const sockets = new Set<Duplex>();
  let isStopping = false;
  // The same limits as in the server processes.
  const server = createServer({
    requestTimeout: 30_000,
    headersTimeout: 10_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16 * 1024,
    noDelay: true,
    // Checked by the server processes.
    requireHostHeader: false,
  });
  server.on('clientError', answerClientError).on('checkExpectation', refuseExpectation);
  closeSlowReaders(server, slowReaderTimeoutMs);
  const callsUnderWay = new Set<ServerResponse>();
  const forward: RequestListener = (request, reply) => {
    // Streams of messages end only when they are closed, and their clients reconnect.
    if (!request.url?.startsWith('/ws-jackpot/')) callsUnderWay.add(reply);
    reply.once('close', () => callsUnderWay.delete(reply)).on('error', () => undefined);
    if (isStopping) reply.setHeader('connection', 'close');
    if (hasUnknownCoding(request)) return answerBare(reply, 501, unknownTransferCoding());
    forwardCall(request, reply, {
      targets: targetsOf(targets, request.url),
      trustsCallers,
      silenceMs,
    }).catch(() => reply.destroy());
  };
  server.on('request', handleInOrder(forward));
  server.on('upgrade', (request, caller, head) => {
    sockets.add(caller);
    caller.once('close', () => sockets.delete(caller));
    forwardUpgrade({ request, caller, head, targets: targetsOf(targets, request.url), trustsCallers });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: listensOn } = server.address() as AddressInfo;

  return {
    url: `http://${host}:${listensOn}`,
    port: listensOn,
    async stop() {
      isStopping = true;
      const closed = new Promise((resolve) => server.close(resolve));
      const deadline = performance.now() + PATIENCE_MS;
      while (callsUnderWay.size > 0 && performance.now() < deadline) await wait(CHECK_EVERY_MS);
      // Idle connections that browsers open in advance keep a server from closing.
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await closed;
      targets.stop();
    },
  };
}

function targetsOf(targets: Targets, url = ''): Target[] {
  const session = SOCKJS_SESSION.exec(url)?.[1];
  return session === undefined ? targets.roundRobin() : targets.forKey(session);
}
