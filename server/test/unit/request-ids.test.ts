import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { headersToTarget } from '../../src/balancer/headers';
import { trustedProxiesOf } from '../../src/config/trusted-proxies';
import { requestIdOf } from '../../src/http/request-ids';
import { readTraceparent } from '../../src/tracing/traceparent';

const ID = '5f0c1e6a9b7d4c3e8f2a1b0c9d8e7f6a';
const from = (remoteAddress: string, id: string) =>
  ({
    headers: { 'x-request-id': id },
    rawHeaders: ['X-Request-Id', id],
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

test('request id: that of a trusted proxy is kept, any other or a malformed one is replaced', () => {
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
test('request id: the balancer passes that of its caller only when callers are trusted proxies', () => {
  for (const trustsCallers of [true, false]) {
    const names = headersToTarget(from('127.0.0.1', ID), { trustsCallers }).map(([name]) => name);
    assert.equal(names.includes('X-Request-Id'), trustsCallers);
  }
});
test('traceparent: a valid one names its trace, any other none', () => {
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
