import pg from 'pg';

const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/** One address for each host of an address that may name several: `postgresql://user@a:5432,b/palier`. */
export function hostAddresses(databaseUrl: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = AUTHORITY.exec(databaseUrl) ?? [];
  return hosts.split(',').map((host) => before + host + after);
}

/** The modes that the driver knows. It takes any other text for no mode, and connects without encryption. */
const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const ESCAPES_HINT = 'in a password, / # ? @ are written %2F %23 %3F %40';

/**
 * The fault of a database address, as the end of a sentence for operators that shows no password; null when
 * the driver accepts the address.
 */
export function addressFault(databaseUrl: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) return 'must start with postgresql://';
  const modes = [...databaseUrl.matchAll(/[?&]sslmode=([^&#]*)/g)].map(([, mode = '']) => mode);
  if (modes.some((mode) => !TLS_MODES.includes(mode)))
    return `has an unknown sslmode: write one of ${TLS_MODES.join(', ')}`;
  try {
    for (const address of hostAddresses(databaseUrl)) new pg.Client(address);
    return null;
  } catch (error) {
    const { syscall, path, message } = error as NodeJS.ErrnoException;
    if (syscall !== undefined) return `names the file ${path}, which cannot be read (${message})`;
    return `cannot be read (${message}): ${ESCAPES_HINT}`;
  }
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
