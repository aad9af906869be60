import { spawn } from 'node:child_process';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { findProgram } from '@palier/base/process/find-program';

export interface NatsServer {
  readonly port: number;
  /** Subjects with a subscriber. */
  subjects(): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * Starts the machine's nats-server (Debian: `apt install nats-server`). No npm package contains it, so
 * elsewhere a stand-in implements the part of the client protocol that fan-out uses.
 */
export async function startNats(port = 0): Promise<NatsServer> {
  const binary = findProgram('nats-server', 'NATS_SERVER');
  return binary === null ? startStandIn(port) : startBinary(binary, port);
}

async function startBinary(binary: string, wanted: number): Promise<NatsServer> {
  const child = spawn(binary, ['-a', '127.0.0.1', '-p', wanted === 0 ? '-1' : String(wanted), '-m', '-1'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { port, monitor } = await new Promise<{ port: string; monitor: string }>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const monitor = /http monitor on 127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      const port = /client connections on 127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (monitor !== undefined && port !== undefined) resolve({ port, monitor });
    });
    child.once('exit', () => reject(new Error(`nats-server did not start: ${said}`)));
  });
  return {
    port: Number(port),
    async subjects() {
      const answer = await fetch(`http://127.0.0.1:${monitor}/connz?subs=1`);
      const { connections } = (await answer.json()) as {
        connections: readonly { subscriptions_list?: string[] }[];
      };
      return connections.flatMap(({ subscriptions_list: subjects = [] }) => subjects);
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

/** Implements CONNECT, PING, SUB, UNSUB and PUB, without wildcards, headers or queues. */
async function startStandIn(wanted: number): Promise<NatsServer> {
  const clients = new Map<Socket, { subscriptions: Map<string, string>; echo: boolean }>();
  const server = createServer((socket) => {
    const client = { subscriptions: new Map<string, string>(), echo: true };
    clients.set(socket, client);
    socket.on('close', () => clients.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.write(
      'INFO {"server_id":"stand-in","version":"2.9.0","proto":1,"max_payload":1048576,"headers":false}\r\n',
    );
    let pending = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      for (;;) {
        const end = pending.indexOf('\r\n');
        if (end === -1) return;
        const [verb = '', ...words] = pending.subarray(0, end).toString().split(' ');
        let used = end + 2;
        switch (verb.toUpperCase()) {
          case 'CONNECT':
            client.echo = (JSON.parse(words.join(' ')) as { echo?: boolean }).echo !== false;
            break;
          case 'PING':
            socket.write('PONG\r\n');
            break;
          case 'SUB':
            client.subscriptions.set(words.at(-1)!, words[0]!);
            break;
          case 'UNSUB':
            client.subscriptions.delete(words[0]!);
            break;
          case 'PUB': {
            const length = Number(words.at(-1));
            if (pending.length < used + length + 2) return;
            const body = pending.subarray(used, used + length);
            used += length + 2;
            publish(socket, client.echo, words[0]!, body);
            break;
          }
        }
        pending = pending.subarray(used);
      }
    });
  });
  const publish = (from: Socket, echo: boolean, subject: string, body: Buffer): void => {
    for (const [socket, { subscriptions }] of clients)
      for (const [id, wantedSubject] of subscriptions)
        if (wantedSubject === subject && (echo || socket !== from))
          socket.write(
            Buffer.concat([
              Buffer.from(`MSG ${subject} ${id} ${body.length}\r\n`),
              body,
              Buffer.from('\r\n'),
            ]),
          );
  };
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    subjects: () =>
      Promise.resolve([...clients.values()].flatMap(({ subscriptions }) => [...subscriptions.values()])),
    async stop() {
      for (const socket of clients.keys()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
