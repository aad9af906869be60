import { createServer } from 'node:net';
import { devPort, devPortsFrom } from '../bundler/dev-server.mjs';
import { Fault } from '../fault';

/** Whether no other program holds `port` of `host`, of every address unless told. */
export const canListen = (port: number, host?: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'),
    );
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => server.close(() => resolve(true)));
  });

const PORT = 3000;
const DEMO_PROVIDER_PORT = 3001;
/** Another port is proposed so far away: nearer ones are the dev servers'. */
const FURTHER = 1_000;

const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535;
const elsewhere = (port: number): number => port + (port + FURTHER > 65_535 ? -FURTHER : FURTHER);

/** A port from the environment. Throws a fault when it is no port, or taken. */
async function claimPort(variable: string, fallback: number, command: string): Promise<number> {
  const text = process.env[variable] ?? String(fallback);
  const port = Number(text);
  if (!isPort(port)) {
    throw new Fault(
      `${variable} is "${text}", which is no port number.`,
      'Give a whole number from 1 to 65535.',
    );
  }
  await requireFreePort(port, `${variable}=${elsewhere(port)} ${command}`);
  return port;
}

export interface ProductPorts {
  readonly port: number;
  /** The demo provider's; null when PROVIDER_URL names another one. */
  readonly providerPort: number | null;
}

/** The product's ports, for `command` to listen on. Throws a fault when one is no port, or taken. */
export async function claimPorts(command: string): Promise<ProductPorts> {
  const port = await claimPort('PORT', PORT, command);
  if (process.env.PROVIDER_URL !== undefined) return { port, providerPort: null };
  return { port, providerPort: await claimPort('DEMO_PROVIDER_PORT', DEMO_PROVIDER_PORT, command) };
}

/** Throws a fault when DEV_PORTS_FROM leaves the dev server of `name` no port, or another program holds it. */
export async function requireDevPort(name: string, command: string): Promise<void> {
  if (!isPort(devPort(name))) {
    throw new Fault(
      `DEV_PORTS_FROM is "${process.env.DEV_PORTS_FROM}", where no port numbers begin.`,
      `Give a whole number like 4100: DEV_PORTS_FROM=4100 ${command}`,
    );
  }
  await requireFreePort(devPort(name), `DEV_PORTS_FROM=${elsewhere(devPortsFrom())} ${command}`);
}

/** Throws a fault when another program holds `port`; `remedy` is the command that avoids it. */
async function requireFreePort(port: number, remedy: string): Promise<void> {
  // Another program may hold only one of the two families; both must be free.
  if ((await canListen(port)) && (await canListen(port, '127.0.0.1'))) return;
  throw new Fault(
    `Port ${port} is already taken by another program.`,
    `Stop that program, or choose another port: ${remedy}`,
  );
}
