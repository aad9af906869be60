import assert from 'node:assert/strict';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { readColumn, readValue, rolledBack } from '../database';
import { program } from '@palier/base/process/program';
import { type RunResult, runNode } from '@palier/base/process/run';
import { readSubtreeBalances } from '../../src/reports/trial-balance.repository';
import { createPool, type Pool } from '../../src/database/pool';
import { isPassword } from '../../src/passwords/password-hasher';
import { openExampleLedger, type ExampleLedger } from '../example-ledger';

const ADMIN = program('server/src/operator/main.ts');
const RUNNER = program('server/test/process/run-admin-command.program.ts');

let ledger: ExampleLedger;
let owner: Pool;
let runner: ChildProcess;
/** Ends the wait for an answer of a runner that has ended. */
const runnerEnded = new AbortController();
const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  OWNER_DATABASE_URL: ledger.url,
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

/** Runs a command with further variables in the shared process; commands run one at a time. */
async function runWith(variables: Record<string, string>, ...words: string[]): Promise<RunResult> {
  runner.send({ words, variables });
  const [result] = (await once(runner, 'message', { signal: runnerEnded.signal })) as [RunResult];
  return result;
}
const admin = (...words: string[]) => runWith({}, ...words);

const runInOwnProcess = (...words: string[]) => runNode([...ADMIN, ...words], { env: environment() });
/** Asserts that the command exits 0 and prints `output`. */
async function assertDone(output: RegExp, ...words: string[]): Promise<void> {
  const result = await admin(...words);
  assert.equal(result.code, 0, result.output);
  assert.match(result.output, output);
}
/** Opens a session of a user; returns the user's id. */
async function withOneSession(username: string): Promise<number> {
  const id = await readValue<number>(owner, 'select id from users where username = $1', [username]);
  await owner.query("insert into sessions (user_id, expires_at) values ($1, now() + interval '1 day')", [id]);
  return id;
}
/** The last entries of a user's journal: kind, actor, operator and reason. */
const lastEntries = (userId: number, count: number): Promise<string[]> =>
  readColumn(
    owner,
    `select concat_ws(', ', kind, coalesce(actor_id::text, 'nobody'), operator, reason) from journal_entries
      where user_id = $1 order by id desc limit $2`,
    [userId, count],
  );

const issuedTo = async (username: string): Promise<number> => {
  const [balance] = await readSubtreeBalances(owner, { username });
  return Number(balance?.issued) / 1e6;
};
test('verify: it exits 0 for a correct ledger and notes the times of its end and success', async () => {
  await owner.query("update job_runs set ran_at = '2026-01-01', succeeded_at = '2026-01-01'");
  const { code, output } = await runInOwnProcess('verify');
  assert.deepEqual([code, output], [0, 'The ledger is correct.\n']);
  const jobs = "select job from job_runs where least(ran_at, succeeded_at) > '2026-01-02'";
  assert.deepEqual(await readColumn(owner, jobs), ['verify']);
});
test('verify: it says that the schema is of another version and changes nothing', async () => {
  await owner.query('create database unmigrated');
  const url = Object.assign(new URL(ledger.url), { pathname: '/unmigrated' }).href;
  const { code, output } = await runWith({ OWNER_DATABASE_URL: url }, 'verify');
  assert.equal(code, 3);
  assert.match(output, /empty, or older/);
  const pool = createPool(url, { asOwner: true });
  const { rowCount } = await pool.query("select from pg_tables where schemaname = 'public'");
  await pool.end();
  assert.equal(rowCount, 0);
});
test('mint: a new capo gets money, and its trial balance shows it', async () => {
  assert.equal((await admin('create-capo', 'Nouveau', 'Matmata12', '--by', 'samia')).code, 0);
  assert.equal((await admin('create-capo', 'nouveau', 'Matmata12')).code, 3);
  const id = await readValue<number>(owner, "select id from users where username = 'nouveau'");
  assert.deepEqual(await lastEntries(id, 9), ['account-created, nobody, samia']);
  assert.equal((await admin('mint', 'Nouveau', '250.75')).code, 0);
  await assertDone(/nouveau: own 250\.75, sub-accounts 0/, 'trial-balance', 'NOUVEAU');
});
test('mint: a repeated reference issues once, and both answers name its operator', async () => {
  const words = ['mint', 'nouveau', '40', '--reference', 'caisse-7', '--by'];
  const answer = /40 TND issued to nouveau by samia at .*, reference caisse-7\.$/m;
  const results = await Promise.all([runInOwnProcess(...words, 'samia'), runInOwnProcess(...words, 'samia')]);
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
test('mint: the same amount again is refused without a reference, and issued with one', async () => {
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
    const sql = `select is_new
      from issue_money((select account_id from users where username = 'nouveau'), 250750000, 'samia', null)`;
    assert.equal(await readValue(client, sql), true);
  });
});
test('mint: nothing is issued above the maximum balance, and the reference stays free', async () => {
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
freeze client, unfreeze client, unlock, create-capo x Matmata12, create-capo autre faible,
set-password capo faible, create-capo autre Sunshine1, create-capo nuit.bleue Nuit2026!Bleue,
set-password capo Palier2026, create-capo autre Mot2passe long, set-password capo Mot2passe long`;
for (const words of MISTAKES.trim().split(/,\s/))
  test(`command "${words}": it is refused in one sentence with the usage, and exits 2`, async () => {
    const { code, output } = await admin(...words.split(' '));
    assert.equal(code, 2, output);
    assert.match(output, /^[^\n]+\.\nUsage: npm run admin -- /);
  });
for (const words of [
  'create-capo capo Matmata12',
  'set-password personne Matmata12',
  'mint personne 5',
  'mint client 5',
  'repay capo 500.01 --reference trop',
  'repay client 1 --reference client',
  'correct 999999 --reference c --reason x',
  'correct 1 --reference c --reason x',
  'freeze personne --reason x',
  'unlock personne',
])
  test(`command "${words}": one sentence says why the ledger refuses, and it exits 3`, async () => {
    const { code, output } = await admin(...words.split(' '));
    assert.equal(code, 3);
    assert.match(output, /^[^\n]+\.\n$/);
  });
test('commands: --help prints the list or one usage and exits 0; an unknown command exits 2', async () => {
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
test('commands: they exit 3 if the database does not answer or is not named', async () => {
  for (const url of ['postgresql://personne@127.0.0.1:9/palier', ''])
    assert.equal((await runWith({ OWNER_DATABASE_URL: url }, 'verify')).code, 3);
});
test('commands: they exit 3 in production for an unencrypted address of another machine', async () => {
  const elsewhere = 'postgresql://palier@database.invalid/palier';
  for (const command of ['migrate', 'mint capo 5']) {
    const variables = { OWNER_DATABASE_URL: elsewhere, NODE_ENV: 'production' };
    const { code, output } = await runWith(variables, ...command.split(' '));
    assert.equal(code, 3);
    assert.match(output, /^OWNER_DATABASE_URL does not encrypt: [^\n]+\n$/);
  }
});
test('create-capo: the password comes from standard input or a file, without its line end', async () => {
  const file = `${ledger.folder}/password`;
  await writeFile(file, 'Kerkouane12\n');
  await admin('create-capo', 'par-fichier', '--password-file', file);
  const child = spawn(process.execPath, [...ADMIN, 'create-capo', 'par-entree', '-'], { env: environment() });
  child.stdin.end('Kairouan1234\r\n');
  await once(child, 'exit');
  const hashes = await readColumn<string>(
    owner,
    "select password_hash from users where username in ('par-fichier', 'par-entree') order by username desc",
  );
  for (const [index, typed] of ['Kerkouane12', 'Kairouan1234'].entries())
    assert.ok(await isPassword('operator', hashes[index]!, typed));
});
test("end-sessions: one user's or all sessions end, and the journal names the operator", async () => {
  const [client, agent] = [await withOneSession('client'), await withOneSession('admin')];
  const live = () =>
    readColumn<number>(
      owner,
      'select distinct user_id from sessions where revoked_at is null and user_id = any($1)',
      [[client, agent]],
    );
  await assertDone(/^Sessions of client ended: [1-9]/, 'end-sessions', 'client', '--by', 'Leïla');
  assert.deepEqual(await live(), [agent]);
  assert.deepEqual(await lastEntries(client, 1), ['sessions-ended, nobody, Leïla, ended-by-operator']);
  await assertDone(/^Sessions of all users ended: [1-9]/, 'end-sessions', '--all', '--by', 'Leïla');
  assert.deepEqual(await live(), []);
  assert.deepEqual(await lastEntries(agent, 1), ['sessions-ended, nobody, Leïla, ended-by-operator']);
  for (const words of [[], ['client', '--all']])
    assert.equal((await admin('end-sessions', ...words)).code, 2);
  assert.equal((await admin('end-sessions', 'nobody.here')).code, 3);
});
const wrongOwner = (): string => Object.assign(new URL(ledger.url), { password: 'not-the-password' }).href;
test('doctor: it names wrong settings, exits 3 for a silent provider, and prints no secret', async () => {
  const run = (variables: Record<string, string>) => runWith(variables, 'doctor');
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
  assert.match(output, /^ok +OWNER_DATABASE_URL: the login works\.$/m);
  assert.match(output, /^ok +PostgreSQL \d.* answers; Palier needs 16 or later\.$/m);
  assert.match(output, /^hint +The login of DATABASE_URL may also connect to .*revoke connect on database/m);
  const mistyped = await run({ ...settings, RATE_LIMITS: '20', OWNER_DATABASE_URL: wrongOwner() });
  assert.match(mistyped.output, /^hint +RATE_LIMITS is not a setting: did you mean RATE_LIMIT\?$/m);
  assert.match(mistyped.output, /^wrong +OWNER_DATABASE_URL: The database refuses the password/m);
  assert.doesNotMatch(mistyped.output, /not-the-password/);
  const unreachable = await run({
    ...settings,
    DATABASE_URL: 'postgresql://palier:db-secret@127.0.0.1:9/palier',
  });
  assert.match(unreachable.output, /^silent +The database does not answer/m);
  assert.doesNotMatch(unreachable.output, /db-secret/);
});
test('commands: a blank, overlong or control-character text is refused, because it is stored', async () => {
  for (const text of [
    ' ',
    '',
    'x\u001B[2J',
    'a\nb',
    '\u202Ecapo',
    'x'.repeat(501),
    'vo\u00adl',
    '\u2800',
    `a${'\u0301'.repeat(9)}`,
  ])
    for (const option of ['--reason', '--by']) {
      const { code, output } = await admin('freeze', 'client', '--reason', 'vol', `${option}=${text}`);
      assert.deepEqual([code, output.split(' ')[0]], [2, option]);
    }
});
test('commands: the work is done and the exit code is 3 if the output cannot be written', async () => {
  const child = spawn(process.execPath, [...ADMIN, 'mint', 'nouveau', '3', '--reference', 'plein'], {
    env: environment(),
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  const [[code], said] = await Promise.all([once(child, 'close'), text(child.stderr!)]);
  assert.deepEqual([code, said], [3, 'The result was not written: ENOSPC: no space left on device, write\n']);
  assert.match((await admin('mint', 'nouveau', '3', '--reference', 'plein')).output, /^Already done/);
});
test('commands: the exit code stays if the reader of the outputs has ended', async () => {
  for (const [words, expected] of [
    ['unlock personne', 3],
    ['--help', 0],
  ] as const) {
    const child = spawn(process.execPath, [...ADMIN, ...words.split(' ')], { env: environment() });
    child.stdout.destroy();
    child.stderr.destroy();
    assert.deepEqual(await once(child, 'close'), [expected, null]);
  }
});
test('jackpot set: a rate is stored exactly as typed, and parameters that are not named stay', async () => {
  const words = 'jackpot set bronze --rate 1.1 --by nuit'.split(' ');
  await assertDone(/nuit: bronze rate 0\.2 % → 1\.1 %/, ...words);
  const others = 'jackpot set silver --seed 190.5 --ceiling-min 205 --ceiling-max 610'.split(' ');
  await assertDone(/^silver: .* rate 0\.3 %, seed 190\.5, ceiling 205 to 610$/m, ...others);
});
test('set-password: the sessions end, and the journal names the operator and no actor', async () => {
  const id = await withOneSession('capo');
  const { code, output } = await admin('set-password', '--by=karim', 'Capo', 'Autre1234');
  assert.deepEqual([code, output], [0, 'Password of capo changed, sessions ended: 1.\n']);
  const hash = await readValue<string>(owner, 'select password_hash from users where id = $1', [id]);
  assert.ok(await isPassword('operator', hash, 'Autre1234'));
  assert.deepEqual(await lastEntries(id, 2), [
    'sessions-ended, nobody, karim, password-changed',
    'password-changed, nobody, karim',
  ]);
});
test('trial-balance: the two sums of any user are printed, and an unknown user exits 3', async () => {
  await assertDone(
    /^admin: own 152\.5, sub-accounts 47\.5[^]*47\.5 \+ own 152\.5 \+ in play 0 = issued 200 − withdrawn 0/,
    'trial-balance',
    'admin',
  );
  const output = 'There is no account named personne.\n';
  assert.deepEqual(await admin('trial-balance', 'personne'), { code: 3, output });
});
test('repay: the same reference twice takes the money back once', async () => {
  const words = ['repay', 'capo', '12.5', '--reference', 'retour-1', '--by', 'samia'];
  const answer = /TND taken back from capo by samia at .*, reference retour-1\.$/;
  for (const expected of ['^12\\.5', '^Already done, nothing moved: '])
    await assertDone(new RegExp(`${expected}.*${answer.source}`, 'm'), ...words);
  for (const other of ['repay capo 13', 'mint capo 12.5'])
    assert.equal((await admin(...other.split(' '), '--reference', 'retour-1')).code, 3);
  assert.match((await admin('trial-balance', 'capo')).output, /issued 1000 − withdrawn 12\.5/);
  const recorded = "select concat_ws(', ', operator, reason) from journal_entries where kind = 'repaid'";
  assert.deepEqual(await readColumn(owner, recorded), ['samia, retour-1']);
});
test('correct: the same reference moves money back once, and refuses other arguments', async () => {
  const id = await readValue<bigint>(
    owner,
    "select id from transfers where amount = 5000000 and kind = 'DEPOSIT'",
  );
  const words = (amount: string) => [
    'correct',
    String(id),
    amount,
    '--reference',
    'erreur-1',
    '--reason',
    'mauvais client',
    '--by',
    'samia',
  ];
  for (const expected of [
    /^transfer \d+ corrected, 4 TND from client to admin, by samia at/,
    /^Already done, nothing moved: /,
  ])
    await assertDone(expected, ...words('4'));
  const other = await admin(...words('1'));
  assert.deepEqual([other.code, other.output.split(':')[0]], [3, 'This reference was already used']);
  assert.equal((await admin('verify')).code, 0);
});
test('freeze, unfreeze, unlock: sessions and failed logins end, and the journal says why', async () => {
  const id = await withOneSession('client');
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
  assert.deepEqual(await lastEntries(id, 4), [
    'login-unlocked, nobody, karim',
    'unfrozen, nobody, karim, rendu',
    'sessions-ended, nobody, karim, frozen',
    'frozen, nobody, karim, vol',
  ]);
  assert.deepEqual(await readColumn(owner, 'select subject from login_failures'), ['address:10.0.0.1']);
});
test('protection: it reports who has limited or stopped which player, when, how and until when', async () => {
  const idOf = (name: string) => readValue<number>(owner, `select id from users where username = '${name}'`);
  await owner.query(
    `select register_user_at((select id from users where username = 'admin'), 'joueuse', '', 'ROLE_CLIENT',
                             null, null, null, clock_timestamp())`,
  );
  const [player, other] = [await idOf('client'), await idOf('joueuse')];
  await assertDone(/^0 changes, 0 players stopped\.$/m, 'protection', '--user', 'client');
  await owner.query("select set_own_limit($1, 'lost', 'week', 30000000)", [player]);
  await owner.query("select set_own_limit($1, 'lost', 'week', 50000000)", [player]);
  await owner.query("select stop_play($1, 'paused', interval '3 days')", [player]);
  await owner.query("select stop_play($1, 'excluded', interval '6 months')", [other]);
  const { code, output } = await runWith({ TIME_ZONE: 'Pacific/Kiritimati' }, 'protection', '--days', '1');
  assert.equal(code, 0, output);
  const inZone = (moment: string, form: string) =>
    readValue<string>(owner, `select to_char(${moment} at time zone 'Pacific/Kiritimati', '${form}')`);
  const ends = (of: number, column: string) =>
    inZone(
      `(select s.${column} from player_stops s join users u using (account_id) where u.id = ${of})`,
      'YYYY-MM-DD"T"HH24:MI',
    );
  const day = await inZone('now()', 'YYYY-MM-DD');
  const lines = output.trim().split('\n');
  const expected = [
    [day, 'client own-limit-set by client: lost week: – → 30'],
    [day, 'client own-limit-asked by client: lost week: 30 → 50'],
    [day, 'client paused by client: '],
    [day, 'joueuse excluded by joueuse: '],
    ['', `client is paused until ${await ends(player, 'paused_until')}`],
    ['', `joueuse is excluded until ${await ends(other, 'excluded_until')}`],
    ['', '4 changes, 2 players stopped.'],
  ];
  assert.equal(lines.length, expected.length, output);
  for (const [index, [start, end]] of expected.entries()) {
    assert.ok(lines[index]!.startsWith(start!), `${lines[index]} on ${start}`);
    assert.ok(lines[index]!.includes(end!), `${lines[index]} has not: ${end}`);
  }
  await owner.query("select stop_play($1, 'paused', interval '2 days')", [other]);
  await owner.query(
    `update player_stops set excluded_until = now() + interval '1 day'
      where account_id = (select account_id from users where id = $1)`,
    [other],
  );
  const until = await ends(other, 'excluded_until');
  const one = await runWith({ TIME_ZONE: 'Pacific/Kiritimati' }, 'protection', '--user', 'joueuse');
  assert.ok(one.output.includes(`joueuse is excluded until ${until}`), one.output);
  assert.doesNotMatch(one.output, /^\S+ client /m);
  assert.equal((await admin('protection', '--days', '0')).code, 2);
});
test('after-restore, redate-future: they print what they did, and the ledger is correct', async () => {
  await assertDone(
    /^Sessions ended: \d+\. Next user id: 1\d{6}, next transfer id: 1\d{9}\./,
    'after-restore',
  );
  assert.deepEqual(await admin('redate-future'), {
    code: 0,
    output: 'Transfers redated: 0. Next: verify.\n',
  });
  assert.equal((await admin('verify')).code, 0);
});
