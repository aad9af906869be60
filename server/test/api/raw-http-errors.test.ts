import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { sendText } from '@palier/test-support/actors/raw-http';
import { startTestServer, type TestServer } from './start-test-server';

const STRICT_HEADERS = {
  'cache-control': /^no-store$/,
  'content-type': /^application\/json/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'strict-transport-security': /max-age=\d{7,}/,
  'content-security-policy': /default-src '(?:none|self)'.*base-uri 'none'.*frame-ancestors 'none'/,
} as const;
const SOCKET = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

const CALLS: readonly [what: string, request: string, status: number][] = [
  ['is not HTTP', 'GET\r\n\r\n', 400],
  [
    'names its length twice',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['has an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['has a head too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['names no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
  [
    'has a body in an unknown coding',
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    501,
  ],
  [
    'has a body too large',
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
      `Content-Length: 4000000\r\n\r\n${'y'.repeat(4_000_000)}`,
    413,
  ],
  ['has an unknown Expect header', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 417],
  ['has a malformed URL', 'GET /api/v1/%zz HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  [
    'requests a socket at another path',
    `GET /elsewhere HTTP/1.1\r\nHost: x\r\n${SOCKET}Sec-WebSocket-Version: 13\r\n\r\n`,
    404,
  ],
  [
    'requests a socket from another origin',
    'GET /ws-jackpot/1/session1/websocket HTTP/1.1\r\nHost: x\r\nOrigin: http://y\r\n' +
      `${SOCKET}Sec-WebSocket-Version: 13\r\n\r\n`,
    403,
  ],
  [
    'requests another WebSocket version',
    `GET /ws-jackpot/1/session1/websocket HTTP/1.1\r\nHost: x\r\n${SOCKET}Sec-WebSocket-Version: 7\r\n\r\n`,
    400,
  ],
];

interface RawAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: { readonly errors?: readonly string[]; readonly code?: string };
}

async function send(port: number, request: string): Promise<RawAnswer> {
  const text = await sendText(`http://127.0.0.1:${port}`, request);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((one) => [
    one.slice(0, one.indexOf(':')).toLowerCase(),
    one.slice(one.indexOf(':') + 1).trim(),
  ]);
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: body.startsWith('{') ? (JSON.parse(body) as RawAnswer['body']) : {},
  };
}

function assertRefused({ status, headers, body }: RawAnswer, wanted: number): void {
  assert.equal(status, wanted);
  assert.equal(body.errors?.length, 1, JSON.stringify(body));
  assert.ok(body.code !== undefined);
  for (const [name, value] of Object.entries(STRICT_HEADERS)) assert.match(headers[name] ?? '', value, name);
}

describe('raw HTTP error', { concurrency: true }, () => {
  let server: TestServer;
  let port = 0;
  before(async () => {
    server = await startTestServer();
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = server.app.server.address() as AddressInfo);
  });
  after(() => server.stop());

  test('a call with two Host lines is refused with a JSON body and all headers', async () => {
    const twice = 'GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n';
    assertRefused(await send(port, twice), 400);
  });

  test('a call that asks for h2c is served as if it did not ask', async () => {
    const h2c = 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
    const asks = 'Connection: Upgrade, HTTP2-Settings, close\r\n';
    const get = `GET /healthz HTTP/1.1\r\nHost: x\r\n${asks}${h2c}\r\n`;
    assert.equal((await send(port, get)).status, 200);
    const body = JSON.stringify({ refreshToken: 'x'.repeat(43) });
    const post =
      `POST /api/v1/auth/refresh-token HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\n${h2c}` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    assert.equal((await send(port, post)).status, 401);
  });

  for (const [what, request, status] of CALLS)
    test(`a call that ${what} is refused with a JSON body and all headers`, async () => {
      assertRefused(await send(port, request), status);
    });

  test('a connection that sends thousands of calls at once is closed', async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.write(`${'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000)}GET / HTTP/1.0\r\n\r\n`);
    await closed;
    assert.ok(text.split('HTTP/1.1 200').length <= 18);
  });

  test('a refused socket that stays open on the caller’s side is closed', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(`GET /elsewhere HTTP/1.1\r\nHost: x\r\n${SOCKET}\r\n`);
    await once(socket.resume(), 'end');
    const closed = once(socket, 'error', { signal: AbortSignal.timeout(6_000) });
    // Writing fails only after the other side has closed the connection.
    const writing = setInterval(() => socket.write('x'), 100);
    try {
      const [error] = (await closed) as [NodeJS.ErrnoException];
      assert.match(error.code ?? '', /^(?:ECONNRESET|EPIPE)$/);
    } finally {
      clearInterval(writing);
      socket.destroy();
    }
  });

  test('the answer to a WebSocket handshake of another version names the supported one', async () => {
    const { headers } = await send(port, CALLS.at(-1)![1]);
    assert.equal(headers['sec-websocket-version'], '13');
  });
});
