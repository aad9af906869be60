import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import type pg from 'pg';
import * as z from 'zod/mini';
import { ConfigurationError, readConfig, type Config } from '../config/config';
import { misspelledSettings } from '../config/misspelled-settings';
import { VERSION } from '../config/version';
import { describeChangedCollations, hasSystemCollation } from '../database/collations';
import { databaseSentence, isDatabaseUnreachable } from '../database/database-errors';
import { checkSchema } from '../database/migrate';
import { createPool, POOL_SIZE } from '../database/pool';
import { MIN_VERSION, refuseOldServer } from '../database/server-version';
import { readOnStandby } from '../database/standby-reads';
import { ProviderRefusal } from '../games/errors';
import { createOperatorCall } from '../games/gold-api/operator-call';
import { natsServers } from '../realtime/fan-out';
import { EXIT, type ExitCode, type OperatorCommand } from './operator-command';
import { reasonOf } from './printed-text';

const CONNECT_LIMIT_MS = 5_000;
const MAX_CLOCK_SKEW_MS = 2_000;
const MIN_FREE_BYTES = 1e9;
const LOOPBACK = /^(localhost|127\.|::1|\[::1\])/;

/** `silent` is a part that did not answer, so that it could not be checked. */
const LEVELS = ['ok', 'hint', 'wrong', 'silent'] as const;
type Level = (typeof LEVELS)[number];
type Report = Readonly<Record<Level, (sentence: string) => void>>;

/**
 * `doctor` checks the settings of a serving process and what they name. It changes nothing and prints no
 * secret.
 */
export const doctor: OperatorCommand = {
  summary: 'checks the settings and what they name before a start',
  help:
    'Run it with the account and the settings of palier serve. ' +
    'Exits 1 when something must be corrected, 3 when a part does not answer.',
  isTopLevel: true,
  database: 'none',
  async run({ environment }) {
    const levels = new Set<Level>();
    const print = (level: Level, sentence: string): void => {
      levels.add(level);
      process.stdout.write(`${level.padEnd(6)}  ${sentence}\n`);
    };
    const report = Object.fromEntries(LEVELS.map((level) => [level, print.bind(null, level)])) as Report;
    report.ok(`Palier ${VERSION} runs on Node ${process.versions.node}.`);
    for (const sentence of misspelledSettings(environment)) report.hint(sentence);
    const config = readSettings(environment, report);
    if (config !== null) {
      await checkOtherLogins(config, report);
      await checkDatabase(config, report);
      await checkStandby(config, report);
      await checkFiles(config, report);
      await checkGamesProvider(config, report);
      await checkNats(config, report);
      checkProxy(config, report);
    }
    return exitCodeOf(levels);
  },
};

function exitCodeOf(levels: ReadonlySet<Level>): ExitCode {
  if (levels.has('silent')) return EXIT.failed;
  return levels.has('wrong') ? EXIT.finding : EXIT.ok;
}

/** Null when a setting is wrong: nothing else can be checked then. */
function readSettings(environment: NodeJS.ProcessEnv, report: Report): Config | null {
  try {
    const config = readConfig(environment);
    report.ok('All settings can be read.');
    if (config.NODE_ENV !== 'production')
      report.hint('NODE_ENV is not production: secrets are generated and demo accounts are allowed.');
    return config;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    for (const fault of error.faults) report.wrong(fault);
    return null;
  }
}

/**
 * Tries the owner's login and that of releases, where this process has them. Asked before the server's login,
 * which a database has only after migrate.
 */
async function checkOtherLogins(config: Config, report: Report): Promise<void> {
  for (const setting of ['OWNER_DATABASE_URL', 'RELEASES_DATABASE_URL'] as const) {
    const url = config[setting];
    if (url === undefined) continue;
    const pool = createPool(url, { asOwner: true });
    try {
      await refuseOldServer(pool);
      report.ok(`${setting}: the login works.`);
      if (config.NODE_ENV === 'production' && (await isSuperuser(pool)))
        report.hint(`${setting} is a superuser: palier migrate needs only the owner of the database.`);
    } catch (error) {
      const level = isDatabaseUnreachable(error) ? 'silent' : 'wrong';
      report[level](`${setting}: ${databaseSentence(error)}`);
    } finally {
      await pool.end();
    }
  }
}

async function isSuperuser(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = session_user',
  );
  return rows[0]?.rolsuper === true;
}

async function checkDatabase({ DATABASE_URL: url }: Config, report: Report): Promise<void> {
  const pool = createPool(url);
  try {
    await checkSchema(pool);
    report.ok('The database has the schema of this version.');
    await checkConnection(pool, report);
    await checkCollations(pool, report);
    await checkOtherDatabases(pool, report);
  } catch (error) {
    report[isDatabaseUnreachable(error) ? 'silent' : 'wrong'](databaseSentence(error));
  } finally {
    await pool.end();
  }
}

async function checkConnection(pool: pg.Pool, report: Report): Promise<void> {
  const sentAt = Date.now();
  const { rows } = await pool.query<{
    version: string;
    is_local: boolean;
    is_encrypted: boolean;
    now_ms: number;
    free: number;
  }>(
    `select current_setting('server_version') as version,
            coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true) as is_local,
            (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as is_encrypted,
            (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms,
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
              - (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as free`,
  );
  const { version, is_local, is_encrypted, now_ms, free } = rows[0]!;
  const skewMs = Math.round(Math.max(sentAt - now_ms, now_ms - Date.now(), 0));
  report.ok(`PostgreSQL ${version} answers; Palier needs ${MIN_VERSION} or later.`);
  if (!is_local && !is_encrypted)
    report.wrong('The connection to the database is not encrypted: add sslmode=verify-full to DATABASE_URL.');
  if (skewMs > MAX_CLOCK_SKEW_MS)
    report.wrong(
      `The clocks of this machine and of the database differ by ${(skewMs / 1000).toFixed(1)} s: ` +
        'synchronize both (NTP).',
    );
  if (free < POOL_SIZE)
    report.wrong(
      `The database has ${free} free connections and a process uses ${POOL_SIZE}: raise max_connections.`,
    );
}

/** The server's login should reach no other database of the cluster (decision 0043). */
async function checkOtherDatabases(pool: pg.Pool, report: Report): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(datname) as name from pg_database
      where datallowconn and datname <> current_database() and has_database_privilege(datname, 'connect')
      order by datname`,
  );
  if (rows.length === 0) return report.ok('The login of DATABASE_URL reaches no other database.');
  const names = rows.map(({ name }) => name).join(', ');
  report.hint(
    `The login of DATABASE_URL may also connect to ${names}: as a superuser, ` +
      `revoke connect on database ${names} from public.`,
  );
}

async function checkCollations(pool: pg.Pool, report: Report): Promise<void> {
  const changed = await describeChangedCollations(pool);
  for (const sentence of changed) report.wrong(sentence);
  if (changed.length === 0) report.ok('The collations are those with which the indexes were built.');
  if (await hasSystemCollation(pool))
    report.hint(
      'The database has a locale of the operating system or of ICU, which can change with an upgrade: ' +
        'make the next one with C.UTF-8.',
    );
}

async function checkStandby({ DATABASE_URL, STANDBY_DATABASE_URL }: Config, report: Report): Promise<void> {
  if (STANDBY_DATABASE_URL === undefined) return;
  const [primary, standby] = [
    createPool(DATABASE_URL),
    createPool(STANDBY_DATABASE_URL, { toStandby: true }),
  ];
  try {
    const reads = readOnStandby(primary, standby, {
      observe(outcome) {
        if (outcome === 'used') report.ok('The standby has what the primary has.');
        if (outcome === 'late') report.silent('The standby is late, so histories are read on the primary.');
      },
      onFailure: (error) => report.silent(`STANDBY_DATABASE_URL: ${databaseSentence(error)}`),
    });
    await reads.query('select').catch(() => undefined);
  } finally {
    await Promise.all([primary.end(), standby.end()]);
  }
}

async function checkFiles(config: Config, report: Report): Promise<void> {
  const { DATA_DIR, REMOTES_ROOT, STATIC_ROOT } = config;
  if (!(await canAccess(join(STATIC_ROOT, 'index.html'), constants.R_OK)))
    report.wrong(
      `STATIC_ROOT ${STATIC_ROOT} has no index.html that this account may read: ` +
        'name the folder of the shell.',
    );
  if (await canAccess(join(REMOTES_ROOT, 'remotes.json'), constants.R_OK))
    report.ok(`The release store ${REMOTES_ROOT} can be read.`);
  else report.hint(`The release store ${REMOTES_ROOT} is empty: the first start fills it.`);
  const writable = new Map([
    ['REMOTES_ROOT', REMOTES_ROOT],
    ['DATA_DIR', DATA_DIR],
  ]);
  for (const [name, folder] of writable)
    if (!(await canAccess(await existingPart(folder), constants.W_OK)))
      report.hint(
        `${name} ${folder} cannot be written by this account: ` +
          'grant it, unless another process fills the folder.',
      );
  for (const folder of new Set([await existingPart(DATA_DIR), await existingPart('/var/log')])) {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < MIN_FREE_BYTES)
      report.wrong(`The disk of ${folder} has less than 1 GB free, and logs need space: free some.`);
  }
}

const canAccess = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/** The folder, or its closest parent that exists. */
async function existingPart(folder: string): Promise<string> {
  return (await canAccess(folder, constants.F_OK)) ? folder : existingPart(dirname(folder));
}

/** fetch and the driver hide the reason, such as ECONNREFUSED, in the cause of a cause. */
const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error);

async function checkGamesProvider(config: Config, report: Report): Promise<void> {
  try {
    await createOperatorCall(config)('provider_list', {}, z.unknown());
    report.ok('The games provider answers.');
  } catch (error) {
    if (error instanceof ProviderRefusal && error.meaning === 'later')
      report.ok('The games provider answers.');
    else if (error instanceof ProviderRefusal)
      report.wrong(
        `The games provider refuses us (${reasonOf(error)}): ` +
          'check PROVIDER_AGENT_CODE and PROVIDER_AGENT_TOKEN.',
      );
    else
      report.silent(
        `The games provider does not answer (${reasonOf(rootOf(error as Error))}): check PROVIDER_URL.`,
      );
  }
}

async function checkNats({ NATS_URL }: Config, report: Report): Promise<void> {
  if (NATS_URL === undefined)
    return report.hint('NATS_URL is unset: with several processes, sockets of the others get changes late.');
  try {
    const connection = await connect({
      ...natsServers(NATS_URL),
      timeout: CONNECT_LIMIT_MS,
      reconnect: false,
    });
    await connection.close();
    report.ok('NATS answers.');
  } catch (error) {
    report.silent(`NATS does not answer (${reasonOf(error as Error)}): check NATS_URL.`);
  }
}

function checkProxy(config: Config, report: Report): void {
  const { HOST, TRUST_PROXY, ALLOWED_FRAME_ORIGINS, PROVIDER_URL } = config;
  if (TRUST_PROXY === false)
    report.hint(
      'TRUST_PROXY is false: behind a reverse proxy, name its address, or all callers share one rate limit.',
    );
  if (!LOOPBACK.test(HOST))
    report.hint(`HOST is ${HOST}: this port speaks plain HTTP, so let only the reverse proxy reach it.`);
  if (
    ALLOWED_FRAME_ORIGINS.some((origin) => origin.startsWith('http:') && !LOOPBACK.test(new URL(origin).host))
  )
    report.hint('ALLOWED_FRAME_ORIGINS has an http: origin: pages over HTTPS do not open games over HTTP.');
  if (PROVIDER_URL.startsWith('http:') && !LOOPBACK.test(new URL(PROVIDER_URL).host))
    report.hint('PROVIDER_URL is not encrypted: our token is readable on the way.');
}
