import * as z from 'zod/mini';
import { addressFault } from '../database/database-address';
import { isOrigin, isOriginPattern } from './allowed-origin';
import { trustedProxiesOf } from './trusted-proxies';

/** A whole number between two bounds. */
export const wholeNumberSetting = (fallback: number, least: number, most: number) =>
  z.pipe(
    z._default(z.string().check(z.regex(/^\d+$/, 'must be a whole number')), String(fallback)),
    z.pipe(
      z.transform(Number),
      z.number().check(z.gte(least, `must be at least ${least}`), z.lte(most, `must be at most ${most}`)),
    ),
  );
/** A text that is not empty. */
export const text = (fallback: string) =>
  z._default(z.string().check(z.minLength(1, 'must not be empty')), fallback);
/** A text that may be absent. `fault` ends the sentence that its name begins. */
export const optionalText = (isValid: (value: string) => boolean, fault: string) =>
  z.optional(z.string().check(z.refine(isValid, fault)));
/** A secret that we share with the games provider. */
export const secret = z
  .string('is missing: "npm start" supplies one, otherwise ask the games provider for it')
  .check(z.minLength(8, 'must have at least 8 characters'));
/** The proxies whose X-Forwarded-For is trusted: `false`, a number of hops, or addresses. */
export const trustedProxies = z.pipe(
  text('false'),
  z.transform((value: string): false | number | string => {
    if (value === 'false') return false;
    return /^\d{1,2}$/.test(value) ? Number(value) : value;
  }),
);
/** Whether the value names proxies. */
export const canBeTrusted = (TRUST_PROXY: false | number | string): boolean =>
  doesNotThrow(() => trustedProxiesOf({ TRUST_PROXY }));
/** Whether all addresses, separated by commas, are those of NATS servers. */
export const areNatsServers = (addresses: string): boolean =>
  addresses.split(',').every((one) => /^(nats|tls):\/\/\S/.test(one) && URL.canParse(one));
/**
 * As OpenTelemetry defines it, `name=value,…`; in values, characters besides those of URLs are written %2B.
 */
export const HEADER_LIST = /^([\w-]+=([!-$&-+\--~]|%[2-6][\da-f]|%7[\da-e])+(, *|$))*$/i;
/** A Contact of RFC 9116; commas separate the entries of the setting. */
export const isContact = (address: string): boolean =>
  /^(mailto:[!-~]+@[!-~]+|https:\/\/[!-~]+)$/.test(address) && URL.canParse(address);

/** A moment of RFC 3339 in UTC. Date.parse alone takes 31 February for 3 March. */
export const isMomentInUtc = (moment: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(moment) &&
  !Number.isNaN(Date.parse(moment)) &&
  new Date(moment).toISOString() === moment.replace('Z', '.000Z');

/**
 * Names only: newer Node versions accept offsets such as +01:00, which PostgreSQL reads with the opposite
 * sign.
 */
export const isTimeZone = (timeZone: string): boolean =>
  /^[a-z]/i.test(timeZone) && doesNotThrow(() => new Intl.DateTimeFormat('fr', { timeZone }));

function doesNotThrow(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Entries separated by commas. */
export const list = (fallback: string, isEntry: (entry: string) => boolean, fault: string) =>
  z
    .pipe(
      z._default(z.string(), fallback),
      z.transform((text: string) =>
        text
          .split(',')
          .map((entry) => entry.trim())
          .filter((entry) => entry !== ''),
      ),
    )
    .check(z.refine((entries) => entries.every(isEntry), fault));
/** Origins of parties with hosts that do not change. */
export const originList = (fallback: string) =>
  list(fallback, isOrigin, 'must be a list of origins (https://games.example), separated by commas');
/** For parties that change their hosts below one domain. */
export const originPatternList = (fallback: string) =>
  list(
    fallback,
    (entry) => isOrigin(entry) || isOriginPattern(entry),
    'must be a list of origins (https://games.example) or of patterns of hosts below a domain (https://*.vendor.example), in lower case, separated by commas',
  );

/** `true` or `false`, which is the default. */
export const flag = z.pipe(
  z._default(z.enum(['true', 'false'], 'must be true or false'), 'false'),
  z.transform((text) => text === 'true'),
);

/** How a password is written in an address. */
export const ESCAPES_HINT = 'in a password, / # ? @ are written %2F %23 %3F %40';

/** The address of a PostgreSQL with its login. */
export const databaseAddress = z
  .string('is missing: give the address of PostgreSQL, or run "npm start", which brings one')
  .check(
    z.refine((address) => addressFault(address) === null, {
      error: ({ input }) => addressFault(String(input)) ?? '',
    }),
    // Settings belong to the role: a pooler drops those of a connection.
    z.refine((address) => !/[?&]options=/.test(address), 'must not contain "options"'),
  );

/** A key that signs tokens. */
export const jwtSecret = z.string().check(z.minLength(32, 'must have at least 32 characters'));

/** A key that encrypts the secrets of second factors. */
export const factorKey = z.string().check(z.minLength(32, 'must have at least 32 characters'));
