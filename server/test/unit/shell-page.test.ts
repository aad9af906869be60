import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerError } from '../../src/http/error-handler';
import { addSecurityHeaders } from '../../src/web/security-headers';
import { createShellPage } from '../../src/web/shell-page';
import { serveStaticFiles } from '../../src/web/static-files';
import type { ReleasedVersion } from '@palier/shared/contracts/releases';
import { releasedVersion } from '../released-version';
import { unsignedStore } from '@palier/test-support/unsigned-store';

const PROGRAM = 'document.title="$& </b>"';
const screensOf = (...paths: readonly string[]): object[] => paths.map((path) => ({ path, title: path }));
const files = (name: string, version: string, screens: object[]): object =>
  releasedVersion(name, version, {
    preload: [`/remotes/${name}/${version}/routes.js`],
    integrity: { [`/remotes/${name}/${version}/routes.js`]: 'sha384-abc' },
    screens: screens as ReleasedVersion['screens'],
  });
const registryOf = (active: string): object => ({
  revision: 1,
  overrideOrigins: [],
  remotes: {
    casino: {
      active,
      previous: null,
      canary: null,
      versions: {
        [active]: files('casino', active, screensOf('/home', '/login', '/play/:id')),
        '0.0.1': files('casino', '0.0.1', screensOf('/old')),
      },
    },
  },
});

let root: string;
let app: FastifyInstance;
const publish = (active: string): Promise<void> =>
  writeFile(path.join(root, 'remotes.json'), JSON.stringify(registryOf(active)));
const page = async (url: string): Promise<string> => (await app.inject({ url })).body;

describe('shell page', () => {
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'palier-page-'));
    await writeFile(
      path.join(root, 'index.html'),
      `<head><script>${PROGRAM}</script><!--remotes--></head><body></body>`,
    );
    await publish('1.0.0');
    app = Fastify();
    const send = createShellPage(
      { STATIC_ROOT: root, ALLOWED_FRAME_ORIGINS: ['https://jeux.test', 'https://*.vendor.test'] },
      unsignedStore(root).readRegistry,
    );
    await addSecurityHeaders(app, {
      PROVIDER_URL: 'https://jeux.test',
      REMOTE_ORIGINS: ['https://casino.test'],
      ALLOWED_FRAME_ORIGINS: [],
      ALLOWED_IMAGE_ORIGINS: [],
    });
    app.get('/*', (request, reply) => send(request, reply));
  });
  after(async () => {
    await app.close();
    await rm(root, { recursive: true });
  });

  test('shell page: entry and chunks of the requested screen are preloaded as they are used', async () => {
    const html = await page('/home?from=mail');
    assert.match(html, /<link rel="preload" as="script" href="\/remotes\/casino\/1\.0\.0\/remoteEntry\.js">/);
    assert.match(
      html,
      /<link rel="preload" as="script" href="\/remotes\/casino\/1\.0\.0\/routes\.js" integrity="sha384-abc">/,
    );
    assert.match(html, /id="palier-remotes">\{/);
    assert.match(await page('/play/7'), /casino\/1\.0\.0\/remoteEntry\.js/);
  });
  test('shell page: a preconnect to the host of the games is sent with any page', async () => {
    const { headers } = await app.inject({ url: '/login' });
    assert.equal(headers.link, '<https://jeux.test>; rel=preconnect');
  });
  test('shell page: its policy allows the program in its head by its hash, and no other', async () => {
    const hash = createHash('sha256').update(PROGRAM).digest('base64');
    for (const url of ['/home', '/login']) {
      const { headers, body } = await app.inject({ url });
      assert.ok(body.includes(`<script>${PROGRAM}</script>`));
      assert.deepEqual(
        String(headers['content-security-policy'])
          .split(';')
          .filter((directive) => /^script-src|'sha256-/.test(directive)),
        [`script-src 'self' 'sha256-${hash}' https://casino.test`],
      );
    }
  });
  test('shell page: nothing is preloaded if no active version describes the path', async () => {
    for (const url of ['/login', '/settings', '/old', '/play', '/aaaa', '//[', '/%zz']) {
      assert.doesNotMatch(await page(url), /rel="preload"/, url);
    }
  });
  test('shell page: the page is sent as it was built if the registry cannot be read', async () => {
    await writeFile(path.join(root, 'remotes.json'), '{"remotes":{"cas');
    for (const url of ['/login', '/home']) {
      const { statusCode, body } = await app.inject({ url });
      assert.equal(statusCode, 200);
      assert.match(body, /<!--remotes-->/);
    }
    await publish('1.0.0');
    assert.match(await page('/home'), /casino\/1\.0\.0\/remoteEntry\.js/);
  });
  test('shell page: the next page preloads another version once that is activated', async () => {
    await page('/home');
    await publish('1.1.0');
    assert.match(await page('/home'), /casino\/1\.1\.0\/remoteEntry\.js/);
  });
  test('shell page: a text of the registry cannot end the element that holds it', async () => {
    const title = '</script><script src=//evil.test></script>';
    const text = JSON.stringify(registryOf('1.2.0')).replace('"title":"/home"', `"title":"${title}"`);
    await writeFile(path.join(root, 'remotes.json'), text);
    const body = await page('/home');
    assert.ok(body.includes('\\u003c/script>\\u003cscript'), body);
    // The program, and the element.
    assert.equal(body.split('</script>').length, 3);
  });
});

test('static files: the log names the missing file of a wrongly configured folder at start', async () => {
  const wrong = await mkdtemp(path.join(tmpdir(), 'palier-wrong-'));
  const lines: { file?: string }[] = [];
  const server = Fastify({
    logger: { stream: { write: (line) => lines.push(JSON.parse(line) as { file?: string }) } },
  });
  const config = { STATIC_ROOT: wrong, REMOTES_ROOT: wrong, ALLOWED_FRAME_ORIGINS: [] };
  await serveStaticFiles(server, config, unsignedStore(config.REMOTES_ROOT));
  const missing = [path.join(wrong, 'index.html'), path.join(wrong, 'remotes.json')];
  assert.deepEqual(
    lines.map(({ file }) => file),
    missing,
  );
  await server.close();
  await rm(wrong, { recursive: true });
});

test('static files: a symbolic link in the release store and a hidden file are 404', async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-links-'));
  const server = Fastify();
  context.after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  const version = path.join(folder, 'store/casino/1.0.0');
  for (const name of ['.source-maps', '../../.store', '../../../outside'])
    await mkdir(path.join(version, name), { recursive: true });
  for (const name of ['a.js', 'b.js', '.source-maps/a.map', '../../.store/1.json', '../../../outside/a.js'])
    await writeFile(path.join(version, name), name);
  for (const [name, target] of [
    ['c.js', path.join(folder, 'outside/a.js')],
    ['b.js.br', '../../../outside/a.js'],
    ['d.json', '../../.store/1.json'],
    ['e', '../../../outside'],
    ['../2.0.0', '../../outside'],
    ['../../agent', '../outside'],
    ['../../../link', 'store'],
  ] as const)
    await symlink(target, path.join(version, name));
  server.setErrorHandler(answerError);
  const config = { STATIC_ROOT: folder, REMOTES_ROOT: path.join(folder, 'link'), ALLOWED_FRAME_ORIGINS: [] };
  await serveStaticFiles(server, config, unsignedStore(config.REMOTES_ROOT));
  const own = ['b.js', 'c.js', 'd.json', 'e/a.js', '.source-maps/a.map'].map(
    (name) => `casino/1.0.0/${name}`,
  );
  for (const [status, files] of [
    [200, ['casino/1.0.0/a.js']],
    [404, [...own, 'casino/2.0.0/a.js', 'agent/a.js', '.store/1.json']],
  ] as const)
    for (const file of files) {
      const answer = await server.inject({ url: `/remotes/${file}`, headers: { 'accept-encoding': 'br' } });
      assert.equal(answer.statusCode, status, file);
    }
});

test('static files: proxies may not edit hashed answers, and know their variants', async (context) => {
  const root = await mkdtemp(path.join(tmpdir(), 'palier-proxies-'));
  const server = Fastify();
  context.after(async () => {
    await server.close();
    await rm(root, { recursive: true });
  });
  const remote = 'store/casino/1.0.0';
  await mkdir(path.join(root, 'shell'), { recursive: true });
  await mkdir(path.join(root, remote), { recursive: true });
  const shellFiles = [
    'main.0a1b2c3d.js',
    'main.0a1b2c3d.js.br',
    'main.0a1b2c3d.css',
    'index.html',
    'icon.svg',
  ];
  const remoteFiles = [
    'remoteEntry.js',
    'remoteEntry.js.br',
    '1.css',
    'a.png',
    'a.woff2',
    'description.json',
  ];
  for (const name of shellFiles) await writeFile(path.join(root, 'shell', name), name);
  for (const name of remoteFiles) await writeFile(path.join(root, remote, name), name);
  await writeFile(path.join(root, 'store/remotes.json'), JSON.stringify(registryOf('1.0.0')));
  const config = {
    STATIC_ROOT: path.join(root, 'shell'),
    REMOTES_ROOT: path.join(root, 'store'),
    ALLOWED_FRAME_ORIGINS: [],
  };
  await serveStaticFiles(server, config, unsignedStore(config.REMOTES_ROOT));
  const urls = [
    '/',
    '/index.html',
    '/home',
    '/remotes.json',
    ...shellFiles.map((name) => `/${name}`),
    ...remoteFiles.map((name) => `/remotes/casino/1.0.0/${name}`),
  ];
  for (const url of urls)
    for (const [method, encoding] of [
      ['GET', 'identity'],
      ['GET', 'br, gzip'],
      ['HEAD', 'br'],
    ] as const) {
      const call = { method, url };
      const answer = await server.inject({ ...call, headers: { 'accept-encoding': encoding } });
      assert.equal(answer.statusCode, 200, url);
      assert.match(String(answer.headers['cache-control']), /\bno-transform\b/, `${method} ${url}`);
      if (answer.headers['content-encoding'] !== undefined)
        assert.match(String(answer.headers.vary), /accept-encoding/i, `${method} ${url}`);
      const { etag } = answer.headers;
      if (etag === undefined) continue;
      const again = { 'accept-encoding': encoding, 'if-none-match': etag };
      const unchanged = await server.inject({ ...call, headers: again });
      assert.equal(unchanged.statusCode, 304, url);
      assert.match(String(unchanged.headers['cache-control']), /\bno-transform\b/, `304 of ${url}`);
    }
});

test('static files: encodings of a script have different tags and vary by the header', async (context) => {
  const root = await mkdtemp(path.join(tmpdir(), 'palier-tags-'));
  const server = Fastify();
  context.after(async () => {
    await server.close();
    await rm(root, { recursive: true });
  });
  for (const name of ['index.html', 'offline.js', 'offline.js.br', 'main.0a1b2c3d.js'])
    await writeFile(path.join(root, name), name);
  const config = { STATIC_ROOT: root, REMOTES_ROOT: root, ALLOWED_FRAME_ORIGINS: [] };
  await serveStaticFiles(server, config, unsignedStore(root));
  const [plain, compressed] = await Promise.all(
    ['identity', 'br'].map((encoding) =>
      server.inject({ url: '/offline.js', headers: { 'accept-encoding': encoding } }),
    ),
  );
  assert.ok(plain?.headers.etag !== undefined && compressed?.headers.etag !== undefined);
  assert.notEqual(plain.headers.etag, compressed.headers.etag);
  // Browsers never ask again for a file whose address changes with its content.
  assert.equal((await server.inject('/main.0a1b2c3d.js')).headers.etag, undefined);
  assert.match(String(plain.headers.vary), /accept-encoding/i);
  assert.match(String(compressed.headers.vary), /accept-encoding/i);
});
