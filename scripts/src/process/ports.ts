import { isFree } from './free-port';
import { devPort, devPortsFrom } from '../bundler/dev-server.mjs';
import { CommandError } from '../command';

const PORT = 3000;
const DEMO_PROVIDER_PORT = 3001;
/** Another port is proposed so far away: nearer ones are the dev servers'. */
const FURTHER = 1_000;

const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535;
const elsewhere = (port: number): number => port + (port + FURTHER > 65_535 ? -FURTHER : FURTHER);

/** A port from the environment. Throws a CommandError when it is no port, or taken. */
async function claimPort(variable: string, fallback: number, command: string): Promise<number> {
  const text = process.env[variable] ?? String(fallback);
  const port = Number(text);
  if (!isPort(port)) {
    throw new CommandError(
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

/** The product's ports, for `command` to listen on. Throws a CommandError when one is no port, or taken. */
export async function claimPorts(command: string): Promise<ProductPorts> {
  const port = await claimPort('PORT', PORT, command);
  if (process.env.PROVIDER_URL !== undefined) return { port, providerPort: null };
  return { port, providerPort: await claimPort('DEMO_PROVIDER_PORT', DEMO_PROVIDER_PORT, command) };
}

/** Throws a CommandError when DEV_PORTS_FROM leaves the dev server of `name` no port, or another program holds it. */
export async function requireDevPort(name: string, command: string): Promise<void> {
  if (!isPort(devPort(name))) {
    throw new CommandError(
      `DEV_PORTS_FROM is "${process.env.DEV_PORTS_FROM}", where no port numbers begin.`,
      `Give a whole number like 4100: DEV_PORTS_FROM=4100 ${command}`,
    );
  }
  await requireFreePort(devPort(name), `DEV_PORTS_FROM=${elsewhere(devPortsFrom())} ${command}`);
}

/** Throws a CommandError when another program holds `port`; `remedy` is the command that avoids it. */
async function requireFreePort(port: number, remedy: string): Promise<void> {
  if (await isFree(port)) return;
  throw new CommandError(
    `Port ${port} is already taken by another program.`,
    `Stop that program, or choose another port: ${remedy}`,
  );
}
