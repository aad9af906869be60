import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const COMMAND = new URL('../../../deploy/palier', import.meta.url);
const HARDENING = new URL('../../../deploy/systemd/hardening.conf', import.meta.url);
const BACKUP_CHECK = fileURLToPath(new URL('../../../deploy/backup/backup-check', import.meta.url));

test('units: the end of a job of the account postgres leaves PostgreSQL its memory', async () => {
  assert.doesNotMatch(await readFile(HARDENING, 'utf8'), /^RemoveIPC=/m);
});

test('palier: Node accepts the certificate authority of palier.env', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'palier-command-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'palier.env'), 'NODE_ENV=production\nNODE_EXTRA_CA_CERTS="/a/ca.crt"\n');
  await writeFile(join(folder, 'owner.env'), '');
  // The value in the process's own environment: Node does not use the one of an environment file.
  const program = `console.log(require('node:fs').readFileSync('/proc/self/environ', 'utf8'))`;
  await writeFile(join(folder, 'program.cjs'), program);
  const command = (await readFile(COMMAND, 'utf8'))
    .replaceAll('/etc/palier', folder)
    .replace('/opt/palier/current/bin/palier', join(folder, 'program.cjs'));
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    env: { PATH: process.env.PATH },
  });
  assert.match(stdout, /NODE_EXTRA_CA_CERTS=\/a\/ca\.crt/);
});

test('backup-check: only its account reaches the restored copy, and other data stay', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'palier-backup-'));
  t.after(() => rm(folder, { recursive: true }));
  const scratch = join(folder, 'scratch');
  // A folder of PostgreSQL, which an operator named by mistake.
  await mkdir(join(scratch, 'data'), { recursive: true });
  await writeFile(join(scratch, 'data/PG_VERSION'), '18');
  for (const name of ['postgres', 'initdb', 'pg_ctl'])
    await writeFile(join(folder, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const check = execFile(BACKUP_CHECK, ['--dump', join(folder, 'initdb')], {
    env: { ...process.env, PG_BIN: folder, BACKUP_SCRATCH: scratch },
  });
  assert.equal(await new Promise((resolve) => check.once('close', resolve)), 3);
  assert.equal((await stat(scratch)).mode & 0o777, 0o700);
  assert.ok(await stat(join(scratch, 'data/PG_VERSION')));
});

for (const { condition, verified, ageHours, code, isRecorded } of [
  {
    condition: 'the success is recorded if the ledger is correct',
    verified: 0,
    ageHours: 0,
    code: 0,
    isRecorded: true,
  },
  {
    condition: 'it exits 1 and records nothing if the ledger is wrong',
    verified: 1,
    ageHours: 0,
    code: 1,
    isRecorded: false,
  },
  {
    condition: 'it exits 1 and records nothing if the dump is old',
    verified: 0,
    ageHours: 48,
    code: 1,
    isRecorded: false,
  },
])
  test(`backup-check: ${condition}`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'palier-backup-'));
    t.after(() => rm(folder, { recursive: true }));
    const [dump, queries] = [join(folder, 'dump'), join(folder, 'queries')];
    const programs = {
      postgres: '',
      initdb: 'mkdir -p "$BACKUP_SCRATCH/restored"',
      pg_ctl: 'touch "$BACKUP_SCRATCH/restored/postmaster.pid"',
      pg_restore: '',
      psql: `echo "$@" >>'${queries}'`,
      palier: `exit ${verified}`,
    };
    for (const [name, body] of Object.entries(programs))
      await writeFile(join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    await writeFile(dump, '');
    const writtenAt = Date.now() / 1_000 - ageHours * 3_600;
    await utimes(dump, writtenAt, writtenAt);
    const check = execFile(BACKUP_CHECK, ['--dump', dump], {
      env: {
        PATH: `${folder}:${process.env.PATH}`,
        PG_BIN: folder,
        BACKUP_SCRATCH: join(folder, 'scratch'),
      },
    });
    assert.equal(await new Promise((resolve) => check.once('close', resolve)), code);
    assert.equal((await readFile(queries, 'utf8')).includes('record_job_run'), isRecorded);
  });

test('backup-check: the moment is in a later second than a backup that has just ended', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'palier-backup-'));
  t.after(() => rm(folder, { recursive: true }));
  // As pgBackRest does, it restores no backup whose last second is not before the second of the target.
  const pgbackrest = `case "$*" in
    *" info") echo '[{"backup":[{"timestamp":{"stop":'"$BACKUP_STOP"'}}]}]' ;;
    *) target=$(echo "$*" | sed 's/.*--target=\\([0-9]*\\).*/\\1/'); [ "$target" -gt "$BACKUP_STOP" ] ;;
    esac`;
  const psql = `case "$*" in
    *clock_timestamp*) date +%s ;;
    *last_archived_wal*) echo t ;;
    *pg_walfile_name*) echo 000000010000000000000001 ;;
    *pg_user*) echo postgres ;;
    *) echo 0 ;;
    esac`;
  const programs = {
    postgres: '',
    pg_ctl: 'touch "$BACKUP_SCRATCH/restored/postmaster.pid"',
    pgbackrest: `${pgbackrest} && mkdir -p "$BACKUP_SCRATCH/restored"`,
    psql,
    palier: '',
  };
  for (const [name, body] of Object.entries(programs))
    await writeFile(join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  const check = execFile(BACKUP_CHECK, [], {
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      PG_BIN: folder,
      BACKUP_SCRATCH: join(folder, 'scratch'),
      BACKUP_STOP: String(Math.floor(Date.now() / 1_000)),
    },
  });
  let said = '';
  check.stderr?.on('data', (chunk) => (said += String(chunk)));
  assert.equal(await new Promise((resolve) => check.once('close', resolve)), 0, said);
});
