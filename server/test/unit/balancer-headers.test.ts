import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { headersOfUpgrade, headersToCaller, headersToTarget } from '../../src/balancer/headers';

function messageOf(...pairs: readonly (readonly [name: string, value: string])[]): IncomingMessage {
  const headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  const socket = { remoteAddress: '10.0.0.9' };
  return { rawHeaders: pairs.flat(), headers, socket } as unknown as IncomingMessage;
}

const HOP_BY_HOP_HEADERS = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Keep-Alive', 'timeout=5'],
  ['Transfer-Encoding', 'chunked'],
  ['TE', 'trailers'],
  ['Proxy-Authorization', 'Basic x'],
] as const;

test('balancer headers: hop-by-hop headers are not forwarded in either direction', () => {
  const cookies = [
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
  ] as const;
  assert.deepEqual(headersToCaller(messageOf(...HOP_BY_HOP_HEADERS, ...cookies)), cookies.flat());
  const call = messageOf(['Host', 'palier.example'], ['Content-Length', '5'], ...HOP_BY_HOP_HEADERS);
  assert.deepEqual(
    headersToTarget(call, { trustsCallers: false }).map(([name]) => name),
    ['x-forwarded-for', 'x-forwarded-proto', 'Host'],
  );
  assert.deepEqual(
    headersOfUpgrade(call, { trustsCallers: false }).map(([name]) => name),
    ['connection', 'upgrade', 'x-forwarded-for', 'x-forwarded-proto', 'Host'],
  );
});

test('balancer headers: callers are trusted proxies, their address is appended, otherwise forwarded headers are replaced', () => {
  const call = messageOf(
    ['X-Forwarded-For', '203.0.113.7'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Real-IP', '203.0.113.8'],
    ['Forwarded', 'for=203.0.113.9'],
  );
  assert.deepEqual(headersToTarget(call, { trustsCallers: true }), [
    ['x-forwarded-for', '203.0.113.7, 10.0.0.9'],
    ['x-forwarded-proto', 'https'],
  ]);
  assert.deepEqual(headersToTarget(call, { trustsCallers: false }), [
    ['x-forwarded-for', '10.0.0.9'],
    ['x-forwarded-proto', 'http'],
  ]);
});
