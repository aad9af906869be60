import { hostname, networkInterfaces } from 'node:os';
import { devOrigin, remoteDevOrigins } from '@palier/base/dev-ports.mjs';

/** HOST values that listen on every address of the machine. */
const WILDCARD_ADDRESSES = ['0.0.0.0', '::'];

/** The address at which programs of this machine reach a service that listens on HOST. */
export function ownAddress(host = process.env.HOST ?? '127.0.0.1'): string {
  if (WILDCARD_ADDRESSES.includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** The address that users open: localhost, or HOST when only that address is listened on. */
export function publicAddress(host = process.env.HOST ?? '127.0.0.1'): string {
  const address = ownAddress(host);
  return address === '127.0.0.1' ? 'localhost' : address;
}

/**
 * The origins of the product's pages: the public address of HOST first, then the other names and addresses
 * that lead there.
 */
export function pageOrigins(port: number, host = process.env.HOST ?? '127.0.0.1'): string[] {
  const names = [publicAddress(host), ownAddress(host)];
  if (names.includes('localhost')) names.push('127.0.0.1');
  if (WILDCARD_ADDRESSES.includes(host))
    for (const known of Object.values(networkInterfaces()))
      // An IPv6 address is no valid source of frame-ancestors.
      for (const { address, family } of known ?? []) if (family === 'IPv4') names.push(address);
  names.push(hostname());
  const origins = names.map((name) => `http://${name}:${port}`).filter((origin) => URL.canParse(origin));
  return [...new Set(origins.map((origin) => new URL(origin).origin))];
}

/**
 * The origins of the dev servers: those of the shell and of the remotes. Empty unless HOST is a loopback
 * address, because on the machines of other users any program could listen on these ports of localhost.
 */
export function allowedDevOrigins(host = process.env.HOST ?? '127.0.0.1'): {
  pages: string[];
  remotes: string[];
} {
  if (!/^(localhost|127\.[\d.]+|::1)$/.test(host)) return { pages: [], remotes: [] };
  const remotes = remoteDevOrigins();
  return { pages: [devOrigin('shell'), ...remotes], remotes };
}
