import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

type ProxyFault =
  | 'none'
  /** Requests pass; the first byte of an answer closes the connection, so the caller cannot know the outcome. */
  | 'drop-replies'
  /** No byte passes in either direction, and no connection is closed. */
  | 'freeze'
  /** New connections are closed at once. */
  | 'cut';

export interface FaultyProxy {
  readonly url: string;
  readonly port: number;
  fault: ProxyFault;
  /** Delay of each chunk of an answer. */
  delayMs: number;
  /** How many answers were dropped so far. */
  readonly dropped: number;
  stop(): Promise<void>;
}

/** A TCP proxy that distributes connections over servers and applies the fault set at that moment. */
export async function startFaultyProxy(
  targets: readonly { port: number }[],
  fault: ProxyFault = 'none',
): Promise<FaultyProxy> {
  const open = new Set<Socket>();
  let next = 0;
  let dropped = 0;

  const track = (socket: Socket): Socket => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const connectToNext = (tries: number): Promise<Socket | null> =>
    new Promise((resolve) => {
      if (tries === 0) return resolve(null);
      const { port } = targets[next++ % targets.length]!;
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(socket));
      socket.once('error', () => resolve(connectToNext(tries - 1)));
    });
  const server = createServer((caller) => {
    track(caller);
    caller.pause();
    if (proxy.fault === 'cut') return caller.destroy();
    void connectToNext(targets.length).then((target) => {
      if (target === null || caller.destroyed) {
        target?.destroy();
        return caller.destroy();
      }
      track(target);
      caller.on('close', () => target.destroy());
      target.on('close', () => (proxy.fault === 'freeze' ? undefined : caller.end()));
      caller.on('data', (chunk) => {
        if (proxy.fault !== 'freeze') target.write(chunk);
      });
      target.on('data', (chunk) => {
        if (proxy.fault === 'freeze') return;
        if (proxy.fault === 'drop-replies') {
          dropped += 1;
          return caller.destroy();
        }
        if (proxy.delayMs === 0) caller.write(chunk);
        else setTimeout(() => caller.write(chunk), proxy.delayMs);
      });
      caller.resume();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${port}`,
    port,
    fault,
    delayMs: 0,
    get dropped() {
      return dropped;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

export const portOf = (url: string): { port: number } => ({ port: Number(new URL(url).port) });
