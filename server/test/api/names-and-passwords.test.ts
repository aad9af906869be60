import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAnswer, useDemoServer } from './demo-server';
import { depositOf, login, pay, registerClient, setPassword } from '@palier/test-support/actors/api-client';
import { clearThrottle, createHierarchy } from '@palier/test-support/actors/hierarchy';
import type { RawAnswer } from '@palier/test-support/actors/raw-http';

/** Usernames as typed, by their canonical form. */
const ACCEPTED_NAMES: Readonly<Record<string, readonly string[]>> = {
  ali: ['Ali', ' ali ', 'ALI', '\u00a0ali\u3000', 'Ａｌｉ', 'ali\r\n'],
  firas: ['ﬁras'],
  karim: ['\u212Aarim'],
};
const REFUSED_NAMES = [
  'alı',
  'ALİ',
  'al​i',
  '‮ila',
  'al\0i',
  'al i',
  'al\r\ni',
  '\x1B[31mali',
  'élodie',
  'аli',
  'al',
  '',
  'a'.repeat(33),
  'a'.repeat(1e4),
  '<b>ali</b>',
  "ali'--",
  'ali/../x',
];
/** Invalid passwords, by a part of the sentence that refuses them. */
const REFUSED_PASSWORDS = {
  'plus de 6': ['Court1', 'Aa1😀😀😀'],
  '': ['sansmajuscule1', 'SANSMINUSCULE1', 'SansChiffre', 'x'.repeat(2_000)],
  'dépasser 128': [`Aa1${'x'.repeat(126)}`, `Aa1${'😀'.repeat(126)}`],
  espace: [' Matmata77', 'Matmata77 ', '\u00a0Matmata77'],
  interdit: ['Matmata\u000077', 'Matmata77\ud800'],
  'facile à deviner': ['Password1', 'Azerty123', 'aZERTY123', 'Motdepasse1', 'Sunshine84!', 'Pässwörd7'],
};
const ACCEPTED_PASSWORDS = [
  'Matmata77',
  `Aa1${'é'.repeat(125)}`,
  `Aa1${'😀'.repeat(125)}`,
  'Mot de passe 7',
  'Mätmätä7',
  '密码Ab12345',
  'Aa1😀😀😀😀',
  '"Quote\\7\'x',
];

/** Adds a suffix before the outer spaces of a name whose length is valid. */
const withSuffix = (typed: string, suffix: string): string =>
  typed.length > 32 || typed.length < 3 ? typed : typed.replace(/\s*$/, (space) => suffix + space);
const quoted = (text: string): string => JSON.stringify(text.slice(0, 40));

describe('usernames and passwords', () => {
  const server = useDemoServer();

  test('usernames: every spelling of a name is one account, and other texts are refused (D42)', async () => {
    await clearThrottle(server.owner);
    const { admin } = await createHierarchy(server);
    const { accessToken: token } = await admin.signIn();
    const suffix = `-${Date.now().toString(36)}`;
    const register = (name: string) => registerClient(server.urlOf(0), token, { username: name, balance: 0 });
    const signIn = (name: string) => login(server.urlOf(1), name, 'Matmata77');
    for (const [canonical, spellings] of Object.entries(ACCEPTED_NAMES))
      for (const [index, typed] of spellings.entries()) {
        const name = withSuffix(typed, suffix);
        assertAnswer(quoted(typed), await register(name), index === 0 ? 200 : 409);
        const signedIn = await signIn(name);
        assertAnswer(`${quoted(typed)} signs in`, signedIn, 200);
        const { user } = signedIn.json as { user?: { username: string } };
        assert.ok(user?.username === canonical + suffix, `${quoted(typed)} became ${user?.username}`);
        assertAnswer(
          `${quoted(typed)} is paid`,
          await pay(server.urlOf(0), token, depositOf(name, 1)),
          200,
          400,
          404,
        );
      }
    for (const typed of REFUSED_NAMES) {
      const name = withSuffix(typed, suffix);
      assertAnswer(quoted(typed), await register(name), 400);
      assertAnswer(`${quoted(typed)} signs in`, await signIn(name), 400, 401);
      assertAnswer(
        `${quoted(typed)} is paid`,
        await pay(server.urlOf(0), token, depositOf(name, 1)),
        400,
        404,
      );
    }
    await clearThrottle(server.owner);
  });

  test('passwords: an invalid one is refused with a reason, and none is truncated (D43)', async () => {
    await clearThrottle(server.owner);
    const { admin, client } = await createHierarchy(server);
    const { accessToken: token } = await admin.signIn();
    const base = server.urlOf(0);
    const set = (password: string): Promise<RawAnswer> => setPassword(base, token, client.id, password);
    const signIn = (password: string): Promise<RawAnswer> => login(base, client.username, password);
    const ownName = { "nom d'utilisateur": [client.username.toUpperCase().replace(/T$/, 't')] };
    for (const [reason, passwords] of Object.entries({ ...REFUSED_PASSWORDS, ...ownName }))
      for (const password of passwords) {
        const answer = await set(password);
        assertAnswer(quoted(password), answer, 400);
        assert.ok(answer.text.includes(reason), `${quoted(password)}: ${answer.text}`);
      }
    assertAnswer('1 MB', await set('Aa1'.padEnd(1_000_000, 'x')), 413);
    for (const password of ACCEPTED_PASSWORDS) {
      assertAnswer(quoted(password), await set(password), 200);
      for (const spelling of new Set([password, password.normalize('NFD'), password.normalize('NFC')]))
        assertAnswer(`sign in with ${quoted(spelling)}`, await signIn(spelling), 200);
      assertAnswer('one character more', await signIn(`${password}x`), 401);
    }
    const long = `Aa1${'b'.repeat(69)}c${'d'.repeat(20)}`;
    await set(long);
    assertAnswer('another byte 73', await signIn(long.replace('c', 'C')), 401);
    assertAnswer('the first 72 bytes', await signIn(long.slice(0, 72)), 401);
    await clearThrottle(server.owner);
  });
});
