import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { PROVIDER } from '@palier/test-support/actors/players';
import { createPopulation } from '@palier/test-support/actors/population';
import { applicationUrlOf } from '@palier/test-support/test-database';
import { startWriters } from '@palier/test-support/actors/writers';
import { untilTrue } from '@palier/test-support/wait-until';
import { createPool, type Pool } from '@palier/server/database';
import { seedDemo } from '@palier/server/demo/seed';
import { untilServing, type Installation } from '../installation';
import type { DrillContext, DrillRow, TrialResult } from '../row';
import { readRecipe } from '../site/database-cluster';
import { mountDisk } from '../site/machine';
import { execute, inRoot, startService, type Service } from '../site/programs';

const DATA = '/var/lib/postgresql/18/main';
const SOCKET = '/run/postgresql';
const URL_OF = 'postgresql://postgres@127.0.0.1:5432';
const OWNER_DATABASE_URL = `${URL_OF}/palier`;
const SERVER_PORT = '3000';
const PROVIDER_PORT = 3900;
const SERVER_URL = `http://127.0.0.1:${SERVER_PORT}`;
const AROUND_MOMENT_MS = 3_000;
const START_LIMIT_MS = 120_000;
const SETTINGS = {
  OWNER_DATABASE_URL,
  DATABASE_URL: applicationUrlOf(OWNER_DATABASE_URL),
  NODE_ENV: 'development',
  HOST: '127.0.0.1',
  PORT: SERVER_PORT,
  PROVIDER_URL: `http://127.0.0.1:${PROVIDER_PORT}/gold_api`,
};

/** A stake of the log that a provider answers with. */
interface Played {
  readonly user: string;
  readonly id: string;
  readonly bet: number;
  readonly win: number;
}

/** A provider that knows the rounds in `log`. */
function startProvider(log: () => readonly Played[]): Promise<() => void> {
  const answer = ({ method, user_code: user, game_type: type = '', page }: Record<string, unknown>) => {
    if (method !== 'get_game_log') return { status: 1 };
    const played = type === 'slot' && page === 0 ? log().filter((one) => one.user === user) : [];
    const lines = played.map(({ id, bet, win }) => ({
      provider_code: PROVIDER,
      txn_id: id,
      txn_type: 'debit_credit',
      bet_money: bet,
      win_money: win,
    }));
    return { status: 1, [String(type)]: lines };
  };
  const server = createServer((request, reply) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => reply.end(JSON.stringify(answer(JSON.parse(text) as Record<string, unknown>))));
  });
  return new Promise((resolve) =>
    server.listen(PROVIDER_PORT, '127.0.0.1', () => resolve(() => void server.close())),
  );
}

/** PostgreSQL with the recipes of deploy/backup, without a standby. */
async function createDatabase(root: string): Promise<void> {
  for (const [folder, size] of [
    ['/var/lib/postgresql', '2g'],
    ['/var/lib/pgbackrest', '2g'],
    [SOCKET, '1m'],
    ['/etc/pgbackrest', '1m'],
    // The locks.
    ['/tmp/pgbackrest', '1m'],
  ] as const)
    await mountDisk(folder, size, root, 'postgres');
  const recipe = (await readRecipe('backup/pgbackrest.conf')).replace('CHANGE-ME', 'drill-phrase');
  await writeFile(`${root}/etc/pgbackrest/pgbackrest.conf`, recipe);
  await mkdir(`${root}/var/lib/postgresql/18`);
  await execute('chroot', root, 'chown', 'postgres:postgres', '/var/lib/postgresql/18');
  await execute(...asPostgres(root, 'initdb', '-D', DATA, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'));
  // The times of commits, by which a restore to a moment decides.
  const settings = [
    await readRecipe('backup/postgresql.conf'),
    'track_commit_timestamp = on',
    'max_connections = 200',
    '',
  ];
  await appendFile(`${root}${DATA}/postgresql.conf`, settings.join('\n'));
}

const asPostgres = (root: string, ...command: readonly string[]) =>
  inRoot(root, 'postgres', ...command) as [string, ...string[]];
const pgbackrest = (root: string, ...args: readonly string[]): Promise<string> =>
  execute(...asPostgres(root, 'pgbackrest', '--stanza=palier', ...args));

async function startPostgres(root: string, folder: string): Promise<Service> {
  const service = startService(asPostgres(root, 'postgres', '-D', DATA), { name: 'postgres', folder });
  const isReady = () =>
    execute(...asPostgres(root, 'psql', '-Atc', 'select pg_is_in_recovery()')).then(
      (answer) => answer.trim() === 'f',
      () => false,
    );
  if (!(await untilTrue(isReady, START_LIMIT_MS))) throw new Error('PostgreSQL does not start');
  return service;
}

async function startServer(installation: Installation, folder: string): Promise<Service> {
  const service = installation.serve('restored server', { ...SETTINGS, DATA_DIR: folder });
  await untilServing(SERVER_URL);
  return service;
}

const idsOf = async (owner: Pool, sql: string, values: readonly unknown[] = []): Promise<string[]> =>
  (await owner.query<{ id: string }>(sql, [...values])).rows.map(({ id }) => id);

/**
 * Writes movements around a moment, as players and agents do; returns the moment and what was committed
 * before and after it.
 */
async function writeAround(installation: Installation, folder: string, expect: DrillContext['expect']) {
  const server = await startServer(installation, folder);
  const owner = createPool(OWNER_DATABASE_URL, { asOwner: true });
  try {
    const population = await createPopulation(SERVER_URL, owner);
    const writers = await startWriters({ urls: { server: SERVER_URL }, population, owner, expect });
    await wait(AROUND_MOMENT_MS);
    const [moment = ''] = await idsOf(owner, 'select clock_timestamp()::text as id');
    await wait(AROUND_MOMENT_MS);
    await writers.stop();
    const committed = (comparison: string) =>
      idsOf(
        owner,
        `select id::text from transfers where pg_xact_commit_timestamp(xmin) ${comparison} $1
          order by transfers.id`,
        [moment],
      );
    const { rows: played } = await owner.query<Played & { is_lost: boolean }>(
      `select 'u' || u.id as user, p.transaction_id as id,
              (bet_micros / 1e6)::float as bet, (win_micros / 1e6)::float as win,
              pg_xact_commit_timestamp(p.xmin) > $1 as is_lost
         from provider_transactions p join users u on u.account_id = p.player_account_id
        where transaction_id like '%-%-%-%-%'`,
      [moment],
    );
    await owner.query('select pg_switch_wal()');
    return { moment, before: await committed('<='), after: await committed('>'), played };
  } finally {
    await owner.end();
    await server.kill('SIGTERM');
  }
}

async function run({ installation, root, folder, expect, faultBegins }: DrillContext): Promise<TrialResult> {
  if (!isCreated) await createDatabase(root);
  isCreated = true;
  let postgres = await startPostgres(root, folder);
  let log: readonly Played[] = [];
  const stopProvider = await startProvider(() => log);
  try {
    await execute(...asPostgres(root, 'dropdb', '--if-exists', '--force', 'palier'));
    await execute(...asPostgres(root, 'createdb', 'palier'));
    const settings = { ...SETTINGS, DATA_DIR: folder };
    await installation.migrate(settings);
    await seedDemo(OWNER_DATABASE_URL);
    await pgbackrest(root, 'stanza-create');
    await pgbackrest(root, 'backup');
    const { moment, before, after, played } = await writeAround(installation, folder, expect);
    log = played;
    const lost = played.filter(({ is_lost: isLost }) => isLost);
    expect(after.length > 0 && lost.length > 0, 'nothing was written after the moment');
    // SIGINT is PostgreSQL's fast shutdown, which archives the last segment.
    await postgres.kill('SIGINT');

    faultBegins();
    const startedAt = performance.now();
    await pgbackrest(
      root,
      '--delta',
      '--type=time',
      `--target=${moment}`,
      '--target-action=promote',
      'restore',
    );
    postgres = await startPostgres(root, folder);
    const restoredMs = performance.now() - startedAt;
    const afterRestore = await installation.run(settings, 'after-restore');
    expect(afterRestore.code === 0, `after-restore: ${afterRestore.output}`);
    const verified = await installation.run(settings, 'admin', 'verify');
    expect(verified.code === 0, `verify: ${verified.output}`);
    const server = await startServer(installation, folder);
    const servedMs = performance.now() - startedAt;
    await server.kill('SIGTERM');

    const owner = createPool(OWNER_DATABASE_URL, { asOwner: true });
    const restored = await idsOf(owner, 'select id::text from transfers order by transfers.id');
    await owner.end();
    const isExact = restored.join() === before.join();
    expect(isExact, `${before.length} movements before the moment, ${restored.length} restored`);
    const compared = await installation.run(settings, 'admin', 'reconcile', '--ended', '1', '--every-player');
    const named = lost.filter(({ id }) => compared.output.includes(` ${id} `)).length;
    expect(compared.code === 1, `reconcile ended with ${compared.code}: ${compared.output.slice(-500)}`);
    expect(
      named === lost.length,
      `${lost.length} rounds lost, ${named} named: ${compared.output.slice(-500)}`,
    );
    return {
      counts: {
        'movements before': before.length,
        restored: restored.length,
        after: after.length,
        'rounds lost': lost.length,
        named,
      },
      timesMs: { 'restored and recovered': restoredMs, 'verified and served': servedMs },
    };
  } finally {
    stopProvider();
    await postgres.kill('SIGINT');
  }
}

/** The mounts outlive a trial. */
let isCreated = false;

export const restore: DrillRow = {
  id: 'restore',
  fault: 'the database is restored by pgBackRest to a moment under 8 writers, as docs/backup.md describes',
  bound:
    'exactly the movements committed before the moment, ledger correct, ' +
    'and reconcile names every round that only the provider has',
  run,
};
