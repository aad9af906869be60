import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { answerClientError, refuseExpectation } from '../http/raw-http-error';
import { closeSlowReaders, SLOW_READER_TIMEOUT_MS } from '../http/slow-reader-timeout';
import { forwardCall } from './forward-call';
import { forwardUpgrade } from './forward-upgrade';
import { watchTargets, type Target, type Targets } from './targets';

export interface FrontOptions {
  /** The processes, `http://host:port` each. */
  readonly targets: readonly string[];
  readonly port: number;
  readonly host?: string;
  /** True when callers are proxies of ours, whose X-Forwarded-For is kept. */
  readonly trustsCallers?: boolean;
  /** Within which a caller that takes nothing more of an answer is cut. */
  readonly readerPatienceMs?: number;
  readonly onChange?: (target: Target) => void;
}

/** One address before several server processes. */
export interface Front {
  readonly url: string;
  readonly port: number;
  /** Takes no more calls, waits for those under way (8 s), then cuts sockets. */
  stop(): Promise<void>;
}

const PATIENCE_MS = 8_000;
const LOOK_EVERY_MS = 20;
/** Of the time after which the caller's own line is cut: the next process is to have a moment left to answer. */
const SILENCE_OF_PATIENCE = 0.93;
/** A SockJS session lives in the process where it began; its address names it: /ws-jackpot/<server>/<session>/… */
const SOCKJS_SESSION = /^\/ws-jackpot\/[^/]+\/([^/]+)\//;

/** Starts the front (docs/operations.md, Several processes). Rejects when the port is taken. */
export async function startFront({
  targets: origins,
  port,
  host = '127.0.0.1',
  trustsCallers = false,
  readerPatienceMs = SLOW_READER_TIMEOUT_MS,
  onChange = () => undefined,
}: FrontOptions): Promise<Front> {
  const targets = await watchTargets(origins, onChange);
  const sockets = new Set<Duplex>();
  let isStopping = false;
  // The same patience with slow callers as the processes have.
  const server = createServer({
    requestTimeout: 30_000,
    headersTimeout: 10_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16 * 1024,
    noDelay: true,
    // The processes refuse a call without one, in words.
    requireHostHeader: false,
  });
  server.on('clientError', answerClientError).on('checkExpectation', refuseExpectation);
  closeSlowReaders(server, readerPatienceMs);
  const underway = new Set<ServerResponse>();
  server.on('request', (request, reply) => {
    // A stream of messages ends only when it is cut; its client comes back by itself.
    if (!request.url?.startsWith('/ws-jackpot/')) underway.add(reply);
    reply.once('close', () => underway.delete(reply)).on('error', () => undefined);
    if (isStopping) reply.setHeader('connection', 'close');
    forwardCall(request, reply, {
      targets: targetsOf(targets, request.url),
      trustsCallers,
      silenceMs: (readerPatienceMs / 2) * SILENCE_OF_PATIENCE,
    }).catch(() => reply.destroy());
  });
  server.on('upgrade', (request, caller, begun) => {
    sockets.add(caller);
    caller.once('close', () => sockets.delete(caller));
    forwardUpgrade({ request, caller, begun, targets: targetsOf(targets, request.url), trustsCallers });
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
      while (underway.size > 0 && performance.now() < deadline) await wait(LOOK_EVERY_MS);
      // Lines that browsers open ahead of need carry no call, and yet keep a server from closing.
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await closed;
      targets.stop();
    },
  };
}

function targetsOf(targets: Targets, url = ''): Target[] {
  const session = SOCKJS_SESSION.exec(url)?.[1];
  return session === undefined ? targets.inTurn() : targets.forKey(session);
}
