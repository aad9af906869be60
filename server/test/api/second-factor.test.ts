import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { codeWaitS } from '../../src/auth/factors/check-code';
import type { LockedApp } from '../../src/auth/factors/factor.repository';
import { createFactorCipher } from '../../src/auth/factors/factor-cipher';
import { resetFactor } from '../../src/operator/accounts';
import { useTestServer, type Answer, type TestServer } from './start-test-server';

const STEP_MS = 30_000;
const USERS = [
  ['client', 'Client1234'],
  ['admin', 'Admin1234'],
  ['superadmin', 'Super1234'],
  ['capo', 'Capo1234'],
] as const;
const NOT_OFFERED =
  "La double authentification n'est pas configurée sur ce serveur. Adressez-vous à l'exploitant.";
const WRONG_CODE = "Ce code n'est pas valable, ou il a déjà servi. Attendez le code suivant.";

/** The code of an app so many steps after the present one. */
const codeAt = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

const login = (server: TestServer, username: string, password: string, code?: string): Promise<Answer> =>
  server.call('POST', '/auth/login', undefined, {
    username,
    password,
    ...(code === undefined ? {} : { code }),
  });

const post = (server: TestServer, path: string, token: string, body?: object): Promise<Answer> =>
  server.call('POST', path, token, body);

/** Forgets accepted and refused codes, so that a test may use the code of the present step once more. */
const forgetCodes = (server: TestServer): Promise<unknown> =>
  server.owner.query('update authenticator_apps set last_step = 0; delete from code_failures');

interface Enrolled {
  readonly token: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Adds an app to an account, as its user does in Paramètres. */
async function enrol(server: TestServer, username: string, password: string): Promise<Enrolled> {
  const token = await server.tokenOf(username, password);
  assert.equal((await post(server, '/auth/proof', token, { password })).status, 200);
  const begun = await post(server, '/auth/factors/app', token);
  assert.equal(begun.status, 200);
  const { secret, uri } = begun.body as unknown as { secret: string; uri: string };
  assert.match(uri, /^otpauth:\/\/totp\/Palier:/);
  const confirmed = await post(server, '/auth/factors/app/confirm', token, { code: codeAt(secret) });
  assert.equal(confirmed.status, 200);
  const { recoveryCodes } = confirmed.body as unknown as { recoveryCodes: string[] };
  await forgetCodes(server);
  return { token, secret, recoveryCodes };
}

const refusalOf = ({ status, body }: Answer) => [status, body.code, body.errors[0]];

describe('second factor', () => {
  const server = useTestServer();

  for (const [username, password] of USERS)
    test(`second factor: ${username} adds an app, and the sign-in asks for its code`, async () => {
      const other = await server.tokenOf(username, password);
      const { token, secret, recoveryCodes } = await enrol(server, username, password);
      assert.equal((await server.call('GET', '/user/me', other)).status, 401);
      assert.equal((await server.call('GET', '/user/me', token)).status, 200);
      assert.equal(new Set(recoveryCodes).size, 8);

      const asked = await login(server, username, password);
      assert.deepEqual([asked.status, asked.body.code, asked.body.field], [401, 'factor-required', 'code']);
      assert.deepEqual(Object.keys(asked.body).sort(), ['code', 'errors', 'field', 'requestId']);
      const signedIn = await login(server, username, password, codeAt(secret));
      assert.equal(signedIn.status, 200);
      assert.deepEqual(Object.keys(signedIn.body).sort(), ['accessToken', 'refreshToken', 'user']);
      const factors = await server.call('GET', '/auth/factors', signedIn.body.accessToken);
      const { isOffered, appAddedAt, recoveryCodesLeft } = factors.body as unknown as Record<string, unknown>;
      assert.deepEqual([isOffered, typeof appAddedAt, recoveryCodesLeft], [true, 'string', 8]);
    });

  test('second factor: a code works once, and codes of other times are refused', async () => {
    const { rows } = await server.owner.query<{ secret: Buffer; user_id: number }>(
      `select secret, user_id from authenticator_apps join users on id = user_id
        where username = 'client'`,
    );
    const [{ secret: stored, user_id: userId }] = rows as [{ secret: Buffer; user_id: number }];
    const cipher = createFactorCipher({
      factorKey: server.config.FACTOR_KEY,
      previousFactorKey: undefined,
    });
    const secret = new Secret({
      buffer: Uint8Array.from(cipher?.decrypt(stored, userId) ?? []).buffer,
    }).base32;
    await forgetCodes(server);
    for (const steps of [-4, 4]) {
      const late = await login(server, 'client', 'Client1234', codeAt(secret, steps));
      assert.deepEqual(refusalOf(late), [400, 'invalid-input', WRONG_CODE]);
    }
    const code = codeAt(secret);
    assert.equal((await login(server, 'client', 'Client1234', code)).status, 200);
    assert.deepEqual(refusalOf(await login(server, 'client', 'Client1234', code)), [
      400,
      'invalid-input',
      WRONG_CODE,
    ]);
  });

  test('second factor: of 12 concurrent sign-ins with one code, one succeeds', async () => {
    const { secret } = await enrolAgain(server, 'client', 'Client1234');
    const code = codeAt(secret);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => login(server, 'client', 'Client1234', code)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  });

  test("second factor: another account's code and recovery code are refused", async () => {
    const client = await enrolAgain(server, 'client', 'Client1234');
    for (const code of [codeAt(client.secret), client.recoveryCodes[0]])
      assert.deepEqual(refusalOf(await login(server, 'admin', 'Admin1234', code)), [
        400,
        'invalid-input',
        WRONG_CODE,
      ]);
  });

  test('second factor: after refused codes the right one waits, but a recovery code does not', async () => {
    const { secret, recoveryCodes } = await enrolAgain(server, 'client', 'Client1234');
    for (let tries = 0; tries < 5; tries += 1)
      assert.equal((await login(server, 'client', 'Client1234', codeAt(secret, 40))).status, 400);
    // The wait of the fifth refusal is short; that of the fifteenth outlasts any slow machine.
    await server.owner.query('update code_failures set failures = failures + 10');
    const waiting = await login(server, 'client', 'Client1234', codeAt(secret));
    assert.deepEqual([waiting.status, waiting.body.code, waiting.body.field], [429, 'too-many', 'code']);
    assert.equal((await login(server, 'client', 'Client1234', 'aaaa-bbbb-cccc-dddd')).status, 400);
    assert.equal((await login(server, 'client', 'Client1234', recoveryCodes[0])).status, 200);
    assert.equal((await login(server, 'client', 'Client1234', codeAt(secret))).status, 429);
    await server.owner.query("update code_failures set failed_at = failed_at - interval '1 hour'");
    assert.equal((await login(server, 'client', 'Client1234', codeAt(secret))).status, 200);
    await forgetCodes(server);
    assert.equal((await login(server, 'client', 'Client1234', codeAt(secret, 40))).status, 400);
    assert.equal((await login(server, 'client', 'Client1234', codeAt(secret))).status, 200);
  });

  test('second factor: refused codes from elsewhere keep no device of the owner waiting', async () => {
    const { token, secret } = await enrolAgain(server, 'client', 'Client1234');
    const { rows } = await server.owner.query(
      `insert into code_failures (user_id, source, failures)
         select id, 'strangers', 40 from users where username = 'client' returning source`,
    );
    assert.equal(rows.length, 1);
    const body = { username: 'client', password: 'Client1234' };
    const inject = (payload: object, cookie?: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        headers: cookie === undefined ? {} : { cookie },
        payload,
      });
    assert.equal((await inject({ ...body, code: codeAt(secret) })).statusCode, 429);
    await removeFactor(server, 'client');
    const known = await inject(body);
    const cookie = String(known.headers['set-cookie']).split(';')[0];
    const again = await enrolAgain(server, 'client', 'Client1234');
    await server.owner.query('update code_failures set failures = 40, failed_at = clock_timestamp()');
    await server.owner.query(
      `insert into code_failures (user_id, source, failures)
         select id, 'strangers', 40 from users where username = 'client' on conflict do nothing`,
    );
    assert.equal((await inject({ ...body, code: codeAt(again.secret) })).statusCode, 429);
    assert.equal((await inject({ ...body, code: codeAt(again.secret) }, cookie)).statusCode, 200);
    // A thief of a session delays the proofs of that session alone.
    await forgetCodes(server);
    for (let tries = 0; tries < 6; tries += 1)
      await post(server, '/auth/proof', again.token, { code: '000000' });
    const sources = await server.owner.query<{ source: string }>('select source from code_failures');
    assert.match(sources.rows.map(({ source }) => source).join(), /^session:[0-9a-f-]{36}$/);
    assert.notEqual(token, again.token);
  });

  test('second factor: a count of refused codes begins again after a day without one', async () => {
    const { secret } = await enrolAgain(server, 'client', 'Client1234');
    await server.owner.query(
      `insert into code_failures (user_id, source, failures, failed_at)
         select id, 'strangers', 40, clock_timestamp() - interval '25 hours' from users
          where username = 'client'`,
    );
    assert.equal((await login(server, 'client', 'Client1234', codeAt(secret, 40))).status, 400);
    const { rows } = await server.owner.query<object>('select failures from code_failures');
    assert.deepEqual(rows, [{ failures: 1 }]);
  });

  test('second factor: a sign-in that waited while a factor was added makes no session', async () => {
    await removeFactor(server, 'client');
    const client = await server.owner.connect();
    try {
      await client.query("begin; select from users where username = 'client' for no key update");
      const waiting = login(server, 'client', 'Client1234');
      const isWaiting = async (): Promise<boolean> =>
        (
          await server.owner.query(
            `select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rows.length > 0;
      while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 20));
      await client.query(
        `insert into authenticator_apps (user_id, secret, confirmed_at)
           select id, 'x', now() from users where username = 'client';
         update users set factor_changes = factor_changes + 1 where username = 'client'; commit`,
      );
      assert.equal((await waiting).status, 401);
    } finally {
      client.release();
    }
  });

  test('second factor: refused codes use up no try of the password', async () => {
    const { secret } = await enrolAgain(server, 'client', 'Client1234');
    for (let tries = 0; tries < 60; tries += 1) {
      const answer = await login(server, 'client', 'Client1234');
      assert.equal(answer.body.code, 'factor-required');
    }
    assert.equal((await login(server, 'client', 'Client1234', codeAt(secret))).status, 200);
  });

  test('second factor: a wrong password gets the same answer with and without a code', async () => {
    const { secret } = await enrolAgain(server, 'client', 'Client1234');
    const answers = [
      await login(server, 'client', 'Wrong1234'),
      await login(server, 'client', 'Wrong1234', codeAt(secret)),
      await login(server, 'nobody', 'Wrong1234'),
    ];
    for (const { status, body } of answers)
      assert.deepEqual(
        [status, body.errors, body.code],
        [401, ['Invalid email or password.'], 'unauthenticated'],
      );
  });

  test('second factor: a recovery code signs in once, as it is printed or without hyphens', async () => {
    const { recoveryCodes } = await enrolAgain(server, 'client', 'Client1234');
    const [first = '', second = ''] = recoveryCodes;
    assert.match(first, /^([0-9A-Z]{4}-){5}[0-9A-Z]{4}$/);
    assert.equal((await login(server, 'client', 'Client1234', first)).status, 200);
    assert.equal((await login(server, 'client', 'Client1234', first)).status, 400);
    const typed = ` ${second.replaceAll('-', '').toLowerCase()} `;
    const signedIn = await login(server, 'client', 'Client1234', typed);
    assert.equal(signedIn.status, 200);
    const { body } = await server.call('GET', '/auth/factors', signedIn.body.accessToken);
    assert.equal((body as unknown as { recoveryCodesLeft: number }).recoveryCodesLeft, 6);
  });

  test('second factor: new recovery codes replace the old ones', async () => {
    const { token, recoveryCodes } = await enrolAgain(server, 'client', 'Client1234');
    const renewed = await post(server, '/auth/factors/recovery-codes', token);
    assert.equal(renewed.status, 200);
    const codes = (renewed.body as unknown as { recoveryCodes: string[] }).recoveryCodes;
    assert.equal((await login(server, 'client', 'Client1234', recoveryCodes[1])).status, 400);
    assert.equal((await login(server, 'client', 'Client1234', codes[1])).status, 200);
  });

  test('second factor: after the removal the password alone signs in, and other sessions end', async () => {
    const { token, secret } = await enrolAgain(server, 'client', 'Client1234');
    const other = (await login(server, 'client', 'Client1234', codeAt(secret))).body.accessToken;
    assert.equal((await post(server, '/auth/factors/app/remove', token)).status, 200);
    assert.equal((await server.call('GET', '/user/me', other)).status, 401);
    assert.equal((await login(server, 'client', 'Client1234')).status, 200);
    const journal = await server.call('GET', '/user/journal?size=25', token);
    const kinds = (journal.body.data as unknown as { kind: string }[]).map(({ kind }) => kind);
    for (const kind of ['factor-added', 'factor-removed', 'recovery-codes-made'])
      assert.ok(kinds.includes(kind), kind);
    const notices = await server.call('GET', '/user/notices', token);
    const told = (notices.body.data as unknown as { kind: string }[]).map(({ kind }) => kind);
    assert.ok(told.includes('factor-added') && told.includes('factor-removed'), told.join());
  });

  test('second factor: an operator removes a lost one; the journal names operator and proof', async () => {
    const { token } = await enrolAgain(server, 'capo', 'Capo1234');
    const call = { pool: server.pool, words: ['capo'], operator: 'samia', environment: {} };
    await assert.rejects(async () => resetFactor.run({ ...call, options: {} }), /--identified is required/);
    const options = { identified: 'carte vue au guichet' };
    assert.match(String(await resetFactor.run({ ...call, options })), /removed, sessions ended: [1-9]/);
    assert.equal((await server.call('GET', '/user/me', token)).status, 401);
    assert.equal((await login(server, 'capo', 'Capo1234')).status, 200);
    await assert.rejects(async () => resetFactor.run({ ...call, options }), /capo has no second factor/);
    const { rows } = await server.owner.query<object>(
      `select operator, reason, actor_id from journal_entries
        where kind = 'factor-removed' order by id desc limit 1`,
    );
    assert.deepEqual(rows, [{ operator: 'samia', reason: 'carte vue au guichet', actor_id: null }]);
    const notices = await server.call('GET', '/user/notices', await server.tokenOf('capo'));
    const told = notices.body.data as unknown as { kind: string; facts: object }[];
    assert.deepEqual(told.find(({ kind }) => kind === 'factor-removed')?.facts, { by: null });
  });

  test('second factor: a closed account with one gets its reason, and no code is asked for', async () => {
    await enrolAgain(server, 'client', 'Client1234');
    const setFrozen = (isFrozen: boolean) =>
      server.owner.query("update accounts set is_frozen = $1 where code = 'user:client'", [isFrozen]);
    await setFrozen(true);
    const { status, body } = await login(server, 'client', 'Client1234');
    assert.deepEqual([status, body.code], [401, 'account-closed']);
    await setFrozen(false);
    assert.equal((await login(server, 'client', 'Client1234')).body.code, 'factor-required');
    await removeFactor(server, 'client');
  });

  test('second factor: adding, removing and new codes need a proof of the last five minutes', async () => {
    const token = await server.tokenOf('client', 'Client1234');
    const assertRefused = async (path: string): Promise<void> => {
      const { status, body } = await post(
        server,
        path,
        token,
        path.endsWith('m') ? { code: '1' } : undefined,
      );
      assert.deepEqual([status, body.code], [409, 'proof-required'], path);
    };
    await assertRefused('/auth/factors/app');
    await assertRefused('/auth/factors/app/confirm');
    await assertRefused('/auth/factors/app/remove');
    await assertRefused('/auth/factors/recovery-codes');
    assert.equal((await post(server, '/auth/proof', token, { password: 'Client1234' })).status, 200);
    assert.equal((await post(server, '/auth/factors/app', token)).status, 200);
    await server.owner.query("update sessions set proved_at = proved_at - interval '301 s'");
    await assertRefused('/auth/factors/app');
    // A proof that was made in another session of the account does not count here.
    const other = await server.tokenOf('client', 'Client1234');
    assert.equal((await post(server, '/auth/proof', other, { password: 'Client1234' })).status, 200);
    await assertRefused('/auth/factors/app');
  });

  test('second factor: the password is no proof once the account has a factor', async () => {
    const { token, secret } = await enrolAgain(server, 'client', 'Client1234');
    await server.owner.query('update sessions set proved_at = null');
    const refused = await post(server, '/auth/proof', token, { password: 'Client1234' });
    assert.deepEqual([refused.status, refused.body.code], [409, 'proof-required']);
    assert.equal((await post(server, '/auth/proof', token, { code: codeAt(secret) })).status, 200);
    assert.equal((await post(server, '/auth/proof', token, { code: codeAt(secret) })).status, 400);
    for (const body of [{}, { code: '1', password: 'x' }]) {
      const unclear = await post(server, '/auth/proof', token, body);
      assert.equal(unclear.status, 400);
      // The body as a whole is wrong, and no field of it.
      assert.ok(!('field' in unclear.body));
    }
  });

  test('second factor: a wrong password of a proof counts like a failed login', async () => {
    await removeFactor(server, 'client');
    const token = await server.tokenOf('client');
    const wrong = await post(server, '/auth/proof', token, { password: 'Wrong1234' });
    assert.deepEqual(refusalOf(wrong), [400, 'invalid-input', 'Le mot de passe est incorrect.']);
    assert.equal(wrong.body.field, 'password');
  });

  test('second factor: a stored secret is encrypted, and not readable for another account', async () => {
    const { secret } = await enrolAgain(server, 'client', 'Client1234');
    await enrolAgain(server, 'admin', 'Admin1234');
    const { rows } = await server.owner.query<{ secret: Buffer }>('select secret from authenticator_apps');
    const plain = Buffer.from(Secret.fromBase32(secret).buffer);
    for (const row of rows) assert.ok(!row.secret.includes(plain));
    await server.owner.query(
      `update authenticator_apps
          set secret = (select secret from authenticator_apps
                          join users on id = user_id where username = 'client')
        where user_id = (select id from users where username = 'admin')`,
    );
    const answer = await login(server, 'admin', 'Admin1234', codeAt(secret));
    assert.deepEqual([answer.status, answer.body.code], [503, 'unavailable']);
  });
});

/** Removes the factor of an account as the owner of the database would. */
const removeFactor = (server: TestServer, username: string): Promise<unknown> =>
  server.owner.query(
    'delete from authenticator_apps where user_id = (select id from users where username = $1)',
    [username],
  );

async function enrolAgain(server: TestServer, username: string, password: string): Promise<Enrolled> {
  await removeFactor(server, username);
  return enrol(server, username, password);
}

describe('second factor without a key', () => {
  const server = useTestServer({ NODE_ENV: 'production', JWT_SECRET: 'j'.repeat(40) });

  test('second factor: without a key an app is refused with a sentence', async () => {
    const token = await server.tokenOf('client');
    const factors = await server.call('GET', '/auth/factors', token);
    assert.equal((factors.body as unknown as { isOffered: boolean }).isOffered, false);
    assert.equal((await post(server, '/auth/proof', token, { password: 'Client1234' })).status, 200);
    assert.deepEqual(refusalOf(await post(server, '/auth/factors/app', token)), [
      409,
      'conflict',
      NOT_OFFERED,
    ]);
  });
});

test('second factor: after five refused codes the wait doubles with each, up to an hour', () => {
  const waitAfter = (failures: number, failedSecondsAgo: number | null = 0): number =>
    codeWaitS({ failures, failedSecondsAgo } as LockedApp);
  assert.deepEqual(
    [0, 4, 5, 6, 7].map((failures) => waitAfter(failures)),
    [0, 0, 30, 60, 120],
  );
  assert.deepEqual([waitAfter(30), waitAfter(5, 29.5), waitAfter(5, 30)], [3_600, 1, 0]);
});

test('second factor: after a change of the key, apps added before it still work', () => {
  const before = createFactorCipher({ factorKey: 'a'.repeat(32), previousFactorKey: undefined });
  const after = createFactorCipher({ factorKey: 'b'.repeat(32), previousFactorKey: 'a'.repeat(32) });
  const without = createFactorCipher({ factorKey: 'b'.repeat(32), previousFactorKey: undefined });
  const secret = Buffer.from('a secret of an app..');
  const encrypted = before!.encrypt({ userId: 7, secret });
  assert.deepEqual(after!.decrypt(encrypted, 7), secret);
  assert.equal(after!.decrypt(encrypted, 8), null);
  assert.equal(without!.decrypt(encrypted, 7), null);
  assert.equal(before!.decrypt(encrypted.subarray(0, -1), 7), null);
});
