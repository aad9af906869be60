import type pg from 'pg';
import type { Config } from '../config/config';
import { describeChangedCollations, hasSystemCollation } from '../database/collations';
import { databaseSentence, isDatabaseUnreachable } from '../database/database-errors';
import { checkSchema } from '../database/migrate';
import { createPool, POOL_SIZE } from '../database/pool';
import { MIN_VERSION, refuseOldServer } from '../database/server-version';
import { createStandbyReader } from '../database/standby-reads';
import { createLocalTime } from '../web/platform-day';
import { firstDifferentTime } from './compare-zone-rules';
import type { Report } from './doctor-report';

const MAX_CLOCK_SKEW_MS = 2_000;

/**
 * Tries the owner's login and that of releases, where this process has them. Asked before the server's login,
 * which a database has only after migrate.
 */
export async function checkOtherLogins(config: Config, report: Report): Promise<void> {
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

/** Tries the server's login, and checks the schema and the server behind it. */
export async function checkDatabase(config: Config, report: Report): Promise<void> {
  const pool = createPool(config.DATABASE_URL);
  try {
    // First: an older one has no schema of this version either.
    await refuseOldServer(pool);
    await checkSchema(pool);
    report.ok('The database has the schema of this version.');
    await checkConnection(pool, report);
    await checkCollations(pool, report);
    await checkZoneRules(pool, config.TIME_ZONE, report);
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

/** Pages take their day from Node, the ledger and its reports from PostgreSQL (decision 0073). */
async function checkZoneRules(pool: pg.Pool, timeZone: string, report: Report): Promise<void> {
  const from = await firstDifferentTime(pool, timeZone, createLocalTime(timeZone));
  if (from === null) return report.ok(`Node and PostgreSQL have the same rules of ${timeZone} for a year.`);
  report.wrong(
    `From ${from.toISOString()} Node (rules ${process.versions.tz}) and PostgreSQL have different times in ` +
      `${timeZone}: update the older one, else a page and a report do not begin a day at the same moment.`,
  );
}

/** Checks that the standby answers and is not late. */
export async function checkStandby(
  { DATABASE_URL, STANDBY_DATABASE_URL }: Config,
  report: Report,
): Promise<void> {
  if (STANDBY_DATABASE_URL === undefined) return;
  const [primary, standby] = [
    createPool(DATABASE_URL),
    createPool(STANDBY_DATABASE_URL, { toStandby: true }),
  ];
  try {
    const reads = createStandbyReader(primary, standby, {
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
