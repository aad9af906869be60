import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { isUnencrypted, notEncrypted } from '../database/database-address';
import { isAddressRange } from './address-range';
import { isHttpAddress, isOrigin } from './allowed-origin';
import { withSecretFiles } from './secret-files';
import {
  areNatsServers,
  canBeTrusted,
  databaseAddress,
  ESCAPES_HINT,
  factorKey,
  flag,
  HEADER_LIST,
  isContact,
  isMomentInUtc,
  isTimeZone,
  jwtSecret,
  list,
  optionalText,
  originList,
  originPatternList,
  secret,
  text,
  trustedProxies,
  wholeNumberSetting,
} from './setting-values';

/** How a games vendor writes money: decimals of a dinar, at most 3, or whole hundredths of a dinar. */
const MONEY_UNITS = ['decimal', 'cents'] as const;
export type MoneyUnit = (typeof MONEY_UNITS)[number];

/**
 * The ids by which two messages of a games vendor are one movement (decision 0068). `txn_id_v2`: that id
 * where it is sent, otherwise `txn_id`, with the type of the movement; `txn_id+txn_type`: `txn_id` with the
 * type; `txn_id`: that id alone.
 */
const MOVEMENT_IDS = ['txn_id_v2', 'txn_id+txn_type', 'txn_id'] as const;
export type MovementIdRule = (typeof MOVEMENT_IDS)[number];

const REPOSITORY_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const LIMIT_REFUSALS = ['INSUFFICIENT_USER_FUNDS', 'INVALID_USER'] as const;

const environmentSchema = z.object({
  NODE_ENV: z.optional(z.string()),
  HOST: text('127.0.0.1'),
  PORT: wholeNumberSetting(3000, 0, 65535),
  DATABASE_URL: databaseAddress,
  // The login of the schema's owner. A serving process has it in development only, where it migrates by
  // itself.
  OWNER_DATABASE_URL: z.optional(databaseAddress),
  // For release commands; a migration makes this login.
  RELEASES_DATABASE_URL: z.optional(databaseAddress),
  // Histories and reports are read there while it is not late.
  STANDBY_DATABASE_URL: z.optional(databaseAddress),
  DATA_DIR: text(path.join(REPOSITORY_ROOT, '.data')),
  JWT_SECRET: z.optional(jwtSecret),
  // Accepted beside JWT_SECRET, and never signs: all processes change one after another without a refused
  // call.
  JWT_SECRET_PREVIOUS: z.optional(jwtSecret),
  // Encrypts the secrets of authenticator apps. Without it no app is added, and only recovery codes work.
  FACTOR_KEY: z.optional(factorKey),
  // Only decrypts.
  FACTOR_KEY_PREVIOUS: z.optional(factorKey),
  // How long the reset of a lost second factor waits after a parent has asked for it (decision 0090).
  FACTOR_RESET_WAIT_S: wholeNumberSetting(86_400, 0, 2_592_000),
  // The address that users open. Passkeys are bound to its name; without it none is offered.
  PUBLIC_ORIGIN: optionalText(
    isOrigin,
    'must be the origin that users open, in lower case and without a path (https://palier.example)',
  ),
  TIME_ZONE: text('Africa/Tunis').check(z.refine(isTimeZone, 'is not a known time zone')),
  DEMO: flag,
  PROVIDER_URL: text('http://127.0.0.1:3001/gold_api').check(
    z.refine(isHttpAddress, 'must be an address without a login (https://games.example/gold_api)'),
  ),
  PROVIDER_AGENT_CODE: text('palier'),
  PROVIDER_AGENT_TOKEN: secret,
  // Has no default: a caller with this secret can credit wins.
  PROVIDER_SECRET: secret,
  PROVIDER_SECRET_PREVIOUS: z.optional(secret),
  PROVIDER_MONEY_UNIT: z._default(z.enum(MONEY_UNITS, 'must be decimal or cents'), 'decimal'),
  PROVIDER_MOVEMENT_ID: z._default(
    z.enum(MOVEMENT_IDS, 'must be txn_id_v2, txn_id+txn_type or txn_id'),
    'txn_id_v2',
  ),
  // The answer to a stake that the player's own limit, pause or exclusion refuses: one that the vendor's
  // documents call final.
  PROVIDER_LIMIT_REFUSAL: z._default(
    z.enum(LIMIT_REFUSALS, 'must be INSUFFICIENT_USER_FUNDS or INVALID_USER'),
    'INSUFFICIENT_USER_FUNDS',
  ),
  PROVIDER_ALLOWED_IPS: list(
    '',
    isAddressRange,
    'must be a list of IP addresses (203.0.113.7, 203.0.113.0/24), separated by commas',
  ),
  PROVIDER_RECONCILE_AFTER_S: wholeNumberSetting(120, 1, 86_400),
  // The vendors' limit is one list a second and agent; the rest is for the jitter of the network. All
  // processes share it.
  PROVIDER_LIST_PAUSE_MS: wholeNumberSetting(1_100, 0, 600_000),
  PROVIDER_LIST_AGE_S: wholeNumberSetting(300, 5, 86_400),
  // Where a game's own button leads; sent with launches only if it is set.
  PROVIDER_LOBBY_URL: optionalText(
    (value) => value.startsWith('https:') && isHttpAddress(value),
    'must be an https address (https://palier.example/home)',
  ),
  // In dinars; 0: a win that has no stake in its round is refused. Each such win is a finding for people.
  PROVIDER_FREE_WIN_LIMIT_TND: wholeNumberSetting(0, 0, 1_000_000),
  // In dinars; 0 for no alert. A larger win is paid, and is a finding for people.
  WIN_ALERT_TND: wholeNumberSetting(10_000, 0, 1_000_000_000),
  PLAYER_DAY_ALERT_TND: wholeNumberSetting(20_000, 0, 1_000_000_000),
  ALLOWED_FRAME_ORIGINS: originPatternList('http://localhost:3001'),
  // Games may open windows of their own: rules, history, a round's page.
  PROVIDER_GAME_WINDOWS: flag,
  // Further origins of banners, for aggregators that do not serve them from the origin of their games.
  ALLOWED_IMAGE_ORIGINS: originPatternList(''),
  // Other origins that may serve remotes: a team's host, a developer's server.
  REMOTE_ORIGINS: originList(''),
  // Other origins whose pages may call the API.
  CORS_ORIGINS: originList(''),
  STATIC_ROOT: text(path.join(REPOSITORY_ROOT, 'shell/dist')),
  REMOTES_ROOT: text(path.join(REPOSITORY_ROOT, 'dist/releases')),
  // `database`: REMOTES_ROOT is this process's copy of the release store. `folder`: an export of the store,
  // which something else writes.
  REMOTES_FROM: z._default(z.enum(['folder', 'database'], 'must be folder or database'), 'database'),
  // The operator's public keys. Only a registry that one of them signed is used.
  RELEASE_KEYS: list(
    '',
    (key) => /^[\w-]{43}$/.test(key),
    'must be a list of public keys as npm run release -- keys new prints them, separated by commas',
  ),
  ACCESS_TOKEN_TTL_S: wholeNumberSetting(900, 1, 86_400),
  REFRESH_TOKEN_TTL_S: wholeNumberSetting(604_800, 1, 31_536_000),
  REFRESH_GRACE_S: wholeNumberSetting(20, 0, 300),
  // A session whose pages asked for no new token for this long ends; 0: no limit besides REFRESH_TOKEN_TTL_S.
  SESSION_IDLE_S: wholeNumberSetting(0, 0, 31_536_000),
  // A password that the parent or an operator set must be changed before anything else (decision 0102).
  OWN_PASSWORD_REQUIRED: flag,
  // The sum of a player's payout request leaves the balance at once (decision 0113).
  PAYOUT_REQUESTS_RESERVE: flag,
  // An open request for balance or a payout expires after this time.
  REQUEST_LIFETIME_S: wholeNumberSetting(86_400, 60, 2_592_000),
  TRUST_PROXY: trustedProxies.check(
    z.refine(canBeTrusted, 'must be false, a number of proxies, or a list of addresses'),
  ),
  RATE_LIMIT: wholeNumberSetting(300, 0, 1_000_000),
  // Opens /api/docs in production. Elsewhere it is open.
  API_DOCS: flag,
  // How long calls are still served after SIGTERM, until the balancer has read /readyz.
  STOP_DELAY_S: wholeNumberSetting(0, 0, 60),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  // Further certificates whose expiry is measured, such as that of the public address.
  CERTIFICATES: list(
    '',
    (place) => /^(https:\/\/[^\s@]+$|\/)/.test(place),
    'must be a list of addresses without a login (https://palier.example) or files (/etc/ssl/palier.pem), separated by commas',
  ),
  // Both together make /.well-known/security.txt (RFC 9116).
  SECURITY_CONTACTS: list(
    '',
    isContact,
    'must be a list of mailto: or https: addresses (mailto:security@palier.example), separated by commas',
  ),
  SECURITY_EXPIRES: optionalText(isMomentInUtc, 'must be a date and time in UTC (2027-06-30T00:00:00Z)'),
  // OpenTelemetry's own variables: traces are sent when the address is set.
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText(
    isHttpAddress,
    'must be an address without a login (http://127.0.0.1:4318)',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: z._default(
    z.string().check(z.regex(HEADER_LIST, 'must be name=value, … with values as in URLs (%20)')),
    '',
  ),
  OTEL_SERVICE_NAME: text('palier'),
  OTEL_TRACES_SAMPLER_ARG: z.pipe(
    z._default(z.string().check(z.regex(/^(0?\.\d+|0|1(\.0+)?)$/, 'must be a share from 0 to 1')), '1'),
    z.transform(Number),
  ),
  NATS_URL: optionalText(
    areNatsServers,
    `must start with nats:// or tls:// (several addresses: separated by commas; ${ESCAPES_HINT})`,
  ),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is not a known level'),
    'info',
  ),
});

/**
 * Each setting of the server with its default as one writes it in the environment; null where it has none.
 */
export const SETTINGS: ReadonlyMap<string, string | null> = new Map(
  Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const { data } = z.safeParse(schema, undefined);
    return [name, data === undefined ? null : String(data)];
  }),
);

export type Config = z.infer<typeof environmentSchema> & { readonly JWT_SECRET: string };

/**
 * The rule alone, for commands that need no other setting of the games provider. Throws ConfigurationError.
 */
export const readMovementIdRule = ({ PROVIDER_MOVEMENT_ID }: NodeJS.ProcessEnv): MovementIdRule =>
  readAlone('PROVIDER_MOVEMENT_ID', environmentSchema.shape.PROVIDER_MOVEMENT_ID, PROVIDER_MOVEMENT_ID);

/** The time zone alone, for the same commands. Throws ConfigurationError. */
export const readTimeZone = ({ TIME_ZONE }: NodeJS.ProcessEnv): string =>
  readAlone('TIME_ZONE', environmentSchema.shape.TIME_ZONE, TIME_ZONE);

function readAlone<Value>(name: string, schema: z.ZodMiniType<Value>, text: string | undefined): Value {
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(parsed.error.issues.map(({ message }) => `${name} ${message}.`));
}

/** Carries all faults of the environment, one sentence each. */
export class ConfigurationError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

const isIdleTooShort = ({
  SESSION_IDLE_S,
  ACCESS_TOKEN_TTL_S,
}: Pick<Config, 'SESSION_IDLE_S' | 'ACCESS_TOKEN_TTL_S'>): boolean =>
  SESSION_IDLE_S > 0 && SESSION_IDLE_S <= ACCESS_TOKEN_TTL_S;

/** What is wrong with the settings of security.txt as a whole, as a sentence; null when nothing is. */
function securityTextFault({
  SECURITY_CONTACTS,
  SECURITY_EXPIRES,
}: Pick<Config, 'SECURITY_CONTACTS' | 'SECURITY_EXPIRES'>): string | null {
  if (SECURITY_EXPIRES === undefined)
    return SECURITY_CONTACTS.length === 0
      ? null
      : 'SECURITY_EXPIRES is missing: SECURITY_CONTACTS needs the date until which they are valid.';
  if (SECURITY_CONTACTS.length === 0)
    return 'SECURITY_CONTACTS is missing: SECURITY_EXPIRES is the date until which they are valid.';
  return Date.parse(SECURITY_EXPIRES) <= Date.now()
    ? `SECURITY_EXPIRES is in the past (${SECURITY_EXPIRES}): check the contacts and set a later date.`
    : null;
}

function faultsOfCombinations(settings: z.infer<typeof environmentSchema>): string[] {
  const idleFault = isIdleTooShort(settings)
    ? 'SESSION_IDLE_S must be longer than ACCESS_TOKEN_TTL_S, after which pages renew a session.'
    : null;
  return [idleFault, securityTextFault(settings)].filter((fault) => fault !== null);
}

/** Reads and checks the environment. Throws ConfigurationError. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const faults: string[] = [];
  const complete = withSecretFiles(environment, faults);
  const parsed = environmentSchema.safeParse(complete);
  if (!parsed.success)
    faults.push(...parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`));
  if (complete.NODE_ENV === 'production') {
    if (complete.JWT_SECRET === undefined)
      faults.push('JWT_SECRET is missing: it is required in production.');
    if (complete.DEMO === 'true')
      faults.push('DEMO is true, which would create accounts with known passwords: unset it in production.');
    for (const name of [
      'DATABASE_URL',
      'OWNER_DATABASE_URL',
      'RELEASES_DATABASE_URL',
      'STANDBY_DATABASE_URL',
    ]) {
      const address = databaseAddress.safeParse(complete[name]);
      if (address.success && isUnencrypted(address.data)) faults.push(notEncrypted(name));
    }
  }
  if (parsed.success) faults.push(...faultsOfCombinations(parsed.data));
  if (!parsed.success || faults.length > 0) throw new ConfigurationError(faults);
  return withGeneratedSettings(parsed.data, complete.NODE_ENV === 'production');
}

/** Production has no generated key of factors, and no address by default. */
function withGeneratedSettings(settings: z.infer<typeof environmentSchema>, isProduction: boolean): Config {
  const { DATA_DIR, JWT_SECRET, FACTOR_KEY, PUBLIC_ORIGIN, PORT } = settings;
  const secret = JWT_SECRET ?? readOrCreateSecret(DATA_DIR, 'jwt.secret');
  if (isProduction) return { ...settings, JWT_SECRET: secret };
  return {
    ...settings,
    JWT_SECRET: secret,
    FACTOR_KEY: FACTOR_KEY ?? readOrCreateSecret(DATA_DIR, 'factor.key'),
    // Browsers take this name of the own machine for secure.
    PUBLIC_ORIGIN: PUBLIC_ORIGIN ?? `http://localhost:${PORT}`,
  };
}

/** A generated secret is stored, so that a restart ends no session and loses no factor. */
function readOrCreateSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
    try {
      // `link` fails when the file exists: of several processes that start at once, one stores its draft and
      // all read it.
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  // After a crash of the machine a new file may consist of zero bytes.
  if (!/^[\x21-\x7e]{32,}$/.test(secret)) throw new ConfigurationError([`${file} is incomplete: delete it.`]);
  return secret;
}
