import assert from 'node:assert/strict';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { rolledBack } from '../database';
import { program } from '@palier/scripts/process/program';
import { readSubtreeBalances } from '../../src/reports/trial-balance.repository';
import { createPool, type Pool } from '../../src/database/pool';
import { isPassword } from '../../src/passwords/password-hasher';
import { openExampleLedger, type ExampleLedger } from '../example-ledger';
import { runProgram } from './run-program';

const ADMIN = program('server/src/operator/main.ts');
const RUNNER = program('server/test/process/run-admin-command.program.ts');

interface CommandResult {
  readonly code: number;
  readonly output: string;
}

let ledger: ExampleLedger;
let owner: Pool;
let runner: ChildProcess;
/** Ends the wait for an answer of a runner that has ended. */
const runnerEnded = new AbortController();
const environment = (url = ledger.url): NodeJS.ProcessEnv => ({
  ...process.env,
  OWNER_DATABASE_URL: url,
  DATABASE_URL: ledger.applicationUrl,
  DATA_DIR: ledger.folder,
});
before(async () => {
  ({ owner } = ledger = await openExampleLedger());
  runner = fork(RUNNER.at(-1)!, { execArgv: RUNNER.slice(0, -1), env: environment() });
  runner.once('exit', () => runnerEnded.abort());
});
after(async () => {
  if (runner.connected) {
    runner.disconnect();
    await once(runner, 'exit');
  }
  await ledger.close();
});

/** Runs a command in the shared process; commands run one at a time. */
async function admin(...words: string[]): Promise<CommandResult> {
  runner.send(words);
  const [result] = (await once(runner, 'message', { signal: runnerEnded.signal })) as [CommandResult];
  return result;
}

const runInOwnProcess = async (url: string, ...words: string[]): Promise<CommandResult> => {
  const { code, stdout, stderr } = await runProgram([...ADMIN, ...words], environment(url));
  return { code: code ?? 1, output: stdout + stderr };
};

const issuedTo = async (username: string): Promise<number> => {
  const [balance] = await readSubtreeBalances(owner, { username });
  return Number(balance?.issued) / 1e6;
};
test('verify: the ledger is correct, it exits 0', async () => {
  const { code, output } = await runInOwnProcess(ledger.url, 'verify');
  assert.deepEqual([code, output], [0, 'The ledger is correct.\n']);
});
test('job runs: verify notes the time of its end, and of its success', async () => {
  await owner.query("update job_runs set ran_at = '2026-01-01', succeeded_at = '2026-01-01'");
  assert.equal((await admin('verify')).code, 0);
  const { rows } = await owner.query(
    `select job, ran_at > '2026-01-02' as ran, succeeded_at > '2026-01-02' as succeeded from job_runs
      where ran_at > '2026-01-02' order by job`,
  );
  assert.deepEqual(rows, [{ job: 'verify', ran: true, succeeded: true }]);
});
test('verify: the schema is of another version, it says so and changes nothing', async () => {
  await owner.query('create database unmigrated');
  const url = Object.assign(new URL(ledger.url), { pathname: '/unmigrated' }).href;
  const { code, output } = await runInOwnProcess(url, 'verify');
  assert.equal(code, 3);
  assert.match(output, /empty, or older/);
  const pool = createPool(url, { asOwner: true });
  const { rowCount } = await pool.query("select from pg_tables where schemaname = 'public'");
  await pool.end();
  assert.equal(rowCount, 0);
});
test('mint: a new capo gets money, its trial balance shows it', async () => {
  assert.equal((await admin('create-capo', 'Nouveau', 'Capo12345', '--by', 'samia')).code, 0);
  assert.equal((await admin('create-capo', 'nouveau', 'Capo12345')).code, 3);
  const { rows: made } = await owner.query(
    "select a.kind, a.operator from journal_entries a join users u on u.id = a.user_id where u.username = 'nouveau'",
  );
  assert.deepEqual(made, [{ kind: 'account-created', operator: 'samia' }]);
  assert.equal((await admin('mint', 'Nouveau', '250.75')).code, 0);
  const { code, output } = await admin('trial-balance', 'NOUVEAU');
  assert.equal(code, 0);
  assert.match(output, /nouveau: own 250\.75, sub-accounts 0/);
});
test('mint: the same reference twice, one issue and both answers name its operator', async () => {
  const words = ['mint', 'nouveau', '40', '--reference', 'caisse-7', '--by'];
  const answer = /40 TND issued to nouveau by samia at .*, reference caisse-7\.$/m;
  const results = await Promise.all([
    runInOwnProcess(ledger.url, ...words, 'samia'),
    runInOwnProcess(ledger.url, ...words, 'samia'),
  ]);
  results.push(await admin(...words, 'karim'));
  for (const { code, output } of results) {
    assert.equal(code, 0, output);
    assert.match(output, answer);
  }
  assert.equal(results.filter(({ output }) => output.startsWith('Already done, nothing moved: ')).length, 2);
  for (const other of [
    ['mint', 'nouveau', '41'],
    ['mint', 'capo', '40'],
  ]) {
    const { code, output } = await admin(...other, '--reference', 'caisse-7');
    assert.equal(code, 3);
    assert.match(output, /^This reference was already used[^\n]+\.\n$/);
  }
  assert.equal(await issuedTo('nouveau'), 290.75);
});
test('mint: the same amount without a reference is refused, with one it is issued', async () => {
  const again = await admin('mint', 'nouveau', '250.75');
  assert.equal(again.code, 3);
  assert.match(
    again.output,
    /^Already done: 250\.75 TND issued to nouveau by [^\n]+ --reference <word>\.\n$/,
  );
  assert.equal((await admin('mint', 'nouveau', '250.75', '--reference', 'caisse-8')).code, 0);
  assert.equal(await issuedTo('nouveau'), 541.5);
});
test('mint: the same amount thirteen hours later is another issue', async () => {
  await rolledBack(owner, async (client) => {
    await client.query('alter table transfers disable trigger transfers_append_only');
    await client.query(
      "update transfers set created_at = created_at - interval '13 hours' where kind = 'ISSUE'",
    );
    const { rows } = await client.query<{ is_new: boolean }>(
      "select is_new from issue_money((select account_id from users where username = 'nouveau'), 250750000, 'samia', null)",
    );
    assert.deepEqual(rows, [{ is_new: true }]);
  });
});
test('mint: the maximum balance would be exceeded, nothing is issued and the reference stays free', async () => {
  const words = ['--reference', 'caisse-9'];
  const { code, output } = await admin('mint', 'nouveau', '9000000000', ...words);
  assert.deepEqual([code, output], [3, 'The maximum balance of the account would be exceeded.\n']);
  assert.equal(await issuedTo('nouveau'), 541.5);
  assert.equal((await admin('mint', 'nouveau', '0.5', ...words)).code, 0);
  assert.equal(await issuedTo('nouveau'), 542);
});
const MISTAKES = `
reconcile --ended=0, reconcile --ended=1.5, reconcile --older-than=, verify --tout, jackpot set gold,
mint capo 5 --reference=, mint capo 5 --referense caisse-9, mint capo 5 --by samia 000, mint capo,
mint capo 0, mint capo -5, mint capo 1.555, mint capo abc, trial-balance capo admin, mint capo 10 000,
mint capo 9e9, mint capo 0x10, mint capo 1e3, verify tout, jackpot set gold --rate=,
jackpot set gold --rate 10.5, jackpot set gold --seed 0x10, repay capo 5, repay capo 0 --reference r,
correct 1 --reference c, correct x --reference c --reason x, correct 1 0 --reference c --reason x,
freeze client, unfreeze client, unlock, create-capo x Capo12345, create-capo autre faible,
set-password capo faible, create-capo autre Mot2passe long, set-password capo Mot2passe long`;
for (const words of MISTAKES.trim().split(/,\s/))
  test(`command "${words}": refused in one sentence with the usage, it exits 2`, async () => {
    const { code, output } = await admin(...words.split(' '));
    assert.equal(code, 2, output);
    assert.match(output, /^[^\n]+\.\nUsage: npm run admin -- /);
  });
for (const words of [
  'create-capo capo Chef12345',
  'set-password personne Capo12345',
  'mint personne 5',
  'mint client 5',
  'repay capo 500.01 --reference trop',
  'repay client 1 --reference client',
  'correct 999999 --reference c --reason x',
  'correct 1 --reference c --reason x',
  'freeze personne --reason x',
  'unlock personne',
])
  test(`command "${words}": the ledger refuses, one sentence says why and it exits 3`, async () => {
    const { code, output } = await admin(...words.split(' '));
    assert.equal(code, 3);
    assert.match(output, /^[^\n]+\.\n$/);
  });
test('commands: --help prints the list or one usage and exits 0, no command or an unknown one exits 2', async () => {
  const list = await admin('--help');
  assert.equal(list.code, 0);
  for (const name of list.output.matchAll(/^npm run admin -- ([\w-]+) /gm)) {
    const { code, output } = await admin(name[1]!, '--help');
    assert.equal(code, 0);
    assert.match(output, new RegExp(`^Usage: npm run admin -- ${name[1]!}.*Exit codes: 0`, 's'));
  }
  assert.equal((await admin()).code, 2);
  const unknown = await admin('toString');
  assert.equal(unknown.code, 2);
  assert.match(unknown.output, /^"toString" is not a command\./);
});
test('commands: the database does not answer or is not named, they exit 3', async () => {
  for (const url of ['postgresql://personne@127.0.0.1:9/palier', ''])
    assert.equal((await runInOwnProcess(url, 'verify')).code, 3);
});
test('commands: in production, the address of another machine without encryption is refused and they exit 3', async () => {
  for (const command of ['migrate', 'mint capo 5', 'verify']) {
    const { code, stderr } = await runProgram([...ADMIN, ...command.split(' ')], {
      ...environment('postgresql://palier@database.invalid/palier'),
      NODE_ENV: 'production',
    });
    assert.equal(code, 3);
    assert.match(stderr, /^OWNER_DATABASE_URL does not encrypt: [^\n]+\n$/);
  }
});
test('create-capo: the password comes from standard input or a file, without its line end', async () => {
  const file = `${ledger.folder}/password`;
  await writeFile(file, 'Fichier123\n');
  await runInOwnProcess(ledger.url, 'create-capo', 'par-fichier', '--password-file', file);
  const child = spawn(process.execPath, [...ADMIN, 'create-capo', 'par-entree', '-'], { env: environment() });
  child.stdin.end('Entree1234\r\n');
  await once(child, 'exit');
  const { rows } = await owner.query<{ password_hash: string }>(
    "select password_hash from users where username in ('par-fichier', 'par-entree') order by username desc",
  );
  const typed = ['Fichier123', 'Entree1234'];
  assert.equal(rows.length, 2);
  for (const [index, { password_hash }] of rows.entries())
    assert.ok(await isPassword('operator', password_hash, typed[index]!));
});
test('doctor: wrong settings are named and exit 1, a provider that does not answer exits 3, no secret is printed', async () => {
  const run = async (variables: Record<string, string>): Promise<CommandResult> => {
    const { code, stdout, stderr } = await runProgram([...ADMIN, 'doctor'], {
      ...environment(),
      ...variables,
    });
    return { code: code ?? 1, output: stdout + stderr };
  };
  const wrong = await run({ TRUST_PROXY: 'x', NODE_ENV: 'production', PROVIDER_SECRET: 'short' });
  assert.equal(wrong.code, 1, wrong.output);
  for (const name of ['TRUST_PROXY', 'JWT_SECRET', 'PROVIDER_SECRET', 'PROVIDER_AGENT_TOKEN'])
    assert.match(wrong.output, new RegExp(`^wrong +${name} `, 'm'));

  const settings = {
    PROVIDER_AGENT_TOKEN: 'a-token-of-ours',
    PROVIDER_SECRET: 'a-secret-of-ours',
    PROVIDER_URL: 'http://127.0.0.1:9/gold_api',
    NATS_URL: 'nats://palier:nats-secret@127.0.0.1:9',
    STANDBY_DATABASE_URL: ledger.applicationUrl,
    STATIC_ROOT: ledger.folder,
    REMOTES_ROOT: `${ledger.folder}/releases`,
    DATABASE_URL: ledger.applicationUrl,
  };
  const { code, output } = await run(settings);
  assert.equal(code, 3, output);
  assert.match(output, /^ok +The database has the schema of this version\.$/m);
  assert.match(output, /^silent +STANDBY_DATABASE_URL: .* does not lead to a standby of the primary$/m);
  assert.match(output, /^wrong +STATIC_ROOT .* has no index\.html/m);
  assert.match(output, /^silent +The games provider does not answer .*check PROVIDER_URL\.$/m);
  assert.match(output, /^silent +NATS does not answer .*check NATS_URL\.$/m);
  assert.doesNotMatch(output, /of-ours|nats-secret/);
  const unreachable = await run({
    ...settings,
    DATABASE_URL: 'postgresql://palier:db-secret@127.0.0.1:9/palier',
  });
  assert.match(unreachable.output, /^silent +The database does not answer/m);
  assert.doesNotMatch(unreachable.output, /db-secret/);
});
test('commands: a text that is blank, too long or has control characters is refused, because it is stored and printed', async () => {
  for (const text of [' ', '', 'x\u001B[2J', 'a\nb', '\u202Ecapo', 'x'.repeat(501)])
    for (const option of ['--reason', '--by']) {
      const { code, output } = await admin('freeze', 'client', '--reason', 'vol', `${option}=${text}`);
      assert.deepEqual([code, output.split(' ')[0]], [2, option]);
    }
});
test('commands: the output cannot be written, the work is done and the exit code is 3', async () => {
  const child = spawn(process.execPath, [...ADMIN, 'mint', 'nouveau', '3', '--reference', 'plein'], {
    env: environment(),
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  const [[code], said] = await Promise.all([once(child, 'close'), text(child.stderr!)]);
  assert.deepEqual([code, said], [3, 'The result was not written: ENOSPC: no space left on device, write\n']);
  assert.match((await admin('mint', 'nouveau', '3', '--reference', 'plein')).output, /^Already done/);
});
test('commands: the reader of both outputs has ended, the exit code stays', async () => {
  const child = spawn(process.execPath, [...ADMIN, 'unlock', 'personne'], { env: environment() });
  child.stdout.destroy();
  child.stderr.destroy();
  assert.deepEqual(await once(child, 'close'), [3, null]);
});
test('commands: the reader of the output has ended, the command ends quietly', async () => {
  const child = spawn(process.execPath, [...ADMIN, '--help'], { env: environment() });
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  assert.deepEqual([code, said], [0, '']);
});
test('jackpot set: a decimal rate is stored exactly as typed', async () => {
  const { code, output } = await admin('jackpot', 'set', 'bronze', '--rate', '1.1', '--by', 'nuit');
  assert.equal(code, 0, output);
  assert.match(output, /nuit: bronze rate 0\.2 % → 1\.1 %/);
});
test('set-password: the sessions end, and the journal names the operator and no actor', async () => {
  const { rows } = await owner.query<{ id: number }>("select id from users where username = 'capo'");
  const { id } = rows[0]!;
  await owner.query("insert into sessions (user_id, expires_at) values ($1, now() + interval '1 day')", [id]);
  const { code, output } = await admin('set-password', '--by=karim', 'Capo', 'Autre1234');
  assert.deepEqual([code, output], [0, 'Password of capo changed, sessions ended: 1.\n']);
  const hashed = await owner.query<{ password_hash: string }>(
    'select password_hash from users where id = $1',
    [id],
  );
  assert.ok(await isPassword('operator', hashed.rows[0]!.password_hash, 'Autre1234'));
  const { rows: acts } = await owner.query(
    'select kind, actor_id, operator from journal_entries where user_id = $1 order by id desc limit 2',
    [id],
  );
  assert.deepEqual(acts, [
    { kind: 'sessions-ended', actor_id: null, operator: 'karim' },
    { kind: 'password-changed', actor_id: null, operator: 'karim' },
  ]);
});
test('trial-balance: own balance and sub-accounts of any user are printed', async () => {
  const { code, output } = await admin('trial-balance', 'admin');
  assert.equal(code, 0);
  assert.match(output, /^admin: own 152\.5, sub-accounts 47\.5/);
  assert.match(output, /sub-accounts 47\.5 \+ own 152\.5 \+ in play 0 = issued 200 − withdrawn 0/);
});
test('trial-balance: an unknown username, it exits 3 with a sentence', async () => {
  assert.deepEqual(await admin('trial-balance', 'personne'), {
    code: 3,
    output: 'There is no account named personne.\n',
  });
});
test('repay: the same reference twice, the money is taken back once', async () => {
  const words = ['repay', 'capo', '12.5', '--reference', 'retour-1', '--by', 'samia'];
  const answer = /12\.5 TND taken back from capo by samia at .*, reference retour-1\.$/m;
  for (const expected of [/^12\.5/, /^Already done, nothing moved: /]) {
    const { code, output } = await admin(...words);
    assert.equal(code, 0, output);
    assert.match(output, expected);
    assert.match(output, answer);
  }
  for (const other of ['repay capo 13', 'mint capo 12.5'])
    assert.equal((await admin(...other.split(' '), '--reference', 'retour-1')).code, 3);
  assert.match((await admin('trial-balance', 'capo')).output, /issued 1000 − withdrawn 12\.5/);
});
test('correct: the same reference twice, the money moves back once and other arguments are refused', async () => {
  const { rows } = await owner.query<{ id: bigint }>(
    "select id from transfers where amount = 5000000 and kind = 'DEPOSIT'",
  );
  const words = (amount: string) => [
    ...[
      'correct',
      String(rows[0]!.id),
      amount,
      '--reference',
      'erreur-1',
      '--reason',
      'mauvais client',
      '--by',
      'samia',
    ],
  ];
  for (const expected of [
    /^transfer \d+ corrected, 4 TND from client to admin, by samia at/,
    /^Already done, nothing moved: /,
  ]) {
    const { code, output } = await admin(...words('4'));
    assert.equal(code, 0, output);
    assert.match(output, expected);
  }
  const other = await admin(...words('1'));
  assert.deepEqual([other.code, other.output.split(':')[0]], [3, 'This reference was already used']);
  assert.equal((await admin('verify')).code, 0);
});
test('freeze, unfreeze, unlock: sessions and counts of failed logins end, the journal has operator and reason', async () => {
  const { rows } = await owner.query<{ id: number }>("select id from users where username = 'client'");
  const { id } = rows[0]!;
  await owner.query("insert into sessions (user_id, expires_at) values ($1, now() + interval '1 day')", [id]);
  await owner.query(
    "insert into login_failures values ('name:client', 50, now()), ('address:10.0.0.1', 9, now())",
  );
  const said: string[] = [];
  for (const command of [
    'freeze client --reason vol',
    'freeze client --reason vol',
    'unfreeze client --reason rendu',
    'unlock client',
  ])
    said.push((await admin(...command.split(' '), '--by', 'karim')).output);
  assert.deepEqual(said, [
    'Account client frozen, sessions ended: 1.\n',
    'Account client already frozen, sessions ended: 0.\n',
    'Account client not frozen, sessions ended: 0.\n',
    'Failed logins of client forgotten.\n',
  ]);
  const { rows: acts } = await owner.query(
    'select kind, actor_id, operator, reason from journal_entries where user_id = $1 order by id desc limit 4',
    [id],
  );
  const act = (kind: string, reason: string | null) => ({ kind, actor_id: null, operator: 'karim', reason });
  assert.deepEqual(acts, [
    act('login-unlocked', null),
    act('unfrozen', 'rendu'),
    act('sessions-ended', 'frozen'),
    act('frozen', 'vol'),
  ]);
  const { rows: left } = await owner.query('select subject from login_failures');
  assert.deepEqual(left, [{ subject: 'address:10.0.0.1' }]);
});
test('after-restore, redate-future: they print what they did and what comes next, and the ledger is correct', async () => {
  const restored = await admin('after-restore');
  assert.equal(restored.code, 0, restored.output);
  assert.match(restored.output, /^Sessions ended: \d+\. Next user id: 1\d{6}, next transfer id: 1\d{9}\./);
  assert.deepEqual(await admin('redate-future'), {
    code: 0,
    output: 'Transfers redated: 0. Next: verify.\n',
  });
  assert.equal((await admin('verify')).code, 0);
});
