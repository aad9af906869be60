import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { after, describe, test } from 'node:test';
import { startBalancer, type Balancer } from '@palier/test-support/actors/balancer';
import { untilTrue } from '@palier/test-support/wait-until';

const running: (Server | Balancer)[] = [];
const READY: RequestListener = (_request, reply) => void reply.end('ok');
/** The longest body of a callback that vendors are known to send, and more. */
const LARGE_CALLBACK = 'x'.repeat(64 * 1024);
/** Times of the rule that tests need not wait for. */
const SHORT_WAITS = [['server 28s', 'server 8s']] as const;
/** All processes answer checks in the thread of the tests, which may be busy for longer than 3 s. */
const LONG_CHECK = ['check 3s', 'check 60s'] as const;
const LIMIT_MS = 300_000;

/** A process behind HAProxy. */
interface Target {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** Method, path and length of the body of each call. */
  readonly calls: string[];
  stop(): void;
}

async function target(answer: RequestListener, port = 0): Promise<Target> {
  const calls: string[] = [];
  const server = createServer((request, reply) => {
    if (request.url === '/readyz') return READY(request, reply);
    let length = 0;
    request.on('data', (chunk: Buffer) => (length += chunk.length));
    request.on('end', () => {
      calls.push(`${request.method} ${request.url} ${length}`);
      answer(request, reply);
    });
  });
  running.push(server);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const { port: listensOn } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${listensOn}`,
    port: listensOn,
    server,
    calls,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function startFor(
  targets: readonly Target[],
  options: Parameters<typeof startBalancer>[1] = {},
): Promise<Balancer> {
  const started = await startBalancer(
    targets.map(({ url }) => url),
    { ...options, timeouts: [LONG_CHECK, ...(options.timeouts ?? [])] },
  );
  running.push(started);
  return started;
}

const dropConnection: RequestListener = (request) => void request.socket.destroy();
const refuseWhileStopping: RequestListener = (_request, reply) =>
  void reply.writeHead(503, { connection: 'close' }).end('{}');
const post = (
  { url }: Balancer,
  {
    path = '/api/v1/transactions',
    headers = {},
    body = '{}',
  }: {
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  } = {},
) => fetch(url + path, { method: 'POST', body, headers });

after(async () => {
  for (const one of running)
    if ('stop' in one) await one.stop();
    else {
      one.close();
      one.closeAllConnections();
    }
});

describe('HAProxy with deploy/haproxy/calls.cfg', { concurrency: true, timeout: LIMIT_MS }, () => {
  test('every call goes to the next process when one refuses the connection', async () => {
    const stopped = await target(READY);
    const good = await target(READY);
    const balancer = await startFor([stopped, good]);
    stopped.stop();
    for (let call = 0; call < 6; call += 1) assert.equal((await post(balancer)).status, 200);
    assert.equal(good.calls.length, 6);
  });

  test('a call whose answer is lost is sent once without a key and repeated with one', async () => {
    const dead = await target(dropConnection);
    const good = await target(READY);
    const balancer = await startFor([dead, good]);
    const answers = [];
    for (let call = 0; call < 6; call += 1) answers.push(await post(balancer));
    assert.equal(good.calls.length + dead.calls.length, 6, 'a call without a key was sent twice');
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 503, 503, 503]);
    const lost = answers.find(({ status }) => status === 503)!;
    assert.equal(lost.headers.get('retry-after'), '1');
    assert.deepEqual(await lost.json(), {
      errors: ['Le service est momentanément indisponible. Veuillez réessayer.'],
      code: 'unavailable',
    });
    for (let call = 0; call < 4; call += 1) {
      const headers = { 'idempotency-key': `key-${call}` };
      assert.equal((await post(balancer, { headers })).status, 200);
      const path = '/api/v1/auth/admin/register-client';
      assert.equal((await post(balancer, { headers, path })).status, 200);
      assert.equal((await fetch(`${balancer.url}/api/v1/user/me`)).status, 200);
    }
  });

  test('a call to an address that ignores keys is sent once, although it has a key', async () => {
    const dead = await target(dropConnection);
    const good = await target(READY);
    const balancer = await startFor([dead, good]);
    const path = '/api/v1/user/update-status/7';
    for (let call = 0; call < 4; call += 1)
      await post(balancer, { path, headers: { 'idempotency-key': `toggle-${call}` } });
    assert.equal(good.calls.length + dead.calls.length, 4);
    assert.equal(dead.calls.length, 2);
  });

  test('a callback of 64 kB whose answer is lost is sent whole to the next process', async () => {
    const dead = await target(dropConnection);
    const good = await target(READY);
    const balancer = await startFor([dead, good]);
    for (const path of ['/gold_api', '//Gold_API/', '/gold_api/flat/transaction'])
      for (let call = 0; call < 2; call += 1)
        assert.equal((await post(balancer, { path, body: LARGE_CALLBACK })).status, 200);
    assert.ok(dead.calls.length > 0);
    assert.equal(good.calls.filter((call) => call.endsWith(` ${LARGE_CALLBACK.length}`)).length, 6);
  });

  test('a call to a process that hangs is repeated if it may be, and any other is answered 503', async () => {
    const hung = await target(() => undefined);
    const good = await target(READY);
    const balancer = await startFor([hung, good], { timeouts: SHORT_WAITS });
    const calls = [1, 2].flatMap((turn) => [
      post(balancer, { headers: { 'idempotency-key': `key-${turn}` } }),
      post(balancer, { path: '/gold_api' }),
      fetch(`${balancer.url}/api/v1/user/me?${turn}`),
    ]);
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200]);
    assert.ok(hung.calls.length > 0);
    const both = await Promise.all([post(balancer), post(balancer)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 503]);
  });

  test('a call that a stopping process refuses keeps its answer, which says: nothing was done', async () => {
    const leaving = await target(refuseWhileStopping);
    const good = await target(READY);
    const balancer = await startFor([leaving, good]);
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await post(balancer)).status);
    assert.deepEqual(statuses.sort(), [200, 200, 503, 503]);
  });

  const REFUSALS: readonly (readonly [what: string, refuse: (socket: Duplex) => void])[] = [
    ['refuses', (socket) => socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n')],
    ['drops', (socket) => socket.destroy()],
    ['does not answer', (socket) => void socket.resume()],
  ];
  for (const [what, refuse] of REFUSALS)
    test(`a socket that a process ${what} is asked of the next process`, async () => {
      const leaving = await target(READY);
      const good = await target(READY);
      let refused = 0;
      leaving.server.on('upgrade', (_request, socket: Duplex) => {
        refused += 1;
        socket.on('error', () => undefined);
        refuse(socket);
      });
      good.server.on('upgrade', (_request, socket: Duplex) => {
        socket.on('error', () => undefined);
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n');
        socket.pipe(socket);
      });
      const balancer = await startFor([leaving, good], { timeouts: SHORT_WAITS });
      // The session's name decides which process gets it.
      for (let session = 0; refused === 0; session += 1) {
        assert.ok(session < 100, 'the first process was never asked');
        const asked = httpRequest({
          port: balancer.port,
          path: `/ws-jackpot/000/session${session}/websocket`,
          headers: { connection: 'upgrade', upgrade: 'echo' },
        }).end();
        const within = { signal: AbortSignal.timeout(60_000) };
        const [, socket] = (await once(asked, 'upgrade', within)) as [IncomingMessage, Duplex];
        socket.write('hello');
        assert.equal(String((await once(socket, 'data'))[0]), 'hello');
        socket.destroy();
      }
    });

  test('all requests of a SockJS session go to one process', async () => {
    const both = [await target(READY), await target(READY)];
    const balancer = await startFor(both);
    for (let session = 0; session < 20; session += 1)
      for (const transport of ['xhr_streaming', 'xhr_send', 'xhr'])
        await post(balancer, { path: `/ws-jackpot/${session % 7}/session${session}/${transport}` });
    const counts = both.map(({ calls }) => calls.length);
    assert.ok(Math.min(...counts) > 0, 'one process got all sessions');
    for (let session = 0; session < 20; session += 1) {
      const places = both.filter(({ calls }) => calls.some((call) => call.includes(`/session${session}/`)));
      assert.equal(places.length, 1, `session ${session}`);
    }
  });

  test('calls get the API’s 503 while no process answers, and are served when one is back', async () => {
    const stopped = await target(READY);
    const balancer = await startFor([stopped]);
    stopped.stop();
    const refused = await fetch(`${balancer.url}/api/v1/user/me`);
    assert.equal(refused.status, 503);
    assert.equal(refused.headers.get('cache-control'), 'no-store');
    assert.equal(((await refused.json()) as { code: string }).code, 'unavailable');
    const callback = await post(balancer, { path: '/gold_api/flat/transaction' });
    assert.equal(callback.status, 503);
    assert.deepEqual(await callback.json(), { status: 0, msg: 'INTERNAL_ERROR' });
    await target(READY, stopped.port);
    const isServed = async (): Promise<boolean> =>
      (await fetch(`${balancer.url}/api/v1/user/me`)).status === 200;
    assert.ok(await untilTrue(isServed));
  });

  test('what callers say of their address counts only when they are trusted proxies', async () => {
    const good = await target((request, reply) =>
      reply.end(JSON.stringify([request.headers['x-forwarded-for'], request.headers['x-request-id']])),
    );
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'from-outside' };
    const direct = await startFor([good]);
    const behindProxy = await startFor([good], { isBehindProxy: true });
    const said = async ({ url }: Balancer): Promise<unknown> => (await fetch(url, { headers })).json();
    assert.deepEqual(await said(direct), ['127.0.0.1', null]);
    assert.deepEqual(await said(behindProxy), ['203.0.113.7, 127.0.0.1', 'from-outside']);
  });

  const refusals: readonly (readonly [what: string, text: string, status: number])[] = [
    ['text that is not HTTP', 'GET\r\n\r\n', 400],
    [
      'a head with more than a hundred headers',
      `GET / HTTP/1.1\r\nhost: x\r\n${'a:\r\n'.repeat(1_100)}\r\n`,
      400,
    ],
    ['a head that never ends', 'GET / HTTP/1.1\r\nhost:', 408],
  ];
  for (const [what, text, status] of refusals)
    test(`${what} is refused with ${status} and reaches no process`, async () => {
      const good = await target(READY);
      const balancer = await startFor([good]);
      const socket = connect(balancer.port, '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => (answer += String(chunk)));
      socket.write(text);
      await once(socket, 'close');
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
      assert.deepEqual(good.calls, []);
    });

  test('a call whose body never ends is refused with 408 in the form of the API', async () => {
    const balancer = await startFor([await target(READY)], {
      timeouts: [['http-request 10s', 'http-request 4s']],
    });
    const socket = connect(balancer.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.write('POST / HTTP/1.1\r\nhost: palier.test\r\ncontent-length: 9\r\n\r\nhalf');
    await once(socket, 'close');
    assert.match(answer, /^HTTP\/1.1 408 /);
    assert.match(answer, /\r\ncontent-security-policy: default-src 'none'/i);
    assert.equal((JSON.parse(answer.split('\r\n\r\n')[1]!) as { code: string }).code, 'invalid-input');
  });

  for (const framing of ['chunked', 'a length'])
    test(`a call that hides in a body by ${framing} is not served`, async () => {
      const good = await target(READY);
      const balancer = await startFor([good]);
      const hidden = 'GET /hidden HTTP/1.1\r\nhost: palier.test\r\n\r\n';
      const header =
        framing === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${hidden.length}`;
      const body = framing === 'chunked' ? `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n` : hidden;
      for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST']) {
        good.calls.length = 0;
        const socket = connect(balancer.port, '127.0.0.1');
        socket.write(`${method} /first HTTP/1.1\r\nhost: palier.test\r\n${header}\r\n\r\n${body}`);
        assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1.1 200 /);
        socket.destroy();
        assert.equal((await fetch(`${balancer.url}/last`)).status, 200);
        assert.deepEqual(good.calls, [`${method} /first ${hidden.length}`, 'GET /last 0']);
      }
    });

  test('a caller that reads no more of an answer is disconnected, and its process learns it', async () => {
    let callerLeft: () => void = () => undefined;
    const hasCallerLeft = new Promise<void>((resolve) => (callerLeft = resolve));
    let isCalled = false;
    const good = await target((_request, reply) => {
      isCalled = true;
      reply.on('close', callerLeft);
      // More than the socket buffers of caller, HAProxy and process hold.
      reply.end(Buffer.alloc(48 * 2 ** 20));
    });
    const balancer = await startFor([good], { timeouts: [['client 60s', 'client 1s']] });
    const sockets: Socket[] = [];
    // On a slow machine the head of a call may come later than HAProxy waits for it.
    while (!isCalled) {
      const socket = connect(balancer.port, '127.0.0.1').pause();
      socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: palier.test\r\n\r\n');
      sockets.push(socket);
      await untilTrue(() => isCalled, 3_000);
    }
    await hasCallerLeft;
    for (const socket of sockets) socket.destroy();
  });

  test('a piece of a stream is forwarded at once, and the process learns that the caller left', async () => {
    let callerLeft: () => void = () => undefined;
    const hasCallerLeft = new Promise<void>((resolve) => (callerLeft = resolve));
    const good = await target((_request, reply) => {
      reply.write('first');
      reply.on('close', callerLeft);
    });
    const balancer = await startFor([good]);
    const asked = new AbortController();
    const answer = await fetch(balancer.url, { signal: asked.signal });
    const { value } = await answer.body!.getReader().read();
    assert.equal(Buffer.from(value!).toString(), 'first');
    asked.abort();
    await hasCallerLeft;
  });
});
