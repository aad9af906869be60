import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { findNginx, startNginx, type Nginx } from '@palier/faults/actors/nginx';
import { freePort } from '@palier/scripts/process/free-port';

const NO_NGINX = findNginx() === null ? 'this machine has no nginx' : false;
const CALLS = 6;

/** Two processes behind nginx with the settings of deploy/nginx.conf. */
describe('nginx with deploy/nginx.conf', { skip: NO_NGINX }, () => {
  let processes: Server[];
  let nginx: Nginx;
  let hangs = false;
  before(async () => {
    const answer = (reply: ServerResponse, url = '') =>
      reply.writeHead(url.includes('/casino/') ? 503 : 200).end();
    processes = [
      createServer(({ url }, reply) => void answer(reply, url)),
      createServer(({ url }, reply) => {
        if (url === '/ws-jackpot/info') reply.writeHead(503).end();
        else if (!hangs) answer(reply, url);
      }),
    ].map((server) => server.listen(0, '127.0.0.1'));
    for (const server of processes) if (!server.listening) await once(server, 'listening');
    nginx = await startNginx(
      processes.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      await freePort(),
    );
  });
  after(async () => {
    await nginx.stop();
    for (const server of processes) {
      server.closeAllConnections();
      server.close();
    }
  });
  const statuses = async (method: string, path: string, headers = {}): Promise<number[]> => {
    const found: number[] = [];
    for (let call = 0; call < CALLS; call += 1)
      found.push((await fetch(nginx.url + path, { method, headers })).status);
    return found;
  };
  const all = (status: number): number[] => Array.from({ length: CALLS }, () => status);

  test('nginx: the games answer 503, their calls get it and no other call is refused', async () => {
    assert.deepEqual(await statuses('GET', '/api/v1/casino/games'), all(503));
    assert.deepEqual(await statuses('POST', '/api/v1/casino/launch', { 'idempotency-key': 'k' }), all(503));
    assert.deepEqual(await statuses('GET', '/api/v1/user/me'), all(200));
    assert.deepEqual(await statuses('POST', '/api/v1/auth/login'), all(200));
  });

  test('nginx: a stopping process refuses sockets, the other process takes them', async () => {
    assert.deepEqual(await statuses('GET', '/ws-jackpot/info'), all(200));
  });

  test('nginx: a process hangs, callbacks are answered by the other', async () => {
    hangs = true;
    assert.deepEqual(await statuses('POST', '/gold_api'), all(200));
  });
});
