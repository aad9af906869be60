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
import { afterEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startBalancer, type Balancer } from '../../src/balancer/balancer';

const running: (Server | Balancer)[] = [];
const READY: RequestListener = (_request, reply) => void reply.end('ok');

/** A process behind the front that does with calls as it is told. */
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

const front = async (...targets: readonly { url: string }[]): Promise<Balancer> => {
  const started = await startBalancer({ targets: targets.map(({ url }) => url), port: 0 });
  running.push(started);
  return started;
};

/** Of a head with more than a thousand headers Node 20 tells the first thousand; newer ones refuse it. */
const isRefused = (answer: string): boolean => answer.startsWith('HTTP/1.1 431 ');
const dies: RequestListener = (request) => void request.socket.destroy();
const leaves: RequestListener = (_request, reply) =>
  void reply.writeHead(503, { connection: 'close' }).end('{}');
const post = (address: Balancer, headers: Record<string, string> = {}, path = '/api/v1/transactions') =>
  fetch(address.url + path, { method: 'POST', body: '{}', headers });

afterEach(async () => {
  for (const one of running.splice(0))
    if ('stop' in one) await one.stop();
    else {
      one.close();
      one.closeAllConnections();
    }
});

describe('the front', () => {
  test('When a process refuses the connection, then any call goes to the next', async () => {
    const [gone, good] = [await target(READY), await target(READY)];
    const address = await front(gone, good);
    gone.stop();
    for (let call = 0; call < 6; call += 1) assert.equal((await post(address)).status, 200);
    assert.equal(good.calls.length, 6);
  });

  test('When a process dies with a call in hand, then the call is repeated only if twice is once', async () => {
    const [dead, good] = [await target(dies), await target(READY)];
    const address = await front(dead, good);
    const answers = [];
    for (let call = 0; call < 6; call += 1) answers.push(await post(address));
    assert.equal(good.calls.length + dead.calls.length, 6, 'a call without a key was sent twice');
    const lost = answers.find(({ status }) => status === 503)!;
    assert.equal(lost.headers.get('retry-after'), '1');
    assert.deepEqual(await lost.json(), {
      errors: ['Le service est momentanément indisponible. Veuillez réessayer.'],
      code: 'unavailable',
    });

    for (let call = 0; call < 4; call += 1) {
      assert.equal((await post(address, { 'idempotency-key': `key-${call}` })).status, 200);
      assert.equal((await post(address, {}, '/gold_api')).status, 200);
      assert.equal((await fetch(`${address.url}/api/v1/user/me`)).status, 200);
    }
  });

  test('When a process hangs with a call in hand, then the call is repeated if twice is once, and else refused in words', async () => {
    const [hung, good] = [await target(() => undefined), await target(READY)];
    const address = await startBalancer({
      targets: [hung.url, good.url],
      port: 0,
      slowReaderTimeoutMs: 6_000,
    });
    running.push(address);
    const calls = [1, 2].flatMap((turn) => [
      post(address, { 'idempotency-key': `key-${turn}` }),
      post(address, {}, '/gold_api'),
      fetch(`${address.url}/api/v1/user/me?${turn}`),
    ]);
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200]);
    assert.ok(hung.calls.length > 0);

    const [first, second] = await Promise.all([post(address), post(address)]);
    assert.deepEqual([first.status, second.status].sort(), [200, 503]);
  });

  test('When a stopping process refuses a call, then it goes to the next if twice is once', async () => {
    const [leaving, good] = [await target(leaves), await target(READY)];
    const address = await front(leaving, good);
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await post(address)).status);
    assert.deepEqual(statuses.sort(), [200, 200, 503, 503]);
    for (let call = 0; call < 4; call += 1)
      assert.equal((await post(address, { 'idempotency-key': `key-${call}` })).status, 200);
  });

  test('When a process takes no further socket, dies over one or is silent, then the next is asked', async () => {
    const refusals: ((line: Duplex) => void)[] = [
      (line) => line.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n'),
      (line) => line.destroy(),
      (line) => void line.resume(),
    ];
    for (const refuse of refusals) {
      const [leaving, good] = [await target(READY), await target(READY)];
      let refused = 0;
      leaving.server.on('upgrade', (_request, line: Duplex) => {
        refused += 1;
        refuse(line);
      });
      good.server.on('upgrade', (_request, line: Duplex) => {
        line.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n');
        line.pipe(line);
      });
      const address = await front(leaving, good);
      // Which process a session belongs to is told by its name alone.
      for (let session = 0; refused === 0; session += 1) {
        assert.ok(session < 100, 'the first was never asked');
        const asked = httpRequest({
          port: address.port,
          path: `/ws-jackpot/000/session${session}/websocket`,
          headers: { connection: 'upgrade', upgrade: 'echo' },
        }).end();
        const within = { signal: AbortSignal.timeout(10_000) };
        const [, line] = (await once(asked, 'upgrade', within)) as [IncomingMessage, Duplex];
        line.write('hello');
        assert.equal(String((await once(line, 'data'))[0]), 'hello');
        line.destroy();
      }
    }
  });

  test('When nobody answers, then it says so in the API’s words, and serves again once somebody does', async () => {
    const gone = await target(READY);
    const address = await front(gone);
    gone.stop();
    const refused = await fetch(`${address.url}/api/v1/user/me`);
    assert.equal(refused.status, 503);
    assert.equal(((await refused.json()) as { code: string }).code, 'unavailable');
    await target(READY, gone.port);
    assert.equal((await fetch(`${address.url}/api/v1/user/me`)).status, 200);
  });

  test('When a caller says where it comes from, then the processes hear where it really does, and the host it asked for', async () => {
    const heard: Record<string, unknown>[] = [];
    const good = await target((request, reply) => {
      heard.push({ ...request.headers });
      reply.setHeader('set-cookie', ['a=1', 'b=2']);
      reply.end();
    });
    const address = await front(good);
    const asked = httpRequest({
      port: address.port,
      headers: {
        host: 'palier.test',
        'x-forwarded-for': '203.0.113.9',
        'x-real-ip': '203.0.113.9',
        te: 'x',
      },
    }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    assert.deepEqual(answer.headers['set-cookie'], ['a=1', 'b=2']);
    answer.resume();
    const [headers] = heard;
    assert.equal(headers?.host, 'palier.test');
    assert.equal(headers?.['x-forwarded-for'], '127.0.0.1');
    assert.equal(headers?.['x-real-ip'], undefined);
    assert.equal(headers?.te, undefined);
  });

  test('When a caller says more than Node reads of a head, then the processes hear all the same where it comes from', async () => {
    const good = await target((request, reply) => void reply.end(request.headers['x-forwarded-for']));
    const address = await front(good);
    const line = connect(address.port, '127.0.0.1');
    let answer = '';
    line.on('data', (chunk) => (answer += String(chunk)));
    line.write(`GET / HTTP/1.0\r\nhost: palier.test\r\n${'a:\r\n'.repeat(1_100)}\r\n`);
    await once(line, 'close');
    if (isRefused(answer)) assert.deepEqual(good.calls, []);
    else assert.match(answer, /\r\n\r\n127\.0\.0\.1$/);
  });

  test('When a wish for a socket stands where Node tells of no header, then no process takes the line for one of calls', async () => {
    const good = await target(READY);
    good.server.on('upgrade', (_request, line: Duplex) => line.end('HTTP/1.1 404 Not Found\r\n\r\n'));
    const address = await front(good);
    const line = connect(address.port, '127.0.0.1');
    const wish = 'connection: upgrade\r\nupgrade: websocket\r\n\r\n';
    line.write(`GET /first HTTP/1.1\r\nhost: palier.test\r\n${'a:\r\n'.repeat(1_100)}${wish}`);
    assert.match(String((await once(line, 'data'))[0]), /^HTTP\/1.1 (404|431) /);
    line.destroy();
    assert.deepEqual(good.calls, []);
  });

  test('When a body is longer than what is kept, then it arrives whole', async () => {
    let length = 0;
    const good = await target((request, reply) => {
      request.on('data', (chunk: Buffer) => (length += chunk.length)).on('end', () => reply.end());
    });
    const address = await front(good);
    const body = 'x'.repeat(300_000);
    assert.equal((await fetch(address.url, { method: 'POST', body })).status, 200);
    assert.equal(length, body.length);
  });

  /** A call with a call in its body, as `framing` tells of that. */
  const hides = (method: string, framing: string, { headersBefore }: { headersBefore: number }) => {
    const hidden = 'GET /hidden HTTP/1.1\r\nhost: palier.test\r\n\r\n';
    const body = framing === 'chunked' ? `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n` : hidden;
    const told = framing === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${hidden.length}`;
    const head = [
      `${method} /first HTTP/1.1`,
      'host: palier.test',
      ...Array<string>(headersBefore).fill('a:'),
      told,
    ];
    return `${head.join('\r\n')}\r\n\r\n${body}`;
  };
  for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST'])
    for (const framing of ['chunked', 'a length'])
      for (const headersBefore of [0, 1_200])
        test(`When a ${method} says by ${framing} after ${headersBefore} headers that it has a body, then a call that is written in it is none`, async () => {
          const good = await target(READY);
          const address = await front(good);
          const line = connect(address.port, '127.0.0.1');
          line.write(hides(method, framing, { headersBefore }));
          const answer = String((await once(line, 'data'))[0]);
          const first = headersBefore > 0 && isRefused(answer) ? [] : [`${method} /first`];
          if (first.length > 0) assert.match(answer, /^HTTP\/1.1 200 /);
          line.destroy();
          assert.equal((await fetch(`${address.url}/last`)).status, 200);
          assert.deepEqual(good.calls, [...first, 'GET /last']);
        });

  test('When a caller takes nothing more of an answer, then its line is cut, and its process hears so', async () => {
    let left: () => void = () => undefined;
    const hasLeft = new Promise<void>((resolve) => (left = resolve));
    const good = await target((_request, reply) => {
      reply.on('close', left);
      // More than the kernels of all three keep.
      reply.end(Buffer.alloc(48 * 2 ** 20));
    });
    const address = await startBalancer({ targets: [good.url], port: 0, slowReaderTimeoutMs: 1_000 });
    running.push(address);
    const line = connect(address.port, '127.0.0.1').pause();
    line.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: palier.test\r\n\r\n');
    const isCut = await Promise.race([hasLeft.then(() => true), wait(30_000, false, { ref: false })]);
    line.destroy();
    assert.ok(isCut);
  });

  test('When an answer streams, then each piece passes at once; when its caller leaves, then its process hears so', async () => {
    let left: () => void = () => undefined;
    const hasLeft = new Promise<void>((resolve) => (left = resolve));
    const good = await target((_request, reply) => {
      reply.write('first');
      reply.on('close', left);
    });
    const address = await front(good);
    const asked = new AbortController();
    const answer = await fetch(address.url, { signal: asked.signal });
    const { value } = await answer.body!.getReader().read();
    assert.equal(Buffer.from(value!).toString(), 'first');
    asked.abort();
    await hasLeft;
  });
});
