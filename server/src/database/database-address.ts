import pg from 'pg';

const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/** One address for each host of an address that may name several: `postgresql://user@a:5432,b/palier`. */
export function hostAddresses(databaseUrl: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = AUTHORITY.exec(databaseUrl) ?? [];
  return hosts.split(',').map((host) => before + host + after);
}

/**
 * Whether the driver connects to another machine without encryption and the address does not say
 * `sslmode=disable`. Throws when the driver refuses the address.
 */
export const isUnencrypted = (databaseUrl: string): boolean =>
  hostAddresses(databaseUrl).some((address) => {
    const { host, ssl } = new pg.Client(address);
    return !ssl && !/[?&]sslmode=disable/.test(address) && !/^(localhost|127\.[\d.]+|::1|\/.*)$/.test(host);
  });

/** The sentence that refuses such an address in production; `setting` is the name of its variable. */
export const notEncrypted = (setting: string): string =>
  `${setting} does not encrypt: add sslmode=verify-full, or write sslmode=disable to do without.`;
