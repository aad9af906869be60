import { once } from 'node:events';
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
  /** Bytes that the caller has sent after the headers. */
  readonly head: Buffer;
  readonly targets: readonly Target[];
  readonly trustsCallers: boolean;
}

/** A process that is silent for longer is skipped. */
const ANSWER_WITHIN_MS = 5_000;
const REFUSED = Buffer.from('HTTP/1.1 503');

/**
 * Connects a caller to the first target that does not answer 503, which is the answer of a target that shuts
 * down or is full. From then on bytes are piped unchanged.
 */
export function forwardUpgrade({ request, caller, head, targets, trustsCallers }: Upgrade): void {
  caller.on('error', () => caller.destroy());
  const headers = headersOfUpgrade(request, { trustsCallers });
  const handshakeLines = [
    `${request.method} ${request.url} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const handshake = Buffer.concat([Buffer.from(`${handshakeLines.join('\r\n')}\r\n\r\n`, 'latin1'), head]);
  void ask(targets, handshake).then((connected) => {
    if (connected === null || caller.destroyed) {
      connected?.socket.destroy();
      endWithRefusal(caller, 503, unavailable());
      return;
    }
    const { socket, answer } = connected;
    socket.on('error', () => socket.destroy());
    caller.write(answer);
    caller.pipe(socket).pipe(caller);
    caller.once('close', () => socket.destroy());
    socket.once('close', () => {
      caller.end();
      destroyUnlessClosed(caller);
    });
  });
}

interface Connected {
  readonly socket: Socket;
  /** The first bytes of the target's answer. */
  readonly answer: Buffer;
}

async function ask(targets: readonly Target[], handshake: Buffer): Promise<Connected | null> {
  for (const target of targets) {
    const socket = await open(target);
    if (socket === null) {
      target.isReady = false;
      continue;
    }
    socket.write(handshake);
    const answer = await firstBytesOf(socket);
    if (answer !== null && !answer.subarray(0, REFUSED.length).equals(REFUSED)) return { socket, answer };
    socket.destroy();
  }
  return null;
}

async function open({ host, port }: Target): Promise<Socket | null> {
  const socket = connect({ host, port, noDelay: true });
  return once(socket, 'connect').then(
    () => socket,
    () => null,
  );
}

/**
 * The first bytes received on a socket; null when the socket closes, fails or stays silent for
 * ANSWER_WITHIN_MS.
 */
const firstBytesOf = (socket: Socket): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const settle = (answer: Buffer | null): void => {
      clearTimeout(timer);
      socket.pause().off('data', settle).off('close', lost);
      resolve(answer);
    };
    const lost = (): void => settle(null);
    const timer = setTimeout(lost, ANSWER_WITHIN_MS);
    socket.once('data', settle).once('close', lost).on('error', lost);
  });
