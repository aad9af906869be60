import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startBalancer, type Balancer } from '../../src/balancer/balancer';

const running: (Server | Balancer)[] = [];
const READY: RequestListener = (_request, reply) => void reply.end('ok');

/** A process behind the balancer. */
async function target(
  answer: RequestListener,
  port = 0,
): Promise<{ url: string; port: number; server: Server; calls: string[]; stop(): void }> {
  const calls: string[] = [];
  const server = createServer((request, reply) => {
    if (request.url === '/readyz') return READY(request, reply);
    calls.push(`${request.method} ${request.url}`);
    request.resume();
    answer(request, reply);
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

const startFor = async (targets: readonly { url: string }[], options: object = {}): Promise<Balancer> => {
  const started = await startBalancer({ targets: targets.map(({ url }) => url), port: 0, ...options });
  running.push(started);
  return started;
};

/** Node 20 reads the first thousand headers of a request; newer versions refuse more. */
const isRefused = (answer: string): boolean => answer.startsWith('HTTP/1.1 431 ');
const dropConnection: RequestListener = (request) => void request.socket.destroy();
const refuseWhileStopping: RequestListener = (_request, reply) =>
  void reply.writeHead(503, { connection: 'close' }).end('{}');
const post = (balancer: Balancer, headers: Record<string, string> = {}, path = '/api/v1/transactions') =>
  fetch(balancer.url + path, { method: 'POST', body: '{}', headers });

after(async () => {
  for (const one of running)
    if ('stop' in one) await one.stop();
    else {
      one.close();
      one.closeAllConnections();
    }
});

describe('balancer', { concurrency: true }, () => {
  test('balancer: every call goes to the next process if one refuses the connection', async () => {
    const [stopped, good] = [await target(READY), await target(READY)];
    const balancer = await startFor([stopped, good]);
    stopped.stop();
    for (let call = 0; call < 6; call += 1) assert.equal((await post(balancer)).status, 200);
    assert.equal(good.calls.length, 6);
  });

  test('balancer: only an idempotent call is repeated if its process dies', async () => {
    const [dead, good] = [await target(dropConnection), await target(READY)];
    const balancer = await startFor([dead, good]);
    const answers = [];
    for (let call = 0; call < 6; call += 1) answers.push(await post(balancer));
    assert.equal(good.calls.length + dead.calls.length, 6, 'a call without a key was sent twice');
    const lost = answers.find(({ status }) => status === 503)!;
    assert.equal(lost.headers.get('retry-after'), '1');
    assert.deepEqual(await lost.json(), {
      errors: ['Le service est momentanément indisponible. Veuillez réessayer.'],
      code: 'unavailable',
    });

    const toggle = '/api/v1/user/update-status/7';
    good.calls.length = dead.calls.length = 0;
    for (let call = 0; call < 4; call += 1)
      await post(balancer, { 'idempotency-key': `toggle-${call}` }, toggle);
    assert.equal(good.calls.length + dead.calls.length, 4, 'a call that ignores its key was sent twice');

    const registration = '/api/v1/auth/admin/register-client';
    for (let call = 0; call < 4; call += 1) {
      assert.equal((await post(balancer, { 'idempotency-key': `key-${call}` }, registration)).status, 200);
      assert.equal((await post(balancer, { 'idempotency-key': `key-${call}` })).status, 200);
      assert.equal((await post(balancer, {}, '/gold_api')).status, 200);
      assert.equal((await fetch(`${balancer.url}/api/v1/user/me`)).status, 200);
    }
  });

  test('balancer: a callback is repeated long before another call if its process hangs', async () => {
    const [hung, good] = [await target(() => undefined), await target(READY)];
    const balancer = await startFor([hung, good], { silenceMs: 600_000 });
    const limit = { signal: AbortSignal.timeout(120_000) };
    const callbacks = [1, 2].map(() => fetch(`${balancer.url}/gold_api`, { method: 'POST', ...limit }));
    assert.deepEqual(
      (await Promise.all(callbacks)).map(({ status }) => status),
      [200, 200],
    );
    assert.ok(hung.calls.length > 0);
  });

  test('balancer: an idempotent call is repeated if its process hangs, and any other gets 503', async () => {
    const [hung, good] = [await target(() => undefined), await target(READY)];
    const balancer = await startFor([hung, good], { silenceMs: 5_000 });
    const calls = [1, 2].flatMap((turn) => [
      post(balancer, { 'idempotency-key': `key-${turn}` }),
      post(balancer, {}, '/gold_api'),
      fetch(`${balancer.url}/api/v1/user/me?${turn}`),
    ]);
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200]);
    assert.ok(hung.calls.length > 0);

    const [first, second] = await Promise.all([post(balancer), post(balancer)]);
    assert.deepEqual([first.status, second.status].sort(), [200, 503]);
  });

  test('balancer: only an idempotent call of a stopping process goes to the next one', async () => {
    const [leaving, good] = [await target(refuseWhileStopping), await target(READY)];
    const balancer = await startFor([leaving, good]);
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await post(balancer)).status);
    assert.deepEqual(statuses.sort(), [200, 200, 503, 503]);
    for (let call = 0; call < 4; call += 1)
      assert.equal((await post(balancer, { 'idempotency-key': `key-${call}` })).status, 200);
  });

  test('balancer: the next process is asked if one refuses a socket, drops it or is silent', async () => {
    const refusals: ((socket: Duplex) => void)[] = [
      (socket) => socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n'),
      (socket) => socket.destroy(),
      (socket) => void socket.resume(),
    ];
    for (const refuse of refusals) {
      const [leaving, good] = [await target(READY), await target(READY)];
      let refused = 0;
      leaving.server.on('upgrade', (_request, socket: Duplex) => {
        refused += 1;
        refuse(socket);
      });
      good.server.on('upgrade', (_request, socket: Duplex) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n');
        socket.pipe(socket);
      });
      const balancer = await startFor([leaving, good]);
      // The session's name decides which process gets it.
      for (let session = 0; refused === 0; session += 1) {
        assert.ok(session < 100, 'the first process was never asked');
        const asked = httpRequest({
          port: balancer.port,
          path: `/ws-jackpot/000/session${session}/websocket`,
          headers: { connection: 'upgrade', upgrade: 'echo' },
        }).end();
        const within = { signal: AbortSignal.timeout(10_000) };
        const [, socket] = (await once(asked, 'upgrade', within)) as [IncomingMessage, Duplex];
        socket.write('hello');
        assert.equal(String((await once(socket, 'data'))[0]), 'hello');
        socket.destroy();
      }
    }
  });

  test('balancer: calls get the 503 of the API until a process is back', async () => {
    const stopped = await target(READY);
    const balancer = await startFor([stopped]);
    stopped.stop();
    const refused = await fetch(`${balancer.url}/api/v1/user/me`);
    assert.equal(refused.status, 503);
    assert.equal(((await refused.json()) as { code: string }).code, 'unavailable');
    const callback = await post(balancer, {}, '/gold_api/flat/transaction');
    assert.equal(callback.status, 503);
    assert.deepEqual(await callback.json(), { status: 0, msg: 'INTERNAL_ERROR' });
    await target(READY, stopped.port);
    assert.equal((await fetch(`${balancer.url}/api/v1/user/me`)).status, 200);
  });

  test('balancer: processes get the address of the caller despite more headers than Node reads', async () => {
    const good = await target((request, reply) => void reply.end(request.headers['x-forwarded-for']));
    const balancer = await startFor([good]);
    const socket = connect(balancer.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.write(`GET / HTTP/1.0\r\nhost: palier.test\r\n${'a:\r\n'.repeat(1_100)}\r\n`);
    await once(socket, 'close');
    if (isRefused(answer)) assert.deepEqual(good.calls, []);
    else assert.match(answer, /\r\n\r\n127\.0\.0\.1$/);
  });

  test('balancer: an upgrade whose header is beyond those that Node reads is served as no call', async () => {
    const good = await target(READY);
    good.server.on('upgrade', (_request, socket: Duplex) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'));
    const balancer = await startFor([good]);
    const socket = connect(balancer.port, '127.0.0.1');
    const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\n\r\n';
    socket.write(`GET /first HTTP/1.1\r\nhost: palier.test\r\n${'a:\r\n'.repeat(1_100)}${upgrade}`);
    assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1.1 (404|431) /);
    socket.destroy();
    assert.deepEqual(good.calls, []);
  });

  const requestWithHiddenCall = (
    method: string,
    framing: string,
    { headersBefore }: { headersBefore: number },
  ) => {
    const hidden = 'GET /hidden HTTP/1.1\r\nhost: palier.test\r\n\r\n';
    const body = framing === 'chunked' ? `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n` : hidden;
    const framingHeader =
      framing === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${hidden.length}`;
    const head = [
      `${method} /first HTTP/1.1`,
      'host: palier.test',
      ...Array<string>(headersBefore).fill('a:'),
      framingHeader,
    ];
    return `${head.join('\r\n')}\r\n\r\n${body}`;
  };
  for (const framing of ['chunked', 'a length'])
    for (const headersBefore of [0, 1_200])
      test(`balancer: no call in a body by ${framing} after ${headersBefore} headers is served`, async () => {
        const good = await target(READY);
        const balancer = await startFor([good]);
        for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST']) {
          good.calls.length = 0;
          const socket = connect(balancer.port, '127.0.0.1');
          socket.write(requestWithHiddenCall(method, framing, { headersBefore }));
          const answer = String((await once(socket, 'data'))[0]);
          const first = headersBefore > 0 && isRefused(answer) ? [] : [`${method} /first`];
          if (first.length > 0) assert.match(answer, /^HTTP\/1.1 200 /);
          socket.destroy();
          assert.equal((await fetch(`${balancer.url}/last`)).status, 200);
          assert.deepEqual(good.calls, [...first, 'GET /last']);
        }
      });

  test('balancer: the connection of a caller that stops reading is closed', async () => {
    let callerLeft: () => void = () => undefined;
    const hasCallerLeft = new Promise<void>((resolve) => (callerLeft = resolve));
    const good = await target((_request, reply) => {
      reply.on('close', callerLeft);
      // More than the socket buffers of caller, balancer and process hold.
      reply.end(Buffer.alloc(48 * 2 ** 20));
    });
    const balancer = await startFor([good], { slowReaderTimeoutMs: 1_000 });
    const socket = connect(balancer.port, '127.0.0.1').pause();
    socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: palier.test\r\n\r\n');
    const isCut = await Promise.race([hasCallerLeft.then(() => true), wait(30_000, false, { ref: false })]);
    socket.destroy();
    assert.ok(isCut);
  });

  test('balancer: a stream is forwarded piece by piece, and the process sees the caller leave', async () => {
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
