import { clearThrottle, makePeople, PEOPLE_PASSWORD } from '../people';
import { comparable, errorsOf, send, type RawAnswer } from '../raw-http';
import { pOfRankTest, percentile } from '../statistics';
import type { FaultRow } from '../row';

const login = (
  base: string,
  username: string,
  password: string,
  options: { from?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> =>
  send(base, { method: 'POST', path: '/api/v1/auth/login', body: { username, password }, ...options });

/** What is typed at creation, and the name it makes; null when it is refused. */
const NAMES: readonly (readonly [string, string | null])[] = [
  ['Ali', 'ali'],
  [' ali ', 'ali'],
  ['ALI', 'ali'],
  ['\u00a0ali\u3000', 'ali'],
  ['Ａｌｉ', 'ali'],
  ['ﬁras', 'firas'],
  ['\u212Aarim', 'karim'],
  ['alı', null],
  ['ALİ', null],
  ['al\u200bi', null],
  ['\u202eila', null],
  ['al\0i', null],
  ['al i', null],
  ['ali\r\n', 'ali'],
  ['al\r\ni', null],
  ['\u001b[31mali', null],
  ['élodie', null],
  ['аli', null],
  ['al', null],
  ['', null],
  ['a'.repeat(33), null],
  ['a'.repeat(10_000), null],
  ['<b>ali</b>', null],
  ["ali'--", null],
  ['ali/../x', null],
];
const REFUSED_PASSWORDS = [
  'Court1',
  'sansmajuscule1',
  'SANSMINUSCULE1',
  'SansChiffre',
  ' Bonjour77',
  'Bonjour77 ',
  '\u00a0Bonjour77',
  'Bonjour\u000077',
  'Bonjour77\ud800',
  `Aa1${'x'.repeat(126)}`,
  'Password1',
  'Azerty123',
  'Motdepasse1',
];
const ACCEPTED_PASSWORDS = [
  'Bonjour77',
  `Aa1${'é'.repeat(125)}`,
  'Mot de passe 7',
  'Pässwörd7',
  '密码Ab12345',
  'Aa1😀😀😀😀',
  '"Quote\\7\'x',
];

const rows: FaultRow[] = [
  {
    id: 'D40',
    fault: 'an unknown name, a wrong password, a deactivated account',
    bound: 'the same bytes; in the long form no split in time (rank test p > 0.01)',
    trials: { short: 5, long: 300 },
    async run({ cluster, random, trials, isLong }) {
      const people = await makePeople(cluster);
      await cluster.owner.query('update users set active = false where id = $1', [people.client2.id]);
      const kinds = {
        unknown: () => [`x-${random.between(1, 1e9)}`, PEOPLE_PASSWORD] as const,
        wrong: () => [people.client.username, 'Mauvais2026'] as const,
        deactivated: () => [people.client2.username, PEOPLE_PASSWORD] as const,
      };
      const names = Object.keys(kinds) as (keyof typeof kinds)[];
      const times: Record<string, number[]> = { unknown: [], wrong: [], deactivated: [] };
      const answers = new Set<string>();
      const failures: string[] = [];
      // The first check prepares the decoy.
      await login(cluster.processes[0]!.url, 'nobody', 'Nobody2026');
      for (let trial = 0; trial < trials; trial += 1) {
        if (trial % 5 === 0) await clearThrottle(cluster.owner);
        for (const kind of random.shuffled(names)) {
          const startedAt = performance.now();
          const answer = await login(
            cluster.processes[0]!.url,
            ...(kinds[kind]() as readonly [string, string]),
          );
          times[kind]!.push(performance.now() - startedAt);
          answers.add(
            `${comparable(answer)} ${answer.headers['content-length']} ${Object.keys(answer.headers).sort().join()}`,
          );
        }
      }
      await clearThrottle(cluster.owner);
      if (answers.size !== 1) failures.push(...answers);
      const pairs = [
        ['unknown', 'wrong'],
        ['unknown', 'deactivated'],
        ['wrong', 'deactivated'],
      ] as const;
      const measured = pairs.map(([one, other]) => {
        const p = pOfRankTest(times[one]!, times[other]!);
        if (isLong && p < 0.01) failures.push(`${one} and ${other} differ in time, p = ${p.toFixed(4)}`);
        return `${one}/${other} p=${p.toFixed(2)}`;
      });
      return { trials: trials * 3, failures, measured: measured.join(', ') };
    },
  },
  {
    id: 'D41',
    fault:
      'wrong passwords by the hundred: one name from many addresses and at once, one password on many names',
    bound: 'throttled before 100, X-Forwarded-For changes nothing, the owner still gets in',
    trials: { short: 1, long: 3 },
    async run({ cluster, trials }) {
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        await clearThrottle(cluster.owner);
        const people = await makePeople(cluster);
        const { username } = people.client;
        const [first, second] = cluster.processes as [
          (typeof cluster.processes)[0],
          (typeof cluster.processes)[0],
        ];
        const owner = { from: '127.0.1.1' };
        if ((await login(first.url, username, PEOPLE_PASSWORD, owner)).status !== 200)
          failures.push('the owner cannot sign in');
        const attack = (count: number, from: (index: number) => string): Promise<RawAnswer[]> =>
          Promise.all(
            Array.from({ length: count }, (_, index) =>
              login(index % 2 === 0 ? first.url : second.url, username, `Faux2026${index}`, {
                from: from(index),
                headers: {
                  'x-forwarded-for': `10.0.0.${index}`,
                  'x-real-ip': `10.0.1.${index}`,
                  forwarded: `for=10.0.2.${index}`,
                },
              }),
            ),
          );
        const looked = (answers: RawAnswer[]): number =>
          answers.filter(({ status }) => status === 401).length;
        const single = await attack(100, () => '127.0.2.1');
        if (looked(single) > 20) failures.push(`one address at once: ${looked(single)} tries were looked at`);
        const turnedAway = single.find(({ status }) => status === 429);
        if (
          turnedAway === undefined ||
          Number(turnedAway.headers['retry-after']) < 1 ||
          errorsOf(turnedAway).length === 0
        )
          failures.push(`no 429 with Retry-After: ${turnedAway?.text}`);
        const many = await attack(100, (index) => `127.0.3.${index + 1}`);
        if (looked(single) + looked(many) >= 100)
          failures.push(`many addresses: ${looked(many)} tries were looked at`);
        if ((await login(second.url, username, PEOPLE_PASSWORD, { from: '127.0.4.1' })).status !== 429)
          failures.push('a stranger with the right password is told so');
        const back = await login(second.url, username, PEOPLE_PASSWORD, owner);
        if (back.status !== 200) failures.push(`the owner is locked out: ${back.status}`);

        const spray = [];
        for (let index = 0; index < 26; index += 1) {
          spray.push(
            ...(await Promise.all(
              Array.from({ length: 10 }, (_, at) =>
                login(first.url, `spray-${index}-${at}`, 'Printemps2026', { from: '127.0.5.1' }),
              ),
            )),
          );
        }
        if (looked(spray) > 200)
          failures.push(`one password on many names: ${looked(spray)} tries were looked at`);
        await clearThrottle(cluster.owner);
      }
      return { trials, failures };
    },
  },
  {
    id: 'D42',
    fault: 'names in capitals, full width, other alphabets, with invisible and control characters',
    bound: 'one account per canonical name, or refused; never 5xx; what was made can sign in as typed',
    trials: { short: 1, long: 1 },
    async run({ cluster }) {
      await clearThrottle(cluster.owner);
      const people = await makePeople(cluster);
      const { accessToken: token } = await people.admin.signIn();
      const suffix = `-${Date.now().toString(36)}`;
      const failures: string[] = [];
      const made = new Set<string>();
      for (const [typed, canonical] of NAMES) {
        const end = typed.length - typed.trimEnd().length;
        const username =
          typed.length > 32 || typed.length < 3
            ? typed
            : typed.slice(0, typed.length - end) + suffix + typed.slice(typed.length - end);
        const answer = await send(cluster.processes[0]!.url, {
          method: 'POST',
          path: '/api/v1/auth/admin/register-client',
          token,
          body: { username, password: 'Bonjour77', balance: 0 },
        });
        const wanted = canonical === null ? 400 : made.has(canonical) ? 409 : 200;
        if (canonical !== null) made.add(canonical);
        if (answer.status !== wanted || (wanted !== 200 && errorsOf(answer).length === 0))
          failures.push(`${JSON.stringify(typed.slice(0, 40))}: ${answer.status}, not ${wanted}`);
        const signedIn = await login(cluster.processes[1]!.url, username, 'Bonjour77');
        const wantedLogin = canonical === null ? [400, 401] : [200];
        if (!wantedLogin.includes(signedIn.status))
          failures.push(`${JSON.stringify(typed.slice(0, 40))} signs in: ${signedIn.status}`);
        if (
          canonical !== null &&
          (signedIn.json as { user: { username: string } }).user.username !== canonical + suffix
        )
          failures.push(`${typed} became ${signedIn.text}`);
        const paid = await send(cluster.processes[0]!.url, {
          method: 'POST',
          path: '/api/v1/transactions',
          token,
          body: { receiverUsername: username, amount: 1, type: 'DEPOSIT' },
        });
        if (paid.status >= 500 || (canonical === null && paid.status === 200))
          failures.push(`${JSON.stringify(typed.slice(0, 40))} was paid: ${paid.status}`);
      }
      await clearThrottle(cluster.owner);
      return { trials: NAMES.length, failures };
    },
  },
  {
    id: 'D43',
    fault: 'passwords too short, too long, blank at the ends, common, composed, of many bytes',
    bound: 'no truncation, bad ones refused fast with a reason, what was set can sign in',
    trials: { short: 1, long: 1 },
    async run({ cluster }) {
      await clearThrottle(cluster.owner);
      const people = await makePeople(cluster);
      const { accessToken: token } = await people.admin.signIn();
      const base = cluster.processes[0]!.url;
      const { username, id } = people.client;
      const failures: string[] = [];
      const set = (password: string): Promise<RawAnswer> =>
        send(base, {
          method: 'POST',
          path: `/api/v1/auth/change-sub-account-password/${id}`,
          token,
          body: { oldPassword: password, newPassword: password },
        });
      for (const password of [...REFUSED_PASSWORDS, username.toUpperCase(), 'x'.repeat(2_000)]) {
        const answer = await set(password);
        const isNamed = password === username.toUpperCase();
        if (answer.status !== 400 || errorsOf(answer).length === 0)
          failures.push(
            `${isNamed ? 'the username' : JSON.stringify(password.slice(0, 20))}: ${answer.status}`,
          );
      }
      const huge = await set('Aa1'.padEnd(1_000_000, 'x'));
      if (huge.status !== 413 || errorsOf(huge).length === 0) failures.push(`1 MB: ${huge.status}`);
      for (const password of ACCEPTED_PASSWORDS) {
        const answer = await set(password);
        if (answer.status !== 200) failures.push(`${password.slice(0, 20)}: ${answer.status} ${answer.text}`);
        const spellings = [password, password.normalize('NFD'), password.normalize('NFC')];
        for (const spelling of spellings)
          if ((await login(base, username, spelling)).status !== 200)
            failures.push(`${password.slice(0, 20)} cannot sign in`);
        if ((await login(base, username, `${password}x`)).status !== 401)
          failures.push('one character more signs in');
      }
      const long = `Aa1${'b'.repeat(69)}c${'d'.repeat(20)}`;
      await set(long);
      if ((await login(base, username, long.replace('c', 'C'))).status !== 401)
        failures.push('byte 73 does not count');
      if ((await login(base, username, long.slice(0, 72))).status !== 401) failures.push('72 bytes suffice');
      await clearThrottle(cluster.owner);
      return { trials: REFUSED_PASSWORDS.length + ACCEPTED_PASSWORDS.length + 4, failures };
    },
  },
  {
    id: 'D44',
    fault: '50 logins a second for 10 s',
    bound: 'other calls p99 < 300 ms, logins answered 200 or turned away by 429 and 503',
    trials: { long: 500 },
    async run({ cluster, trials }) {
      const people = await makePeople(cluster);
      const { accessToken } = await people.admin.signIn();
      const failures: string[] = [];
      const statuses = new Map<number, number>();
      const others: number[] = [];
      const logins: Promise<void>[] = [];
      const startedAt = performance.now();
      const storm = Object.values(people);
      for (let trial = 0; trial < trials; trial += 1) {
        const wait = trial * 20 - (performance.now() - startedAt);
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        logins.push(
          login(cluster.processes[0]!.url, storm[trial % storm.length]!.username, PEOPLE_PASSWORD, {
            from: `127.0.6.${trial % 200}`,
          }).then(({ status }) => {
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }),
        );
        if (trial % 5 === 0) {
          const askedAt = performance.now();
          logins.push(
            send(cluster.processes[0]!.url, {
              method: 'GET',
              path: '/api/v1/user/me',
              token: accessToken,
            }).then(({ status }) => {
              others.push(performance.now() - askedAt);
              if (status !== 200) failures.push(`another call: ${status}`);
            }),
          );
        }
      }
      await Promise.all(logins);
      const p99 = percentile(others, 0.99);
      if (p99 >= 300) failures.push(`p99 of other calls ${p99.toFixed(0)} ms`);
      for (const status of statuses.keys())
        if (![200, 429, 503].includes(status)) failures.push(`a login was answered ${status}`);
      const told = [...statuses].map(([status, count]) => `${count}×${status}`).join(' ');
      return { trials, failures, measured: `others p99 ${p99.toFixed(0)} ms, logins ${told}` };
    },
  },
  {
    id: 'D55',
    fault:
      "change-password with a wrong old one, again and again; a sub-account's by self, parent and stranger",
    bound: 'refused, the session goes on, the tries count toward the throttle',
    trials: { short: 1, long: 1 },
    async run({ cluster }) {
      await clearThrottle(cluster.owner);
      const people = await makePeople(cluster);
      const { accessToken: token } = await people.client.signIn();
      const base = cluster.processes[0]!.url;
      const failures: string[] = [];
      const statuses: number[] = [];
      for (let trial = 0; trial < 30; trial += 1) {
        const answer = await send(base, {
          method: 'POST',
          path: '/api/v1/auth/change-password',
          token,
          body: { oldPassword: `Faux2026${trial}`, newPassword: 'Bonjour77' },
        });
        statuses.push(answer.status);
      }
      if (statuses[0] !== 400 || statuses.at(-1) !== 429)
        failures.push(`answers ${[...new Set(statuses)].join(', ')}`);
      if ((await send(base, { method: 'GET', path: '/api/v1/user/me', token })).status !== 200)
        failures.push('the session ended');
      await clearThrottle(cluster.owner);
      if ((await login(base, people.client.username, 'Bonjour77')).status !== 401)
        failures.push('the password changed');
      return { trials: statuses.length, failures };
    },
  },
];
export default rows;
