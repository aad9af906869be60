/** Who listens there listens on every address of the machine. */
const EVERY_ADDRESS = ['0.0.0.0', '::'];

/** Where this machine's programs reach what listens on HOST. */
export function ownAddress(host = process.env.HOST ?? '127.0.0.1'): string {
  if (EVERY_ADDRESS.includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Where people open it: localhost, or HOST where only that one address is listened on. */
export function publicAddress(): string {
  const address = ownAddress();
  return address === '127.0.0.1' ? 'localhost' : address;
}
