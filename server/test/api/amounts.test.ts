import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAnswer, IS_LONG, useDemoServer } from './demo-server';
import { depositOf, pay, registerClient, withdrawalOf } from '@palier/test-support/actors/api-client';
import { type RawAnswer, send } from '@palier/test-support/actors/raw-http';

const WRITTEN_AMOUNTS = [
  '-1',
  '-0',
  '1.555',
  '1e-7',
  '1.5e308',
  '1e400',
  '-1e400',
  '9007199254740993',
  '9000000000.01',
  '1.0000000000000001',
  '"5"',
  'true',
  '[7]',
  '{}',
  'null',
  '0x10',
  'NaN',
  '01',
  '+1',
  '1.',
  '',
];
/** Valid initial balances; a deposit or withdrawal must be a whole number above zero. */
const CREATION_ALONE = ['0', '0.0', '1.5', '0.01'];
/** Types of the ledger that an agent may not use, and unknown types. */
const WRITTEN_TYPES = ['"deposit"', '"USER_CREATION"', '"BET"', '""', '1'];
const REPEATED_KEYS = [
  '"amount":1,"amount":900',
  '"amount":1,"am\\u006funt":900',
  '"amount":1,"type":"DEPOSIT"',
];
const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON',
  'application/json ;charset="utf-8"',
  'application/json;	charset=utf-8',
];

/** Transfers and registrations, each with one invalid part, as their path and JSON text. */
function invalidBodies(receiver: string): (readonly [path: string, body: string])[] {
  const transfer = (rest: string) =>
    ['/api/v1/transactions', `{"receiverUsername":"${receiver}",${rest}}`] as const;
  const registration = (balance: string) =>
    [
      '/api/v1/auth/admin/register-client',
      `{"username":"never-made","password":"Matmata77","balance":${balance}}`,
    ] as const;
  const types = ['"DEPOSIT"', '"WITHDRAWAL"'];
  return [
    ...[...WRITTEN_AMOUNTS, ...CREATION_ALONE].flatMap((amount) =>
      types.map((type) => transfer(`"amount":${amount},"type":${type}`)),
    ),
    ...WRITTEN_AMOUNTS.map(registration),
    ...WRITTEN_TYPES.map((type) => transfer(`"amount":1,"type":${type}`)),
    ...REPEATED_KEYS.map((twice) => transfer(`${twice},"type":"DEPOSIT"`)),
  ];
}

describe('amounts', () => {
  const server = useDemoServer();

  test('invalid amounts: an invalid or repeated amount or type changes nothing (A8)', async () => {
    const { accessToken: token } = await server.login('admin');
    const { username } = await server.newChild('admin', 5);
    const readBalances = async (): Promise<string> =>
      `${await server.balanceOf(username)}/${await server.balanceOf('admin')}`;
    const before = await readBalances();
    for (const [index, contentType] of CONTENT_TYPES.entries())
      for (const [path, body] of invalidBodies(username)) {
        const headers = { 'content-type': contentType };
        const answer = await send(server.urlOf(index), { method: 'POST', path, token, body, headers });
        assertAnswer(`${path} ${contentType} ${body}`, answer, 400);
      }
    assert.ok((await readBalances()) === before, 'money moved');
    const { rowCount: made } = await server.owner.query("select from users where username = 'never-made'");
    assert.ok(made === 0, 'a user was created');
  });

  test('balance limit: an agent gives and takes up to the balance, and nothing above it (A9)', async () => {
    const { accessToken } = await server.login('superadmin');
    for (let trial = 0; trial < (IS_LONG ? 10 : 1); trial += 1) {
      const { username } = await server.newChild('superadmin', 10);
      const { accessToken: child } = await server.login(username);
      const nameOf = (name: string): string => `${name}-${username}`.slice(0, 32);
      const register = (balance: number, name: string): Promise<RawAnswer> =>
        registerClient(server.urlOf(trial), child, { username: nameOf(name), balance });
      assertAnswer(
        'withdraw above',
        await pay(server.urlOf(0), accessToken, withdrawalOf(username, 11)),
        400,
      );
      assertAnswer('withdraw below', await pay(server.urlOf(0), accessToken, withdrawalOf(username, 9)), 200);
      assertAnswer(
        'withdraw the rest',
        await pay(server.urlOf(1), accessToken, withdrawalOf(username, 1)),
        200,
      );
      await pay(server.urlOf(1), accessToken, depositOf(username, 2));
      assertAnswer('create with nothing', await register(0, 'own'), 200);
      assertAnswer('give above', await pay(server.urlOf(0), child, depositOf(nameOf('own'), 3)), 400);
      assertAnswer('give at', await pay(server.urlOf(1), child, depositOf(nameOf('own'), 2)), 200);
      assertAnswer('take back', await pay(server.urlOf(0), child, withdrawalOf(nameOf('own'), 2)), 200);
      assertAnswer('create above', await register(2.01, 'above'), 400);
      const made = await server.owner.query('select from users where username = $1', [nameOf('above')]);
      assert.ok(made.rowCount === 0, 'a refused registration created a user');
      assertAnswer('create at', await register(2, 'at'), 200);
      assert.ok((await server.balanceOf(username)) === 0, 'the balance is not 0');
    }
  });
});
