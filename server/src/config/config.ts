import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import * as z from 'zod/mini';
import { isAddressRange } from '../games/gold-api/caller';
import { MONEY_UNITS } from '../games/gold-api/money-unit';
import { trustedProxiesOf } from './caller-address';
import { withSecretFiles } from './secret-files';

const REPOSITORY_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const whole = (fallback: number, least: number, most: number) =>
  z.pipe(
    z._default(z.string().check(z.regex(/^\d+$/, 'doit être un nombre entier')), String(fallback)),
    z.pipe(
      z.transform(Number),
      z
        .number()
        .check(z.gte(least, `doit valoir au moins ${least}`), z.lte(most, `doit valoir au plus ${most}`)),
    ),
  );
const text = (fallback: string) =>
  z._default(z.string().check(z.minLength(1, 'ne doit pas être vide')), fallback);
const secret = z
  .string('est absente : « npm start » en donne une, sinon demandez-la au fournisseur de jeux')
  .check(z.minLength(8, 'doit compter au moins 8 caractères'));
/** Whose X-Forwarded-For is believed: `false`, a number of hops, or the proxies' addresses. */
const trustedProxies = z.pipe(
  text('false'),
  z.transform((value: string): false | number | string =>
    value === 'false' ? false : /^\d{1,2}$/.test(value) ? Number(value) : value,
  ),
);
const canBeTrusted = (TRUST_PROXY: false | number | string): boolean =>
  doesNotThrow(() => trustedProxiesOf({ TRUST_PROXY }));
/** Why an address cannot be used: a password with `/`, `#` or `?` breaks it, or a certificate that it names is missing. */
function connectionFault(connectionString: unknown): string | null {
  try {
    new pg.Client(String(connectionString));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
const areNatsServers = (addresses: string): boolean =>
  addresses.split(',').every((one) => /^(nats|tls):\/\/\S/.test(one) && URL.canParse(one));
const isHttp = (value: string): boolean => URL.canParse(value) && /^https?:\/\//.test(value);
const isOrigin = (value: string): boolean => isHttp(value) && new URL(value).origin === value;
/** A name, never an offset: newer Nodes take +01:00, which PostgreSQL counts the other way round. */
const isTimeZone = (timeZone: string): boolean =>
  /^[a-z]/i.test(timeZone) && doesNotThrow(() => new Intl.DateTimeFormat('fr', { timeZone }));

function doesNotThrow(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

const list = (fallback: string, isEntry: (entry: string) => boolean, fault: string) =>
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
const originList = (fallback: string) =>
  list(
    fallback,
    isOrigin,
    'doit être une liste d’origines (https://jeux.example), séparées par des virgules',
  );

const ESCAPES = 'dans un mot de passe, / # ? @ s’écrivent %2F %23 %3F %40';

const environmentSchema = z.object({
  NODE_ENV: z.optional(z.string()),
  HOST: text('127.0.0.1'),
  PORT: whole(3000, 0, 65535),
  DATABASE_URL: z
    .string('est absente : donnez l’adresse de PostgreSQL, ou lancez « npm start », qui en apporte un')
    .check(
      z.regex(/^postgres(ql)?:\/\//, 'doit commencer par postgresql://'),
      z.refine((address) => connectionFault(address) === null, {
        error: ({ input }) => `se lit mal (${connectionFault(input) ?? ''}) : ${ESCAPES}`,
      }),
      // It would replace our own setting, and with it the role that may not write the ledger directly.
      z.refine((address) => !/[?&]options=/.test(address), 'ne peut pas porter « options »'),
    ),
  DATA_DIR: text(path.join(REPOSITORY_ROOT, '.data')),
  JWT_SECRET: z.optional(z.string().check(z.minLength(32, 'doit compter au moins 32 caractères'))),
  TIME_ZONE: text('Africa/Tunis').check(z.refine(isTimeZone, 'n’est pas un fuseau horaire connu')),
  DEMO: z._default(z.enum(['true', 'false'], 'doit valoir true ou false'), 'false'),
  PROVIDER_URL: text('http://127.0.0.1:3001/gold_api').check(
    z.refine(isHttp, 'doit être une adresse (https://jeux.example/gold_api)'),
  ),
  PROVIDER_AGENT_CODE: text('palier'),
  PROVIDER_AGENT_TOKEN: secret,
  // Whoever knows it can credit wins, so it has no default.
  PROVIDER_SECRET: secret,
  PROVIDER_MONEY_UNIT: z._default(z.enum(MONEY_UNITS, 'doit valoir decimal ou cents'), 'decimal'),
  PROVIDER_ALLOWED_IPS: list(
    '',
    isAddressRange,
    'doit être une liste d’adresses IP (203.0.113.7, 203.0.113.0/24), séparées par des virgules',
  ),
  PROVIDER_RECONCILE_AFTER_S: whole(120, 1, 86_400),
  ALLOWED_FRAME_ORIGINS: originList('http://localhost:3001'),
  // Aggregators keep their banners on a host of their own.
  ALLOWED_IMAGE_ORIGINS: originList(''),
  // Origins other than ours that may serve remotes: a team's own host, a developer's server.
  REMOTE_ORIGINS: originList(''),
  // Origins other than ours whose pages may call the API.
  CORS_ORIGINS: originList(''),
  STATIC_ROOT: text(path.join(REPOSITORY_ROOT, 'shell/dist')),
  REMOTES_ROOT: text(path.join(REPOSITORY_ROOT, 'dist/releases')),
  ACCESS_TOKEN_TTL_S: whole(900, 1, 86_400),
  REFRESH_TOKEN_TTL_S: whole(604_800, 1, 31_536_000),
  REFRESH_GRACE_S: whole(20, 0, 300),
  TRUST_PROXY: trustedProxies.check(
    z.refine(canBeTrusted, 'doit valoir false, un nombre de relais, ou une liste d’adresses'),
  ),
  RATE_LIMIT: whole(300, 0, 1_000_000),
  // How long calls are still served after SIGTERM, so that a balancer notices /readyz.
  STOP_DELAY_S: whole(0, 0, 60),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'doit compter au moins 16 caractères'))),
  NATS_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          areNatsServers,
          `doit commencer par nats:// ou tls:// (plusieurs adresses : séparées par des virgules ; ${ESCAPES})`,
        ),
      ),
  ),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'n’est pas un niveau connu'),
    'info',
  ),
});

export type Config = Omit<z.infer<typeof environmentSchema>, 'JWT_SECRET' | 'DEMO'> & {
  readonly JWT_SECRET: string;
  readonly DEMO: boolean;
};

/** Thrown with everything that is wrong with the environment, one sentence each. */
export class ConfigurationError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

/** Reads and checks the environment, once. Throws ConfigurationError. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const faults: string[] = [];
  const complete = withSecretFiles(environment, faults);
  const parsed = environmentSchema.safeParse(complete);
  if (!parsed.success)
    faults.push(...parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`));
  if (complete.NODE_ENV === 'production' && complete.JWT_SECRET === undefined) {
    faults.push('JWT_SECRET est absente : elle est obligatoire en production.');
  }
  if (!parsed.success || faults.length > 0) throw new ConfigurationError(faults);
  return {
    ...parsed.data,
    DEMO: parsed.data.DEMO === 'true',
    JWT_SECRET: parsed.data.JWT_SECRET ?? keptSecret(parsed.data.DATA_DIR),
  };
}

/** The generated secret is kept, so that a restart does not end every session. */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'jwt.secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
    try {
      // When several processes start at once, one of them renames its draft into place and all read that one.
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new ConfigurationError([`${file} est incomplet : supprimez ce fichier.`]);
  return secret;
}
