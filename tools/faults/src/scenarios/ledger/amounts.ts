import { deposit, pay, registerClient, withdrawal } from '../../actors/api-client';
import { issueTo } from '../../actors/mint';
import { errorsOf, type RawAnswer, read, send } from '../../actors/raw-http';
import type { Scenario } from '../../scenario';

const WRITTEN_AMOUNTS = [
  ...['-1', '-0', '1.555', '1e-7', '1.5e308', '1e400', '-1e400', '9007199254740993', '9000000000.01'],
  ...['1.0000000000000001', '"5"', 'true', '[7]', '{}', 'null', '0x10', 'NaN', '01', '+1', '1.', ''],
];
/** Valid initial balances; a deposit or withdrawal must be a whole number above zero. */
const CREATION_ALONE = ['0', '0.0', '1.5', '0.01'];
/** Types of the ledger that an agent may not use, and unknown types. */
const WRITTEN_TYPES = ['"deposit"', '"USER_CREATION"', '"BET"', '""', '1'];
const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON',
  'application/json ;charset="utf-8"',
  'application/json;\tcharset=utf-8',
];

const scenarios: Scenario[] = [
  {
    id: 'A8',
    title: 'invalid amounts and types',
    fault: 'invalid amounts and transfer types in five spellings of the content type; JSON keys given twice',
    bound: '400 with a message, no posting',
    trials: { short: 1, long: 1, budgetS: 2 },
    async run({ cluster }) {
      const { accessToken } = await cluster.login('admin');
      const { username } = await cluster.newChild('admin', 5);
      const failures: string[] = [];
      let trials = 0;
      const expectRefusal = async (path: string, body: string, contentType: string): Promise<void> => {
        trials += 1;
        const answer = await send(cluster.processes[trials % 2]!.url, {
          method: 'POST',
          path,
          token: accessToken,
          body,
          headers: { 'content-type': contentType },
        });
        if (answer.status !== 400 || errorsOf(answer).length === 0)
          failures.push(`${path} ${contentType} ${body}: ${answer.status} ${answer.text}`);
      };
      const money = async (): Promise<string> =>
        `${await cluster.balanceOf(username)}/${await cluster.balanceOf('admin')}`;
      const before = await money();
      for (const contentType of CONTENT_TYPES) {
        for (const amount of [...WRITTEN_AMOUNTS, ...CREATION_ALONE]) {
          for (const type of ['DEPOSIT', 'WITHDRAWAL'])
            await expectRefusal(
              '/api/v1/transactions',
              `{"receiverUsername":"${username}","amount":${amount},"type":"${type}"}`,
              contentType,
            );
          if (!CREATION_ALONE.includes(amount))
            await expectRefusal(
              '/api/v1/auth/admin/register-client',
              `{"username":"never-made","password":"Bonjour77","balance":${amount}}`,
              contentType,
            );
        }
        for (const type of WRITTEN_TYPES)
          await expectRefusal(
            '/api/v1/transactions',
            `{"receiverUsername":"${username}","amount":1,"type":${type}}`,
            contentType,
          );
        for (const twice of [
          '"amount":1,"amount":900',
          '"amount":1,"am\\u006funt":900',
          '"amount":1,"type":"DEPOSIT"',
        ])
          await expectRefusal(
            '/api/v1/transactions',
            `{"receiverUsername":"${username}",${twice},"type":"DEPOSIT"}`,
            contentType,
          );
      }
      if ((await money()) !== before) failures.push('money moved');
      if ((await cluster.owner.query("select from users where username = 'never-made'")).rowCount !== 0)
        failures.push('a user was created');
      return { trials, failures };
    },
  },
  {
    id: 'A9',
    title: 'amounts around the balance',
    fault: 'transfers one dinar below, at and above the balance; registrations at and one cent above it',
    bound: 'accepted up to the balance, 400 with a message above it',
    trials: { short: 1, long: 10, budgetS: 5 },
    async run({ cluster, trials }) {
      const { accessToken } = await cluster.login('superadmin');
      const failures: string[] = [];
      const expect = (what: string, answer: RawAnswer, status: number): void => {
        if (answer.status !== status || (status === 400 && errorsOf(answer).length === 0))
          failures.push(`${what}: ${answer.status} ${answer.text}`);
      };
      for (let trial = 0; trial < trials; trial += 1) {
        const { username } = await cluster.newChild('superadmin', 10);
        const child = (await cluster.login(username)).accessToken;
        const nameOf = (name: string): string => `${name}-${username}`.slice(0, 32);
        const register = (balance: number, name: string): Promise<RawAnswer> =>
          registerClient(cluster.processes[trial % 2]!.url, child, nameOf(name), balance);
        expect('withdraw above', await pay(cluster, 0, accessToken, withdrawal(username, 11)), 400);
        expect('withdraw below', await pay(cluster, 0, accessToken, withdrawal(username, 9)), 200);
        expect('withdraw the rest', await pay(cluster, 1, accessToken, withdrawal(username, 1)), 200);
        await pay(cluster, 1, accessToken, deposit(username, 2));
        expect('create with nothing', await register(0, 'own'), 200);
        expect('give above', await pay(cluster, 0, child, deposit(nameOf('own'), 3)), 400);
        expect('give at', await pay(cluster, 1, child, deposit(nameOf('own'), 2)), 200);
        expect('take back', await pay(cluster, 0, child, withdrawal(nameOf('own'), 2)), 200);
        expect('create above', await register(2.01, 'above'), 400);
        const { rowCount: made } = await cluster.owner.query('select from users where username = $1', [
          nameOf('above'),
        ]);
        if (made !== 0) failures.push('a refused registration created a user');
        expect('create at', await register(2, 'at'), 200);
        if ((await cluster.balanceOf(username)) !== 0) failures.push('the balance is not 0');
      }
      return { trials, failures };
    },
  },
  {
    id: 'A11',
    title: 'concurrent registrations of one username',
    fault: '20 parallel registrations of one name: lower case, upper case, with spaces, full width',
    bound: 'one user and one posting, the other 19 are 409',
    trials: { short: 1, long: 20, budgetS: 10 },
    async run({ cluster, trials }) {
      const { accessToken } = await cluster.login('admin');
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        const name = `a11-${trial}-${Date.now().toString(36)}`;
        const wide = [...name]
          .map((c) => (/[a-z]/.test(c) ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c))
          .join('');
        const spellings = [name, name.toUpperCase(), ` ${name} `, wide];
        const before = await cluster.balanceOf('admin');
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            registerClient(
              cluster.processes[index % 2]!.url,
              accessToken,
              spellings[index % spellings.length],
              1,
            ),
          ),
        );
        const won = answers.filter(({ status }) => status === 200).length;
        const lost = answers.filter(
          (answer) => answer.status === 409 && errorsOf(answer).length === 1,
        ).length;
        const moved = before - (await cluster.balanceOf('admin'));
        if (won !== 1 || lost !== 19 || Math.abs(moved - 1) > 1e-9)
          failures.push(`trial ${trial}: ${won} won, ${lost} lost, ${moved} TND moved`);
      }
      return { trials, failures };
    },
  },
  {
    id: 'A12',
    title: 'balance at the numeric limit',
    fault: 'deposits up to and above the largest balance',
    bound: 'exact to the cent, or 400',
    trials: { short: 1, long: 1, budgetS: 2 },
    async run({ cluster }) {
      const failures: string[] = [];
      const { username, id } = await cluster.newChild('superadmin', 0);
      await issueTo(cluster.owner, [id], 8_999_999_999_000_000n);
      const { accessToken } = await cluster.login('superadmin');
      const shown = await read(cluster.processes[0]!.url, `/user/sub-account/${id}`, accessToken);
      if ((shown.json as { balance: number }).balance !== 8_999_999_999)
        failures.push(`shown as ${shown.text}`);
      const full = await pay(cluster, 0, accessToken, deposit(username, 1));
      const over = await pay(cluster, 1, accessToken, deposit(username, 1));
      if (full.status !== 200 || over.status !== 400 || errorsOf(over).length !== 1)
        failures.push(`at the limit ${full.status}, above it ${over.status}`);
      const huge = await pay(
        cluster,
        0,
        accessToken,
        `{"receiverUsername":"${username}","amount":90071992547409.91,"type":"WITHDRAWAL"}`,
      );
      if (huge.status !== 400) failures.push(`90071992547409.91: ${huge.status}`);
      if ((await cluster.balanceOf(username)) !== 9_000_000_000) failures.push('not exact');
      // Withdrawn again, to keep the demo's totals readable.
      await pay(cluster, 0, accessToken, withdrawal(username, 8_000_000_000));
      return { trials: 4, failures };
    },
  },
];
export default scenarios;
