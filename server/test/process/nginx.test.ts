import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { findNginx, startNginx, type Nginx, NGINX_CONFIGURATION } from '@palier/test-support/actors/nginx';
import { freePort } from '@palier/base/process/free-port';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerError } from '../../src/http/error-handler';
import { serveStaticFiles } from '../../src/web/static-files';
import { unsignedStore } from '@palier/test-support/unsigned-store';

const NO_NGINX = findNginx() === null ? 'this machine has no nginx' : false;
const CALLS = 6;
const OF_A_PROCESS = {
  'strict-transport-security': 'max-age=1',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'self'",
};

/** Two processes behind nginx with the settings of deploy/nginx.conf. */
describe('nginx with deploy/nginx.conf', { skip: NO_NGINX }, () => {
  let processes: Server[];
  let nginx: Nginx;
  let hangs = false;
  before(async () => {
    const answer = (reply: ServerResponse, url = '') => {
      if (url === '/guarded') reply.setHeaders(new Map(Object.entries(OF_A_PROCESS)));
      reply.writeHead(url.includes('/casino/') ? 503 : 200).end();
    };
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

  test('nginx: a 503 of the games reaches their calls, and no other call is refused', async () => {
    assert.deepEqual(await statuses('GET', '/api/v1/casino/games'), all(503));
    assert.deepEqual(await statuses('POST', '/api/v1/casino/launch', { 'idempotency-key': 'k' }), all(503));
    assert.deepEqual(await statuses('GET', '/api/v1/user/me'), all(200));
    assert.deepEqual(await statuses('POST', '/api/v1/auth/login'), all(200));
  });

  test('nginx: its own answers have security headers, and those of a process stay', async () => {
    const headersOf = async (path: string) => {
      const { headers } = await fetch(nginx.url + path);
      return Object.fromEntries(Object.keys(OF_A_PROCESS).map((name) => [name, headers.get(name)]));
    };
    assert.deepEqual(await headersOf('/guarded'), OF_A_PROCESS);
    assert.deepEqual(await headersOf('/metrics'), {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    });
  });

  test('nginx: without TLS only pages lead to TLS; calls, callbacks and sockets are refused', async () => {
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(nginx.plainUrl + path, { redirect: 'manual' })).status;
    for (const path of ['/', '/home', '/gold_apis']) assert.equal(await statusOf(path), 301, path);
    for (const path of ['/api/v1/auth/login', '//gold_api', '/GOLD_API/game_callback', '/ws-jackpot/info'])
      assert.equal(await statusOf(path), 403, path);
  });

  test('nginx: the other process takes the sockets that a stopping one refuses', async () => {
    assert.deepEqual(await statuses('GET', '/ws-jackpot/info'), all(200));
  });

  test('nginx: the other process answers the callbacks of one that hangs', async () => {
    hangs = true;
    for (const address of ['/gold_api', '//gold_api/', '/GOLD_API', '/gold_api/game_callback'])
      assert.deepEqual(await statuses('POST', address), all(200), address);
  });
});

/** The names of one file in two builds of the shell. */
const FILES = ['main.0a1b2c3d.js', 'main.4e5f6071.js'] as const;

async function startProcess(context: TestContext, file: string): Promise<FastifyInstance> {
  const root = await mkdtemp(path.join(tmpdir(), 'palier-build-'));
  await writeFile(path.join(root, 'index.html'), '<html lang="fr">the page</html>');
  await writeFile(path.join(root, file), file);
  const app = Fastify();
  app.setErrorHandler(answerError);
  const config = { STATIC_ROOT: root, REMOTES_ROOT: root, ALLOWED_FRAME_ORIGINS: [] };
  await serveStaticFiles(app, config, unsignedStore(root));
  app.get('/healthz', () => 'ok');
  await app.listen({ host: '127.0.0.1', port: 0 });
  context.after(async () => {
    await app.close();
    await rm(root, { recursive: true });
  });
  return app;
}

test('stale assets: nginx tries the next process for a file of another build', async (context) => {
  const app = await startProcess(context, FILES[0]);
  const sample = await readFile(NGINX_CONFIGURATION, 'utf8');
  const [, names = '', settings = ''] = /location ~ "(.+)" \{\n([^}]*)\}/.exec(sample) ?? [];
  assert.match(settings, /proxy_next_upstream [^;]*\bhttp_404\b[^;]*;/);
  for (const [file, status] of [
    [FILES[0], 200],
    [FILES[1], 404],
    ['remotes/reports/0.2.0/routes.4e5f6071.css', 404],
  ] as const) {
    assert.match(`/${file}`, new RegExp(names));
    assert.equal((await app.inject({ url: `/${file}` })).statusCode, status, file);
  }
  for (const page of ['/home', '/index.html', '/shell.json']) assert.doesNotMatch(page, new RegExp(names));
});

test(
  'stale assets: each file of two builds is found behind nginx from either process',
  { skip: findNginx() === null && 'this machine has no nginx' },
  async (context) => {
    const apps = await Promise.all(FILES.map((file) => startProcess(context, file)));
    const origins = apps.map(({ server }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const nginx = await startNginx(origins, await freePort());
    try {
      for (const file of [...FILES, ...FILES, ...FILES])
        assert.equal(await (await fetch(`${nginx.url}/${file}`)).text(), file);
      assert.equal((await fetch(`${nginx.url}/main.89abcdef.js`)).status, 404);
    } finally {
      await nginx.stop();
    }
  },
);
