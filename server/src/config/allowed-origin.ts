/**
 * A pattern of a content security policy for all hosts below a domain, at any depth, without the domain
 * itself.
 */
const PATTERN = /^https:\/\/\*\.([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::(\d{1,5}))?$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LONGEST_HOST = 253;
/**
 * Second levels below which countries register domains, as in co.uk: everybody can have a host below them.
 */
const SHARED_SECOND_LEVEL = /^(?:ac|co|com|edu|gouv|gov|mil|net|nom|or|org)\.[a-z]{2}$/;

/**
 * An http(s) address without a login, as `fetch` accepts it: its error, which is logged, would contain the
 * password.
 */
export const isHttpAddress = (value: string): boolean =>
  /^https?:\/\//.test(value) &&
  URL.canParse(value) &&
  new URL(value).username + new URL(value).password === '';

/**
 * A URL's host may have further signs, such as * and ;, which mean something else in a content security
 * policy.
 */
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** An origin as browsers write it: lower case, no path, no default port. */
export const isOrigin = (value: string): boolean =>
  isHttpAddress(value) && new URL(value).origin === value && HOST.test(new URL(value).hostname);

/**
 * `https://*.vendor.example`: below a domain of somebody, never below a top level or a country's second
 * level.
 */
export function isOriginPattern(value: string): boolean {
  const [, domain, port] = PATTERN.exec(value) ?? [];
  if (domain === undefined || domain.length > LONGEST_HOST || SHARED_SECOND_LEVEL.test(domain)) return false;
  const labels = domain.split('.');
  // The last label of a name is no number: *.0.0.1 would be a part of an address.
  if (!labels.every((label) => LABEL.test(label)) || !/[a-z]/.test(labels.at(-1)!)) return false;
  return port === undefined || isFurtherPort(port);
}

/** Not 443, which browsers leave out. */
const isFurtherPort = (port: string): boolean =>
  !port.startsWith('0') && Number(port) <= 65_535 && port !== '443';

/**
 * Whether the address has no login and one of the origins, or a host of one of the patterns, as a content
 * security policy with them decides.
 */
export function isAllowedOrigin(
  { origin, hostname, port, protocol, username, password }: URL,
  allowed: readonly string[],
): boolean {
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return false;
  return allowed.some((entry) => {
    const [, domain, ofPort = ''] = PATTERN.exec(entry) ?? [];
    if (domain === undefined) return entry === origin;
    return (
      protocol === 'https:' && port === ofPort && hostname.endsWith(`.${domain}`) && isHostName(hostname)
    );
  });
}

/** A name with an empty label, such as `.vendor.example`, is no host. */
const isHostName = (hostname: string): boolean => hostname.split('.').every((label) => label !== '');
