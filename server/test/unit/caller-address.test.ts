import assert from 'node:assert/strict';
import { type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { trustedProxiesOf } from '../../src/config/trusted-proxies';
import { addressOf, networkOf } from '../../src/http/caller-address';
import { requestIdOf } from '../../src/http/request-ids';
import { loggedAddress } from '../../src/observability/logged-address';
import { readTraceparent } from '../../src/tracing/traceparent';

test('caller network: addresses of one IPv6 /64 or one IPv4 address are one network in any spelling', () => {
  for (const [network, addresses] of Object.entries({
    '203.0.113.7': ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7'],
    '2001:db8:0:1::/64': ['2001:db8:0:1::7', '2001:0DB8:0000:0001:ffff:1:2:3', '2001:db8:0:1:aaaa::'],
    '2001:db8:0:2::/64': ['2001:db8::2:0:0:0:9', '2001:db8:0:2::'],
    'fe80:0:0:0::/64': ['fe80::1%eth0', 'fe80::2%br_lan'],
    '0:0:0:0::/64': ['::1', '::'],
  }))
    assert.deepEqual([...new Set(addresses.map((address) => networkOf(address)))], [network]);
});

test('caller network: the networks of one household are one at 56 bits, and its neighbour is another', () => {
  for (const [address, network] of [
    ['2001:db8:0:1200::7', '2001:db8:0:1200::/56'],
    ['2001:db8:0:12ff::7', '2001:db8:0:1200::/56'],
    ['2001:db8:0:1300::7', '2001:db8:0:1300::/56'],
    ['203.0.113.7', '203.0.113.7'],
  ] as const)
    assert.equal(networkOf(address, 56), network);
});

test('caller address: exactly as many proxies are believed as are trusted', () => {
  const request = {
    headers: { 'x-forwarded-for': '203.0.113.1, 203.0.113.2, 203.0.113.3' },
    socket: { remoteAddress: '10.0.0.1' },
  } as unknown as IncomingMessage;
  const seen = (TRUST_PROXY: false | number | string): string =>
    addressOf(request, trustedProxiesOf({ TRUST_PROXY }));
  assert.equal(seen(false), '10.0.0.1');
  assert.equal(seen(1), '203.0.113.3');
  assert.equal(seen(2), '203.0.113.2');
  assert.equal(seen('10.0.0.0/8'), '203.0.113.3');
  assert.equal(seen('10.0.0.0/8, 203.0.113.3'), '203.0.113.2');
});

test('logged URL: the query and tokens are removed in every spelling', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0In0.c2lnbmF0dXJl';
  for (const mark of ['?', '%3f', '%3F'])
    assert.equal(
      loggedAddress(`/api/v1/auth/validate-token${mark}token=${token}`),
      '/api/v1/auth/validate-token',
    );
  assert.equal(loggedAddress(`/x/${token}/y`), '/x/[token]/y');
  assert.equal(loggedAddress('/'.repeat(10_000)).length, 256);
});

const ID = '5f0c1e6a9b7d4c3e8f2a1b0c9d8e7f6a';
const from = (remoteAddress: string, id: string) =>
  ({
    headers: { 'x-request-id': id },
    rawHeaders: ['X-Request-Id', id],
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

test('request id: that of a trusted proxy is kept, and any other or a malformed one is replaced', () => {
  const trusts = trustedProxiesOf({ TRUST_PROXY: '10.0.0.0/8' });
  assert.equal(requestIdOf(from('10.1.2.3', ID), trusts), ID);
  for (const [request, trusted] of [
    [from('203.0.113.9', ID), trusts],
    [from('10.1.2.3', ID), null],
    ...['short', 'x'.repeat(65), `${ID}, ${ID}`, `${ID}\n`, '"};drop', ''].map(
      (id) => [from('10.1.2.3', id), trusts] as const,
    ),
  ] as const)
    assert.match(requestIdOf(request, trusted), /^[\da-f]{8}-[\da-f-]{27}$/);
});
test('traceparent: only a valid one names its trace', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  for (const valid of [`00-${trace}-00f067aa0ba902b7-01`, `cc-${trace}-00f067aa0ba902b7-00-more`])
    assert.equal(readTraceparent(valid)?.traceId, trace);
  for (const traceparent of [
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${trace}`,
    '',
  ])
    assert.equal(readTraceparent(traceparent), null);
  assert.equal(readTraceparent(undefined), null);
});
