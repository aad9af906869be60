const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/** One address for each host of an address that may name several: `postgresql://user@a:5432,b/palier`. */
export function hostAddresses(databaseUrl: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = AUTHORITY.exec(databaseUrl) ?? [];
  return hosts.split(',').map((host) => before + host + after);
}
