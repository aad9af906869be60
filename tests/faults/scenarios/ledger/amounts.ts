import { depositOf, pay, registerClient, withdrawalOf } from '@palier/test-support/actors/api-client';
import { errorsOf, type RawAnswer, send } from '@palier/test-support/actors/raw-http';
import { atOnce } from '@palier/test-support/at-once';
import type { Scenario } from '../../scenario';

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

/** As many as two processes accept of one user at once. */
const REGISTRATIONS = 8;

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

export default [
  {
    id: 'A8',
    title: 'invalid amounts and types',
    fault: 'invalid amounts and transfer types in five spellings of the content type; JSON keys given twice',
    bound: '400 with a message, no posting',
    async run({ cluster, expect, expectAnswer }) {
      const { accessToken: token } = await cluster.login('admin');
      const { username } = await cluster.newChild('admin', 5);
      const readBalances = async (): Promise<string> =>
        `${await cluster.balanceOf(username)}/${await cluster.balanceOf('admin')}`;
      const before = await readBalances();
      for (const [index, contentType] of CONTENT_TYPES.entries())
        for (const [path, body] of invalidBodies(username)) {
          const headers = { 'content-type': contentType };
          const answer = await send(cluster.urlOf(index), { method: 'POST', path, token, body, headers });
          expectAnswer(`${path} ${contentType} ${body}`, answer, 400);
        }
      expect((await readBalances()) === before, 'money moved');
      const { rowCount: made } = await cluster.owner.query("select from users where username = 'never-made'");
      expect(made === 0, 'a user was created');
    },
  },
  {
    id: 'A9',
    title: 'amounts around the balance',
    fault: 'transfers one dinar below, at and above the balance; registrations at and one cent above it',
    bound: 'accepted up to the balance, 400 with a message above it',
    trials: { short: 1, long: 10 },
    async run({ cluster, trials, expect, expectAnswer }) {
      const { accessToken } = await cluster.login('superadmin');
      for (let trial = 0; trial < trials; trial += 1) {
        const { username } = await cluster.newChild('superadmin', 10);
        const { accessToken: child } = await cluster.login(username);
        const nameOf = (name: string): string => `${name}-${username}`.slice(0, 32);
        const register = (balance: number, name: string): Promise<RawAnswer> =>
          registerClient(cluster.urlOf(trial), child, { username: nameOf(name), balance });
        expectAnswer(
          'withdraw above',
          await pay(cluster.urlOf(0), accessToken, withdrawalOf(username, 11)),
          400,
        );
        expectAnswer(
          'withdraw below',
          await pay(cluster.urlOf(0), accessToken, withdrawalOf(username, 9)),
          200,
        );
        expectAnswer(
          'withdraw the rest',
          await pay(cluster.urlOf(1), accessToken, withdrawalOf(username, 1)),
          200,
        );
        await pay(cluster.urlOf(1), accessToken, depositOf(username, 2));
        expectAnswer('create with nothing', await register(0, 'own'), 200);
        expectAnswer('give above', await pay(cluster.urlOf(0), child, depositOf(nameOf('own'), 3)), 400);
        expectAnswer('give at', await pay(cluster.urlOf(1), child, depositOf(nameOf('own'), 2)), 200);
        expectAnswer('take back', await pay(cluster.urlOf(0), child, withdrawalOf(nameOf('own'), 2)), 200);
        expectAnswer('create above', await register(2.01, 'above'), 400);
        const made = await cluster.owner.query('select from users where username = $1', [nameOf('above')]);
        expect(made.rowCount === 0, 'a refused registration created a user');
        expectAnswer('create at', await register(2, 'at'), 200);
        expect((await cluster.balanceOf(username)) === 0, 'the balance is not 0');
      }
    },
  },
  {
    id: 'A11',
    title: 'concurrent registrations of one username',
    fault: '8 parallel registrations of one name: lower case, upper case, with spaces, full width',
    bound: 'one user and one posting, the other 7 are 409',
    trials: { short: 1, long: 20 },
    async run({ cluster, trials, expect }) {
      const { accessToken } = await cluster.login('admin');
      for (let trial = 0; trial < trials; trial += 1) {
        const name = `a11-${trial}-${Date.now().toString(36)}`;
        const wide = name.replace(/[a-z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
        const spellings = [name, name.toUpperCase(), ` ${name} `, wide];
        const before = await cluster.balanceOf('admin');
        const answers = await atOnce(REGISTRATIONS, (index) =>
          registerClient(cluster.urlOf(index), accessToken, {
            username: spellings[index % spellings.length],
            balance: 1,
          }),
        );
        const won = answers.filter(({ status }) => status === 200).length;
        const lost = answers.filter((answer) => answer.status === 409 && errorsOf(answer).length > 0).length;
        const moved = before - (await cluster.balanceOf('admin'));
        const isOne = won === 1 && lost === REGISTRATIONS - 1 && Math.abs(moved - 1) < 1e-9;
        expect(isOne, `trial ${trial}: ${won} won, ${lost} lost, ${moved} TND moved`);
      }
    },
  },
] satisfies Scenario[];
