import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { startBalancer, type Balancer } from '../../src/balancer/balancer';
import { startPalier, type Palier } from './start-test-server';

const STRICT = {
  'cache-control': /^no-store$/,
  'content-type': /^application\/json/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'strict-transport-security': /max-age=\d{7,}/,
  'content-security-policy': /default-src '(?:none|self)'.*frame-ancestors 'none'/,
} as const;
const SOCKET = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** Bytes that no route answers, and the status that they deserve. */
const CALLS: readonly [what: string, bytes: string, status: number][] = [
  ['is no HTTP', 'GET\r\n\r\n', 400],
  [
    'names its length twice',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['has a method that nobody knows', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['has a head too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['names no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
  ['expects what nobody offers', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 417],
  ['has an address that is none', 'GET /api/v1/%zz HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  [
    'wants a socket where there is none',
    `GET /elsewhere HTTP/1.1\r\nHost: x\r\n${SOCKET}Sec-WebSocket-Version: 13\r\n\r\n`,
    404,
  ],
  [
    'wants a socket from another origin',
    `GET /ws-jackpot/1/session1/websocket HTTP/1.1\r\nHost: x\r\nOrigin: http://y\r\n${SOCKET}Sec-WebSocket-Version: 13\r\n\r\n`,
    403,
  ],
  [
    'shakes hands in another version',
    `GET /ws-jackpot/1/session1/websocket HTTP/1.1\r\nHost: x\r\n${SOCKET}Sec-WebSocket-Version: 7\r\n\r\n`,
    400,
  ],
];

interface RawAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: { readonly errors?: readonly string[]; readonly code?: string };
}

/** What a port answers to bytes sent as they are. */
const send = (port: number, bytes: string): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const line = connect(port, '127.0.0.1', () => line.write(bytes));
    let text = '';
    line.setTimeout(20_000, () => line.destroy(new Error('no answer')));
    line.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      line.end();
    });
    line.on('error', reject);
    line.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const headers = lines.map((one) => [
        one.slice(0, one.indexOf(':')).toLowerCase(),
        one.slice(one.indexOf(':') + 1).trim(),
      ]);
      resolve({
        status: Number(first.split(' ')[1]),
        headers: Object.fromEntries(headers) as Record<string, string>,
        body: body.startsWith('{') ? (JSON.parse(body) as RawAnswer['body']) : {},
      });
    });
  });

function assertRefused({ status, headers, body }: RawAnswer, wanted: number): void {
  assert.equal(status, wanted);
  assert.equal(body.errors?.length, 1, JSON.stringify(body));
  assert.ok(body.code !== undefined);
  for (const [name, value] of Object.entries(STRICT)) assert.match(headers[name] ?? '', value, name);
}

describe('a call that no route sees', () => {
  let palier: Palier;
  let front: Balancer;
  const ports = { 'a process': 0, 'the front': 0 };
  before(async () => {
    palier = await startPalier();
    await palier.app.listen({ port: 0, host: '127.0.0.1' });
    ports['a process'] = (palier.app.server.address() as AddressInfo).port;
    front = await startBalancer({ targets: [`http://127.0.0.1:${ports['a process']}`], port: 0 });
    ports['the front'] = front.port;
  });
  after(async () => {
    await front.stop();
    await palier.stop();
  });

  for (const who of ['a process', 'the front'] as const)
    for (const [what, bytes, status] of CALLS)
      test(`When a call to ${who} ${what}, then it is refused in words, with every header`, async () => {
        assertRefused(await send(ports[who], bytes), status);
      });

  test('When a head reaches the front too slowly, then it is refused in words, with every header', async () => {
    assertRefused(await send(front.port, 'GET / HTTP/1.1\r\nHost:'), 408);
  });

  for (const who of ['a process', 'the front'] as const)
    test(`When ${who} has refused a socket and the caller never hangs up, then the line is cut`, async () => {
      const line = connect({ port: ports[who], host: '127.0.0.1', allowHalfOpen: true });
      line.write(`GET /elsewhere HTTP/1.1\r\nHost: x\r\n${SOCKET}\r\n`);
      await once(line.resume(), 'end');
      const cut = once(line, 'error', { signal: AbortSignal.timeout(6_000) });
      // Only a line that is gone on the other side refuses what is said into it.
      const talking = setInterval(() => line.write('x'), 100);
      try {
        const [error] = (await cut) as [NodeJS.ErrnoException];
        assert.match(error.code ?? '', /^(?:ECONNRESET|EPIPE)$/);
      } finally {
        clearInterval(talking);
        line.destroy();
      }
    });

  test('When a handshake names another version, then it hears which one is spoken', async () => {
    const { headers } = await send(ports['a process'], CALLS.at(-1)![1]);
    assert.equal(headers['sec-websocket-version'], '13');
  });
});

describe('a front whose processes are gone', () => {
  test('When a call or a socket comes, then it is refused in words, with every header and when to come again', async () => {
    const front = await startBalancer({ targets: ['http://127.0.0.1:9'], port: 0 });
    for (const more of ['', SOCKET]) {
      const answer = await send(front.port, `GET /api/v1/user/me HTTP/1.1\r\nHost: x\r\n${more}\r\n`);
      assertRefused(answer, 503);
      assert.equal(answer.headers['retry-after'], '1');
    }
    await front.stop();
  });
});
