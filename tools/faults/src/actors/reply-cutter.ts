import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

export interface ReplyCutter {
  readonly url: string;
  stop(): void;
}

/** A proxy that hands every request on and drops the connection when the first byte of its reply arrives. */
export async function startReplyCutter(target: string): Promise<ReplyCutter> {
  const { hostname, port } = new URL(target);
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.pipe(server);
    server.once('data', () => {
      client.destroy();
      server.destroy();
    });
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop: () => void proxy.close(),
  };
}
