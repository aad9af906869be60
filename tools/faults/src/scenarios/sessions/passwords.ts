import { deposit, login, pay, registerClient, setPassword } from '../../actors/api-client';
import { clearThrottle, createHierarchy, readState } from '../../actors/hierarchy';
import { comparable, errorsOf, post, type RawAnswer, read } from '../../actors/raw-http';
import type { Scenario } from '../../scenario';

/** The username as typed and its canonical form; null when it is refused. */
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

/** Users who are not the admin's children. */
const TARGETS = ['admin', 'superAdmin', 'capo', 'admin2', 'client3', 'otherAdmin', 'otherClient'] as const;

const scenarios: Scenario[] = [
  {
    id: 'D42',
    title: 'username normalization',
    fault: 'usernames in capitals, full width, other alphabets, with invisible and control characters',
    bound:
      'one account per canonical name, or 400; no 5xx; a created account signs in with the name as typed',
    trials: { short: 1, long: 1, budgetS: 4 },
    async run({ cluster }) {
      await clearThrottle(cluster.owner);
      const users = await createHierarchy(cluster);
      const { accessToken: token } = await users.admin.signIn();
      const suffix = `-${Date.now().toString(36)}`;
      const failures: string[] = [];
      const made = new Set<string>();
      for (const [typed, canonical] of NAMES) {
        const end = typed.length - typed.trimEnd().length;
        const username =
          typed.length > 32 || typed.length < 3
            ? typed
            : typed.slice(0, typed.length - end) + suffix + typed.slice(typed.length - end);
        const answer = await registerClient(cluster.processes[0]!.url, token, username, 0);
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
        const paid = await pay(cluster, 0, token, deposit(username, 1));
        if (paid.status >= 500 || (canonical === null && paid.status === 200))
          failures.push(`${JSON.stringify(typed.slice(0, 40))} was paid: ${paid.status}`);
      }
      await clearThrottle(cluster.owner);
      return { trials: NAMES.length, failures };
    },
  },
  {
    id: 'D43',
    title: 'password rules',
    fault: 'passwords too short, too long, with outer spaces, common, composed characters, many bytes',
    bound: 'no truncation; invalid ones refused with a reason; valid ones sign in',
    trials: { short: 1, long: 1, budgetS: 4 },
    async run({ cluster }) {
      await clearThrottle(cluster.owner);
      const users = await createHierarchy(cluster);
      const { accessToken: token } = await users.admin.signIn();
      const base = cluster.processes[0]!.url;
      const { username, id } = users.client;
      const failures: string[] = [];
      const set = (password: string): Promise<RawAnswer> => setPassword(base, token, id, password);
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
    id: 'D55',
    title: 'unauthorized password changes',
    fault:
      'change-password with a wrong old password, repeatedly; change-sub-account-password on accounts that are not children',
    bound: 'refused, the session continues, the attempts count toward the throttle',
    trials: { short: 1, long: 1, budgetS: 2 },
    async run({ cluster }) {
      await clearThrottle(cluster.owner);
      const users = await createHierarchy(cluster);
      const { accessToken: token } = await users.client.signIn();
      const base = cluster.processes[0]!.url;
      const failures: string[] = [];
      const statuses: number[] = [];
      for (let trial = 0; trial < 30; trial += 1) {
        const answer = await post(
          base,
          '/auth/change-password',
          { oldPassword: `Faux2026${trial}`, newPassword: 'Bonjour77' },
          token,
        );
        statuses.push(answer.status);
      }
      if (statuses[0] !== 400 || statuses.at(-1) !== 429)
        failures.push(`answers ${[...new Set(statuses)].join(', ')}`);
      if ((await read(base, '/user/me', token)).status !== 200) failures.push('the session ended');
      await clearThrottle(cluster.owner);
      if ((await login(base, users.client.username, 'Bonjour77')).status !== 401)
        failures.push('the password changed');
      const { accessToken: agent } = await users.admin.signIn();
      const before = await readState(cluster.owner);
      const refusals = new Set<string>();
      for (const target of TARGETS) {
        const answer = await setPassword(base, agent, users[target].id, 'Bonjour77');
        refusals.add(comparable(answer));
        if (answer.status !== 404 || errorsOf(answer).length === 0)
          failures.push(`an agent changes ${target}'s password: ${answer.status} ${answer.text}`);
      }
      if (refusals.size !== 1) failures.push(`the refusals differ: ${[...refusals].join('; ')}`);
      if ((await readState(cluster.owner)) !== before) failures.push('the state changed');
      return { trials: statuses.length + TARGETS.length, failures };
    },
  },
];
export default scenarios;
