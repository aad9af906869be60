import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, mock, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connectFrame, openRawClient, type RawClient } from '@palier/test-support/actors/stomp-client';
import { postXhr } from '@palier/test-support/actors/xhr-client';
import { startTestServer, type TestServer } from './start-test-server';

/** The limit of one network over all transports. */
const MAX_PER_NETWORK = 1_000;
/** An address of the network whose limit is reached. */
const FULL = '2001:db8:5:6:ffff::1';
const COOKIE = `palier-socket=${'v'.repeat(32)}`;

// Each test has networks of its own.
describe('unauthenticated sockets', { concurrency: true }, () => {
  let server: TestServer;
  let url: string;
  let token: string;
  before(async () => {
    // A slow machine opens a network's sockets in more than the seconds after which the server closes those
    // without a token.
    mock.timers.enable({ apis: ['setInterval'] });
    server = await startTestServer({ TRUST_PROXY: '1' });
    url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    token = (await server.login('client')).accessToken;
  });
  after(async () => {
    await server.stop();
    mock.timers.reset();
  });

  const open = (from: string): Promise<RawClient> => openRawClient(url, { 'x-forwarded-for': from });
  /** A closed socket is counted until the server notices. */
  const openOnceThereIsRoom = async (from: string): Promise<RawClient> => {
    for (let tries = 0; tries < 1_000; tries += 1) {
      const client = await open(from).catch(() => null);
      if (client !== null) return client;
      await wait(10);
    }
    return open(from);
  };
  const openMany = async (count: number): Promise<RawClient[]> => {
    const clients: RawClient[] = [];
    while (clients.length < count) {
      const next = Array.from({ length: Math.min(100, count - clients.length) }, (_, index) =>
        open(`2001:db8:5:6::${(clients.length + index + 1).toString(16)}`),
      );
      clients.push(...(await Promise.all(next)));
    }
    return clients;
  };
  const post = (path: string, body = '', from = '198.51.100.9') =>
    postXhr(url + path, body, { cookie: COOKIE, 'x-forwarded-for': from });
  const newSession = (): string => `/ws-jackpot/000/${randomBytes(8).toString('hex')}`;

  test('unauthenticated sockets: only the IPv6 network at its limit is refused', async () => {
    const clients = await openMany(MAX_PER_NETWORK - 1);
    const path = newSession();
    assert.equal((await post(`${path}/xhr`, '', FULL)).body, 'o\n');
    await assert.rejects(open(FULL), /503/);
    assert.equal((await post(`${newSession()}/xhr`, '', FULL)).status, 503);
    assert.equal((await post(`${newSession()}/xhr_streaming`, '', FULL)).status, 503);

    const neighbour = await open('2001:db8:5:7::1');
    neighbour.send(connectFrame(token));
    await neighbour.waitForFrame('CONNECTED');
    neighbour.end();

    const [first, second] = clients as [RawClient, RawClient];
    first.send(connectFrame(token));
    await first.waitForFrame('CONNECTED');
    const third = await open(FULL);
    await assert.rejects(open(FULL), /503/);
    first.end();
    await wait(200);
    await assert.rejects(open(FULL), /503/, 'the end of an authenticated socket freed a place');
    second.end();
    const fourth = await openOnceThereIsRoom(FULL);
    for (const client of [...clients, third, fourth]) client.end();
    for (let another = 0; another < 100; another += 1) clients.push(await openOnceThereIsRoom(FULL));
    for (const client of clients) client.end();
  });

  test('XHR session: a closed session gets one close frame, and its next poll opens another', async () => {
    const path = newSession();
    assert.equal((await post(`${path}/xhr`)).body, 'o\n');
    assert.equal((await post(`${path}/xhr_send`, JSON.stringify(['SEND\n\n\0']))).status, 204);
    assert.match((await post(`${path}/xhr`)).body, /^a\["ERROR.*CONNECT expected/);
    assert.match((await post(`${path}/xhr`)).body, /^c\[3000/);
    assert.equal((await post(`${path}/xhr_send`, JSON.stringify(['SEND\n\n\0']))).status, 404);
    assert.equal((await post(`${path}/xhr`)).body, 'o\n');
  });

  test('XHR session: the end of a closed session does not affect a new one with the same id', async () => {
    const path = newSession();
    await post(`${path}/xhr`);
    await post(`${path}/xhr_send`, JSON.stringify(['SEND\n\n\0']));
    const stream = await post(`${path}/xhr_streaming`);
    assert.match(stream.body, /a\["ERROR[^]*\nc\[3000/);
    assert.equal((await post(`${path}/xhr`)).body, 'o\n');
    const poll = post(`${path}/xhr`);
    // After the time at which the first session would have ended for not polling.
    await wait(5_500);
    assert.equal((await post(`${path}/xhr_send`, JSON.stringify(['SEND\n\n\0']))).status, 204);
    assert.match((await poll).body, /^a\["ERROR/);
  });
});
