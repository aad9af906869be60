import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { NewPasskey, OwnFactors, PasskeyChallenge } from '@palier/shared/contracts/factors';
import type { PasskeyAnswer } from '@palier/shared/contracts/requests';
import { relyingPartyOf } from '../../src/auth/factors/passkey-check';
import { readConfig } from '../../src/config/config';
import { proofAbove, resetFactor } from '../../src/operator/accounts';
import { readColumn, readValue } from '../database';
import { SoftPasskey } from './soft-passkey';
import { useTestServer, type Answer } from './start-test-server';

const ORIGIN = 'https://palier.example';
const USERS = [
  ['client', 'Client1234'],
  ['admin', 'Admin1234'],
  ['superadmin', 'Super1234'],
  ['capo', 'Capo1234'],
] as const;
const REFUSED = [400, "Cette clé d'accès n'a pas été acceptée. Réessayez, ou utilisez un autre moyen."];

const answered = <Body>({ body }: Answer): Body => body as unknown as Body;
const refusalOf = ({ status, body }: Answer) => [status, body.errors[0]];

describe('passkeys', () => {
  const server = useTestServer({ PUBLIC_ORIGIN: ORIGIN });
  const post = (path: string, token?: string, body?: object) => server.call('POST', path, token, body);

  beforeEach(() =>
    server.owner.query(
      `delete from passkeys; delete from recovery_codes; delete from authenticator_apps;
       delete from passkey_challenges`,
    ),
  );

  const challengeOfSignIn = async (): Promise<PasskeyChallenge> =>
    answered(await post('/auth/passkey/challenge'));
  const challengeOfProof = async (token: string): Promise<PasskeyChallenge> =>
    answered(await post('/auth/proof/challenge', token));
  const signIn = (answer: PasskeyAnswer) => post('/auth/passkey/login', undefined, answer);
  const factorsOf = async (token: string): Promise<OwnFactors> =>
    answered(await server.call('GET', '/auth/factors', token));

  const beginToAdd = async (token: string): Promise<NewPasskey> =>
    answered(await post('/auth/factors/passkeys/begin', token, { name: 'Téléphone' }));

  /** A proved session of a user. */
  async function provedSession(username: string, password: string): Promise<string> {
    const token = await server.tokenOf(username, password);
    assert.equal((await post('/auth/proof', token, { password })).status, 200);
    return token;
  }

  /** Adds a passkey to an account without one, as its user does in Paramètres. */
  async function enrol(username = 'client', password = 'Client1234', passkey = new SoftPasskey(ORIGIN)) {
    const token = await provedSession(username, password);
    const added = await post('/auth/factors/passkeys', token, {
      name: 'Téléphone',
      passkey: passkey.create(await beginToAdd(token)),
    });
    assert.equal(added.status, 200);
    const { recoveryCodes } = answered<{ recoveryCodes: string[] }>(added);
    return { token, passkey, recoveryCodes };
  }

  for (const [username, password] of USERS)
    test(`passkeys: ${username} adds one, which signs in alone and is asked after the password`, async () => {
      const other = await server.tokenOf(username, password);
      const { token, passkey, recoveryCodes } = await enrol(username, password);
      assert.equal((await server.call('GET', '/user/me', other)).status, 401);
      assert.equal(new Set(recoveryCodes).size, 8);

      const alone = await signIn(passkey.sign(await challengeOfSignIn()));
      assert.equal(alone.status, 200);
      assert.deepEqual(Object.keys(alone.body).sort(), ['accessToken', 'refreshToken', 'user']);
      assert.equal(alone.body.user.username, username);

      const asked = await post('/auth/login', undefined, { username, password });
      assert.deepEqual([asked.status, asked.body.code, asked.body.field], [401, 'factor-required', 'code']);
      const body = { username, password, passkey: passkey.sign(await challengeOfSignIn()) };
      assert.equal((await post('/auth/login', undefined, body)).status, 200);
      const byCode = { username, password, code: recoveryCodes[0] };
      assert.equal((await post('/auth/login', undefined, byCode)).status, 200);

      const { passkeys, arePasskeysOffered, recoveryCodesLeft } = await factorsOf(token);
      assert.deepEqual([arePasskeysOffered, recoveryCodesLeft], [true, 7]);
      assert.deepEqual(
        passkeys.map(({ name, usedAt }) => [name, typeof usedAt]),
        [['Téléphone', 'string']],
      );
    });

  test('passkeys: the page of the sign-in gets a challenge of our name, and no account', async () => {
    const { challenge, ...rest } = await challengeOfSignIn();
    assert.equal(Buffer.from(challenge, 'base64url').length, 32);
    assert.deepEqual(rest, { rpId: 'palier.example', timeout: 120_000, userVerification: 'required' });
  });

  test('passkeys: several have one handle, and a proof removes them; the last ends codes', async () => {
    const { token, passkey } = await enrol();
    const second = new SoftPasskey(ORIGIN, { hasCounter: false });
    const begun = await beginToAdd(token);
    assert.equal(begun.excludeCredentials.length, 1);
    const added = await post('/auth/factors/passkeys', token, {
      name: 'Clé USB',
      passkey: second.create(begun),
    });
    assert.deepEqual(answered(added), { recoveryCodes: [] });
    const handles = await readValue(server.owner, 'select count(distinct user_handle)::int from passkeys');
    assert.equal(handles, 1);
    const signedIn = await signIn(second.sign(await challengeOfSignIn()));
    assert.equal(signedIn.status, 200);
    // Both have counter 0 now: the passkey has none.
    assert.equal((await signIn(second.sign(await challengeOfSignIn()))).status, 200);

    const [first, other] = (await factorsOf(token)).passkeys;
    await server.owner.query('update sessions set proved_at = null');
    const remove = (id: number | undefined) => post(`/auth/factors/passkeys/${id}/remove`, token);
    assert.deepEqual(
      [(await remove(first?.id)).body.code, (await factorsOf(token)).passkeys.length],
      ['proof-required', 2],
    );
    assert.equal(
      (await post('/auth/proof', token, { passkey: passkey.sign(await challengeOfProof(token)) })).status,
      200,
    );
    assert.equal((await remove(first?.id)).status, 200);
    assert.equal((await server.call('GET', '/user/me', signedIn.body.accessToken)).status, 401);
    assert.deepEqual(refusalOf(await signIn(passkey.sign(await challengeOfSignIn()))), REFUSED);
    assert.equal((await factorsOf(token)).recoveryCodesLeft, 8);
    assert.equal((await remove(other?.id)).status, 200);
    assert.equal((await factorsOf(token)).recoveryCodesLeft, 0);
    assert.equal((await server.login('client')).user.id, await server.idOf('client'));
    const journal = await server.call('GET', '/user/journal?size=25', token);
    const kinds = (journal.body.data as unknown as { kind: string }[]).map(({ kind }) => kind);
    assert.deepEqual(
      ['factor-added', 'factor-removed'].map((kind) => kinds.includes(kind)),
      [true, true],
    );
  });

  test('passkeys: one of another account is neither removed nor accepted after the password', async () => {
    const { passkey } = await enrol('admin', 'Admin1234');
    const { token } = await enrol();
    const id = await readValue<number>(
      server.owner,
      "select p.id from passkeys p join users u on u.id = user_id where username = 'admin'",
    );
    assert.equal((await post(`/auth/factors/passkeys/${id}/remove`, token)).body.code, 'not-found');
    const body = {
      username: 'client',
      password: 'Client1234',
      passkey: passkey.sign(await challengeOfSignIn()),
    };
    assert.deepEqual(refusalOf(await post('/auth/login', undefined, body)), REFUSED);
    const foreign = { passkey: passkey.sign(await challengeOfProof(token)) };
    assert.deepEqual(refusalOf(await post('/auth/proof', token, foreign)), REFUSED);
    // The same passkey cannot be added to a second account.
    const again = { name: 'Copie', passkey: passkey.create(await beginToAdd(token)) };
    assert.deepEqual(refusalOf(await post('/auth/factors/passkeys', token, again)), REFUSED);
  });

  test('passkeys: an answer is refused when it is repeated, expired or of another use', async () => {
    const { token, passkey } = await enrol();
    const answer = passkey.sign(await challengeOfSignIn());
    assert.equal((await signIn(answer)).status, 200);
    assert.deepEqual(refusalOf(await signIn(answer)), REFUSED);

    const late = passkey.sign(await challengeOfSignIn());
    await server.owner.query(
      "update passkey_challenges set expires_at = clock_timestamp() - interval '1 ms'",
    );
    assert.deepEqual(refusalOf(await signIn(late)), REFUSED);

    assert.deepEqual(refusalOf(await signIn(passkey.sign(await challengeOfProof(token)))), REFUSED);
    const ofSignIn = { passkey: passkey.sign(await challengeOfSignIn()) };
    assert.deepEqual(refusalOf(await post('/auth/proof', token, ofSignIn)), REFUSED);
    const other = (await signIn(passkey.sign(await challengeOfSignIn()))).body.accessToken;
    const ofOther = { passkey: passkey.sign(await challengeOfProof(other)) };
    assert.deepEqual(refusalOf(await post('/auth/proof', token, ofOther)), REFUSED);
    const invented = passkey.sign({ challenge: Buffer.alloc(32, 7).toString('base64url') });
    assert.deepEqual(refusalOf(await signIn(invented)), REFUSED);
  });

  test('passkeys: an answer of another origin, name, user or signature is refused', async () => {
    const { passkey } = await enrol();
    for (const fault of [
      { origin: 'https://palier.example.evil.example' },
      { origin: 'http://palier.example' },
      { isVerified: false },
      { type: 'webauthn.create' },
      { crossOrigin: true },
    ])
      assert.deepEqual(refusalOf(await signIn(passkey.sign(await challengeOfSignIn(), fault))), REFUSED);
    const unknown = new SoftPasskey(ORIGIN);
    assert.deepEqual(
      refusalOf(await signIn({ ...unknown.sign(await challengeOfSignIn()), userHandle: 'eA' })),
      REFUSED,
    );
    const right = passkey.sign(await challengeOfSignIn());
    const { signature } = passkey.sign(await challengeOfSignIn());
    assert.deepEqual(refusalOf(await signIn({ ...right, signature })), REFUSED);
    const handle = { ...passkey.sign(await challengeOfSignIn()), userHandle: 'eA' };
    assert.deepEqual(refusalOf(await signIn(handle)), REFUSED);
    const unreadable = { ...right, clientDataJSON: 'eA' };
    assert.deepEqual(refusalOf(await signIn(unreadable)), REFUSED);
    assert.equal((await signIn({ ...right, id: '' })).status, 400);
  });

  test('passkeys: of 12 concurrent answers to one challenge, one is accepted', async () => {
    const { passkey } = await enrol();
    const challenge = await challengeOfSignIn();
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(passkey.sign(challenge))));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  });

  test('passkeys: a counter that goes back or stays is refused, and a later one is accepted', async () => {
    const { passkey } = await enrol();
    const withCounter = async (counter: number) =>
      (await signIn(passkey.sign(await challengeOfSignIn(), { counter }))).status;
    assert.deepEqual(
      [await withCounter(50), await withCounter(50), await withCounter(49), await withCounter(0)],
      [200, 400, 400, 400],
    );
    assert.equal(await withCounter(51), 200);
  });

  test('passkeys: a new one is refused with another origin, without its user, or too late', async () => {
    const token = await provedSession('client', 'Client1234');
    const add = (passkey: object, name = 'Téléphone') =>
      post('/auth/factors/passkeys', token, { name, passkey });
    for (const fault of [
      { origin: 'https://evil.example' },
      { isVerified: false },
      { type: 'webauthn.get' },
      { crossOrigin: true },
    ])
      assert.deepEqual(
        refusalOf(await add(new SoftPasskey(ORIGIN).create(await beginToAdd(token), fault))),
        REFUSED,
      );
    const created = new SoftPasskey(ORIGIN).create(await beginToAdd(token));
    await server.owner.query(
      "update passkey_challenges set expires_at = clock_timestamp() - interval '1 ms'",
    );
    assert.deepEqual(refusalOf(await add(created)), REFUSED);
    const inOther = await provedSession('client', 'Client1234');
    const foreign = new SoftPasskey(ORIGIN).create(await beginToAdd(inOther));
    assert.deepEqual(refusalOf(await add(foreign)), REFUSED);
    for (const nameless of [
      await add(new SoftPasskey(ORIGIN).create(await beginToAdd(token)), ' '),
      await post('/auth/factors/passkeys/begin', token, { name: '' }),
    ])
      assert.deepEqual(refusalOf(nameless), [400, "Donnez un nom à la clé d'accès."]);
    assert.deepEqual((await factorsOf(token)).passkeys, []);
    assert.equal((await server.login('client')).user.id, await server.idOf('client'));
  });

  test('passkeys: adding needs a fresh proof, and an eleventh passkey is refused', async () => {
    const token = await server.tokenOf('client', 'Client1234');
    assert.equal(
      (await post('/auth/factors/passkeys/begin', token, { name: 'Clé' })).body.code,
      'proof-required',
    );
    const proved = (await enrol()).token;
    await server.owner.query(
      `insert into passkeys (user_id, credential_id, public_key, user_handle, counter, name)
         select user_id, sha256(n::text::bytea), public_key, user_handle, 0, 'n' from passkeys,
                generate_series(1, 9) n`,
    );
    assert.deepEqual(refusalOf(await post('/auth/factors/passkeys/begin', proved, { name: 'Clé' })), [
      409,
      "Vous avez déjà dix clés d'accès. Retirez-en une avant une autre.",
    ]);
  });

  test('passkeys: its proof lets a movement above the sum pass, once for five minutes', async () => {
    await proofAbove.run({
      pool: server.owner,
      words: ['admin', '10'],
      options: {},
      operator: 'samia',
      environment: {},
    });
    const { token, passkey } = await enrol('admin', 'Admin1234');
    await server.owner.query('update sessions set proved_at = null');
    assert.equal((await server.transfer(token, { amount: 11 })).body.code, 'proof-required');
    const proof = { passkey: passkey.sign(await challengeOfProof(token)) };
    assert.equal((await post('/auth/proof', token, proof)).status, 200);
    assert.equal((await server.transfer(token, { amount: 11 })).status, 200);
    await server.owner.query("update sessions set proved_at = proved_at - interval '301 s'");
    assert.equal((await server.transfer(token, { amount: 11 })).body.code, 'proof-required');
    assert.deepEqual(refusalOf(await post('/auth/proof', token, proof)), REFUSED);
  });

  test('passkeys: a closed account gets its reason, and a wrong passkey does not', async () => {
    const { passkey } = await enrol();
    await server.owner.query("update users set active = false where username = 'client'");
    const closed = await signIn(passkey.sign(await challengeOfSignIn()));
    assert.deepEqual([closed.status, closed.body.code], [401, 'account-closed']);
    assert.match(closed.body.errors[1] ?? '', /désactivé. Adressez-vous à admin/);
    const wrong = await signIn(passkey.sign(await challengeOfSignIn(), { isVerified: false }));
    assert.deepEqual(refusalOf(wrong), REFUSED);
    await server.owner.query("update users set active = true where username = 'client'");
    assert.equal((await signIn(passkey.sign(await challengeOfSignIn()))).status, 200);
  });

  test('passkeys: an operator removes lost ones, and the password alone signs in', async () => {
    const { token, passkey } = await enrol('capo', 'Capo1234');
    const options = { identified: 'carte vue au guichet' };
    const call = { pool: server.pool, words: ['capo'], operator: 'samia', environment: {}, options };
    assert.match(String(await resetFactor.run(call)), /removed, sessions ended: [1-9]/);
    assert.equal((await server.call('GET', '/user/me', token)).status, 401);
    assert.deepEqual(refusalOf(await signIn(passkey.sign(await challengeOfSignIn()))), REFUSED);
    assert.equal(
      (await post('/auth/login', undefined, { username: 'capo', password: 'Capo1234' })).status,
      200,
    );
  });

  test('passkeys: a sign-in that waited for the removal of its passkey makes no session', async () => {
    const { passkey } = await enrol();
    const answer = passkey.sign(await challengeOfSignIn());
    const client = await server.owner.connect();
    try {
      await client.query("begin; select from users where username = 'client' for no key update");
      const waiting = signIn(answer);
      const isWaiting = () =>
        readColumn(
          server.owner,
          "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
      while ((await isWaiting()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await client.query(
        `delete from passkeys;
         update users set factor_changes = factor_changes + 1 where username = 'client';
         commit`,
      );
      assert.deepEqual(refusalOf(await waiting), REFUSED);
    } finally {
      client.release();
    }
  });
});

describe('passkeys without a public address', () => {
  const server = useTestServer({
    NODE_ENV: 'production',
    JWT_SECRET: 'j'.repeat(40),
  });

  test('passkeys: without a public address they are refused with a sentence', async () => {
    const token = await server.tokenOf('client');
    const factors = await server.call('GET', '/auth/factors', token);
    assert.equal(answered<OwnFactors>(factors).arePasskeysOffered, false);
    for (const [path, by] of [
      ['/auth/passkey/challenge', undefined],
      ['/auth/proof/challenge', token],
    ] as const)
      assert.deepEqual(refusalOf(await server.call('POST', path, by)), [
        409,
        "Les clés d'accès ne sont pas configurées sur ce serveur. Adressez-vous à l'exploitant.",
      ]);
  });
});

test('passkeys: the name of the public address is the relying party, and an IP address is none', () => {
  assert.deepEqual(relyingPartyOf('https://palier.example:8443'), {
    id: 'palier.example',
    origin: 'https://palier.example:8443',
  });
  for (const none of [undefined, 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    assert.equal(relyingPartyOf(none), null);
});

test('settings: a public address with a path or in upper case is refused', () => {
  for (const wrong of ['https://palier.example/', 'https://Palier.example', 'palier.example'])
    assert.throws(() => readConfig({ PUBLIC_ORIGIN: wrong }), /PUBLIC_ORIGIN must be the origin/);
});
