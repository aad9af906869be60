import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccessTokens } from '../../src/sessions/access-token';
import { deviceOf } from '../../src/sessions/device';
import { successorOf } from '../../src/sessions/refresh-token';

const SECRET = 'a secret of at least thirty-two bytes';
const SESSION = { userId: 7, sessionId: '0b0a7f3e-6c1d-4f7e-9a55-2f7c7b1f6d11' };

test('access token: a cached token expires', async (context) => {
  const tokens = createAccessTokens(SECRET, 900);
  const token = await tokens.issue(SESSION);
  assert.notEqual(await tokens.read(token), null);
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 903_000 });
  assert.equal(await tokens.read(token), null);
});

test('access token: other spellings of a valid token are refused', async () => {
  const tokens = createAccessTokens(SECRET, 900);
  const token = await tokens.issue(SESSION);
  const [signed, signature = ''] = [token.slice(0, token.lastIndexOf('.')), token.split('.')[2]];
  const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const index = last.indexOf(signature.slice(-1));
  const spellings = [
    `${token} `,
    `${token}\t\n`,
    ` ${token}`,
    `${signed}. ${signature}`,
    `${signed}.${signature.slice(0, 20)}\n${signature.slice(20)}`,
    `${token}=`,
    `${signed}.${signature.slice(0, -1)}${last[index + 1]}`,
    `${signed}.${signature.slice(0, -1)}${last[index + 3]}`,
    `${signed}.${signature.replace(/-/g, '+').replace(/_/g, '/')}=`,
  ];
  for (const spelling of spellings) assert.equal(await tokens.read(spelling), null, JSON.stringify(spelling));
  assert.notEqual(await tokens.read(token), null);
});

test('access token: an overlong token is refused before it is parsed', async (context) => {
  const tokens = createAccessTokens(SECRET, 900);
  const decoding = context.mock.method(JSON, 'parse');
  assert.equal(await tokens.read(`${'A'.repeat(4000)}.${'A'.repeat(40)}.${'A'.repeat(43)}`), null);
  assert.equal(decoding.mock.callCount(), 0);
});

test('refresh token: the successor of a token depends on the secret', () => {
  assert.equal(successorOf('token', 'secret'), successorOf('token', 'secret'));
  assert.notEqual(successorOf('token', 'secret'), successorOf('token', 'other'));
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/18.0 Mobile/15E148 Safari/604.1';

for (const [userAgent, browser, system] of [
  [FIREFOX, 'Firefox', 'Windows'],
  [IPHONE, 'Safari', 'iOS'],
  ['curl/8.9.1', null, null],
  ['<img src=x onerror=alert(1)>/1 (<b>)', null, null],
  ['', null, null],
  ['   ', null, null],
  [undefined, null, null],
] as const)
  test(`device: "${userAgent?.slice(0, 40)}" is ${browser} on ${system}`, () => {
    assert.deepEqual(deviceOf(userAgent), { browser, system });
  });
test('device: letters after the 512th are not read', () => {
  assert.deepEqual(deviceOf(`${' '.repeat(16)}${'('.repeat(496)}${FIREFOX}`), {
    browser: null,
    system: null,
  });
});
