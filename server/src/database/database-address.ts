const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/** One address for each host of an address that may name several: `postgresql://user@a:5432,b/palier`. */
export function hostAddresses(databaseUrl: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = AUTHORITY.exec(databaseUrl) ?? [];
  return hosts.split(',').map((host) => before + host + after);
}

/** Whether the address names another machine and does not say whether to encrypt. */
export const isOpenToNetwork = (databaseUrl: string): boolean =>
  !/[?&](sslmode|ssl|host)=/.test(databaseUrl) &&
  hostAddresses(databaseUrl).some(
    (address) => URL.canParse(address) && !/^(|localhost|127\..*|\[::1\])$/.test(new URL(address).hostname),
  );

/** The sentence that refuses such an address in production; `setting` is the name of its variable. */
export const notEncrypted = (setting: string): string =>
  `${setting} does not encrypt: add sslmode=verify-full, or write sslmode=disable to do without.`;
