import { devOrigin, remoteDevOrigins } from '../bundler/dev-server.mjs';

/** HOST values that listen on every address of the machine. */
const WILDCARD_ADDRESSES = ['0.0.0.0', '::'];

/** The address at which programs of this machine reach a service that listens on HOST. */
export function ownAddress(host = process.env.HOST ?? '127.0.0.1'): string {
  if (WILDCARD_ADDRESSES.includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** The address that users open: localhost, or HOST when only that address is listened on. */
export function publicAddress(): string {
  const address = ownAddress();
  return address === '127.0.0.1' ? 'localhost' : address;
}

/**
 * The origins of the dev servers: those of the shell and of the remotes. Empty unless HOST is a loopback address, because on the
 * machines of other users any program could listen on these ports of localhost.
 */
export function allowedDevOrigins(host = process.env.HOST ?? '127.0.0.1'): {
  pages: string[];
  remotes: string[];
} {
  if (!/^(localhost|127\.[\d.]+|::1)$/.test(host)) return { pages: [], remotes: [] };
  const remotes = remoteDevOrigins();
  return { pages: [devOrigin('shell'), ...remotes], remotes };
}
