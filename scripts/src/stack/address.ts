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
