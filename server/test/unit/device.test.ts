import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf } from '../../src/sessions/device';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

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
