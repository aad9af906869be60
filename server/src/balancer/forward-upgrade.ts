import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { destroyUnlessClosed, endWithRefusal } from '../http/raw-http-error';
import { unavailable } from '../refusals/refusal';
import { headersOfUpgrade } from './headers';
import type { Target } from './targets';

interface Upgrade {
  readonly request: IncomingMessage;
  readonly caller: Duplex;
  /** What the caller has already sent after its head. */
  readonly begun: Buffer;
  readonly targets: readonly Target[];
  readonly trustsCallers: boolean;
}

/** A process that is silent for so long is passed over. */
const ANSWER_WITHIN_MS = 5_000;
const REFUSED = Buffer.from('HTTP/1.1 503');

/**
 * Joins a caller that wants a socket with the first target that does not refuse with 503, as one that leaves or is full
 * does; from then on bytes pass as they are.
 */
export function forwardUpgrade({ request, caller, begun, targets, trustsCallers }: Upgrade): void {
  caller.on('error', () => caller.destroy());
  const lines = headersOfUpgrade(request, { trustsCallers });
  const head = [
    `${request.method} ${request.url} HTTP/1.1`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
  ];
  const wish = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), begun]);
  void ask(targets, wish).then((joined) => {
    if (joined === null || caller.destroyed) {
      joined?.line.destroy();
      endWithRefusal(caller, 503, unavailable());
      return;
    }
    const { line, answer } = joined;
    line.on('error', () => line.destroy());
    caller.write(answer);
    caller.pipe(line).pipe(caller);
    caller.once('close', () => line.destroy());
    line.once('close', () => {
      caller.end();
      destroyUnlessClosed(caller);
    });
  });
}

interface Joined {
  readonly line: Socket;
  /** The beginning of what the target answered. */
  readonly answer: Buffer;
}

async function ask(targets: readonly Target[], wish: Buffer): Promise<Joined | null> {
  for (const target of targets) {
    const line = await open(target);
    if (line === null) {
      target.isReady = false;
      continue;
    }
    line.write(wish);
    const answer = await beginningOf(line);
    if (answer !== null && !answer.subarray(0, REFUSED.length).equals(REFUSED)) return { line, answer };
    line.destroy();
  }
  return null;
}

const open = ({ host, port }: Target): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true });
    const fail = (): void => resolve(null);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail);
      resolve(socket);
    });
  });

/** The first bytes that a line says; null when it closes, fails or is silent instead. */
const beginningOf = (line: Socket): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const settle = (answer: Buffer | null): void => {
      clearTimeout(timer);
      line.pause().off('data', settle).off('close', lost);
      resolve(answer);
    };
    const lost = (): void => settle(null);
    const timer = setTimeout(lost, ANSWER_WITHIN_MS);
    line.once('data', settle).once('close', lost).on('error', lost);
  });
