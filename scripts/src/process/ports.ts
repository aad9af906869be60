import { createServer } from 'node:net';
import { Fault } from '../fault';

const canListen = (port: number, host?: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'),
    );
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => server.close(() => resolve(true)));
  });

/** A port from the environment. Throws a fault when it is no port, or taken. */
export async function claimPort(variable: string, fallback: number): Promise<number> {
  const text = process.env[variable] ?? String(fallback);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Fault(
      `${variable} is "${text}", which is no port number.`,
      'Give a whole number from 1 to 65535.',
    );
  }
  await requireFreePort(port, `${variable}=${port + 100} npm start`);
  return port;
}

/** Throws a fault when another program holds `port`; `elsewhere` is the command that avoids it. */
export async function requireFreePort(port: number, elsewhere: string): Promise<void> {
  // Another program may hold only one of the two families; both must be free.
  if ((await canListen(port)) && (await canListen(port, '127.0.0.1'))) return;
  throw new Fault(
    `Port ${port} is already taken by another program.`,
    `Stop that program, or choose another port: ${elsewhere}`,
  );
}
