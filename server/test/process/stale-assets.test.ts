import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { findNginx, NGINX_CONFIGURATION, startNginx } from '@palier/faults/actors/nginx';
import { freePort } from '@palier/scripts/process/free-port';
import { answerError } from '../../src/http/error-handler';
import { serveStaticFiles } from '../../src/web/static-files';
import { unsignedStore } from '../unsigned-store';

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

test('stale assets: a file of another build is 404, and nginx’s documented settings try the next process', async (context) => {
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
  'stale assets: two builds behind nginx, each file is found from either process',
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
