import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { endWithRefusal } from '../errors/bare-refusal';
import { unavailable } from '../errors/refusal';
import { headersToTarget } from './headers';
import type { Target } from './targets';

interface Upgrade {
  readonly request: IncomingMessage;
  readonly caller: Duplex;
  /** What the caller has already sent after its head. */
  readonly begun: Buffer;
  readonly targets: readonly Target[];
  readonly trustsCallers: boolean;
}

/** Joins a caller that wants a socket with the first target that accepts it; from then on bytes pass as they are. */
export function forwardUpgrade({ request, caller, begun, targets, trustsCallers }: Upgrade): void {
  caller.on('error', () => caller.destroy());
  const lines = headersToTarget(request, { trustsCallers, keepsUpgrade: true });
  const head = [
    `${request.method} ${request.url} HTTP/1.1`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
  ];
  void reach(targets).then((target) => {
    if (target === null || caller.destroyed) {
      target?.destroy();
      endWithRefusal(caller, 503, unavailable());
      return;
    }
    target.on('error', () => target.destroy());
    target.write(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
    target.write(begun);
    caller.pipe(target).pipe(caller);
    caller.once('close', () => target.destroy());
    target.once('close', () => caller.end());
  });
}

async function reach(targets: readonly Target[]): Promise<Socket | null> {
  for (const target of targets) {
    const socket = await open(target);
    if (socket !== null) return socket;
    target.isReady = false;
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
