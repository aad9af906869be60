import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

export interface FreezableProxy {
  readonly port: number;
  /** While true, no byte passes in either direction, and no connection is closed. */
  isFrozen: boolean;
  stop(): Promise<void>;
}

/** A TCP proxy in front of a server of this machine. */
export async function startFreezableProxy(target: { readonly port: number }): Promise<FreezableProxy> {
  const open = new Set<Socket>();
  const forward = (from: Socket, to: Socket): void => {
    open.add(from);
    from.on('error', () => from.destroy());
    from.on('data', (chunk) => {
      if (!proxy.isFrozen) to.write(chunk);
    });
    from.on('close', () => {
      open.delete(from);
      if (!proxy.isFrozen) to.destroy();
    });
  };
  const server = createServer((caller) => {
    const upstream = connect(target.port, '127.0.0.1');
    forward(caller, upstream);
    forward(upstream, caller);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: FreezableProxy = {
    port: (server.address() as AddressInfo).port,
    isFrozen: false,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
