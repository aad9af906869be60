import { isFree } from './free-port';
import { devPort, devPortsFrom } from '../dev-ports.mjs';
import { CommandError } from '../command';

const PORT = 3000;
const DEMO_PROVIDER_PORT = 3001;
/** The distance from a taken port to the proposed port: nearer ports belong to the dev servers. */
const PROPOSAL_DISTANCE = 1_000;

const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535;
const proposedPort = (port: number): number =>
  port + (port + PROPOSAL_DISTANCE > 65_535 ? -PROPOSAL_DISTANCE : PROPOSAL_DISTANCE);

/** A port from the environment. Throws a CommandError when it is invalid or taken. */
async function claimPort(variable: string, fallback: number, command: string): Promise<number> {
  const text = process.env[variable] ?? String(fallback);
  const port = Number(text);
  if (!isPort(port)) {
    throw new CommandError(
      `${variable} is "${text}", which is not a port number.`,
      'Give a whole number from 1 to 65535.',
    );
  }
  await requireFreePort(port, `${variable}=${proposedPort(port)} ${command}`);
  return port;
}

export interface ProductPorts {
  readonly port: number;
  /** The demo provider's port; null when PROVIDER_URL names another provider. */
  readonly providerPort: number | null;
}

/**
 * The product's ports; `command` is shown in the remedy. Throws a CommandError when one is invalid or taken.
 */
export async function claimPorts(command: string): Promise<ProductPorts> {
  const port = await claimPort('PORT', PORT, command);
  if (process.env.PROVIDER_URL !== undefined) return { port, providerPort: null };
  return { port, providerPort: await claimPort('DEMO_PROVIDER_PORT', DEMO_PROVIDER_PORT, command) };
}

/** Throws a CommandError when the port of the dev server of `name` is invalid or taken. */
export async function requireDevPort(name: string, command: string): Promise<void> {
  if (!isPort(devPort(name))) {
    throw new CommandError(
      `DEV_PORTS_FROM is "${process.env.DEV_PORTS_FROM}", which is not a port number.`,
      `Give a whole number like 4100: DEV_PORTS_FROM=4100 ${command}`,
    );
  }
  await requireFreePort(devPort(name), `DEV_PORTS_FROM=${proposedPort(devPortsFrom())} ${command}`);
}

async function requireFreePort(port: number, remedy: string): Promise<void> {
  if (await isFree(port)) return;
  throw new CommandError(
    `Port ${port} is already taken by another program.`,
    `Stop that program, or choose another port: ${remedy}`,
  );
}
