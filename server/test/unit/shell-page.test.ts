import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerError } from '../../src/http/error-handler';
import { createShellPage } from '../../src/web/shell-page';
import { serveStaticFiles } from '../../src/web/static-files';

const SCREENS = [
  { path: '/home', remote: 'casino' },
  { path: '/refund/:id', remote: 'agent' },
];
const files = (name: string, version: string): object => ({
  entry: `/remotes/${name}/${version}/remoteEntry.js`,
  preload: [`/remotes/${name}/${version}/routes.js`],
  styles: [],
  integrity: { [`/remotes/${name}/${version}/routes.js`]: 'sha384-abc' },
});
const registryOf = (active: string): object => ({
  remotes: { casino: { active, previous: null, versions: { [active]: files('casino', active) } } },
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
      `<head><!--remotes ${JSON.stringify(SCREENS)}--></head><body></body>`,
    );
    await publish('1.0.0');
    app = Fastify();
    const send = createShellPage({
      STATIC_ROOT: root,
      REMOTES_ROOT: root,
      ALLOWED_FRAME_ORIGINS: ['https://jeux.test'],
    });
    app.get('/*', (request, reply) => send(request, reply));
  });
  after(async () => {
    await app.close();
    await rm(root, { recursive: true });
  });

  test('shell page: a remote’s screen is requested, its entry and chunks are preloaded as the loader requests them', async () => {
    const html = await page('/home?from=mail');
    assert.match(html, /<link rel="preload" as="script" href="\/remotes\/casino\/1\.0\.0\/remoteEntry\.js">/);
    assert.match(
      html,
      /<link rel="preload" as="script" href="\/remotes\/casino\/1\.0\.0\/routes\.js" integrity="sha384-abc">/,
    );
    assert.match(html, /id="palier-remotes">\{/);
  });
  test('shell page: any page, a preconnect to the games’ host is sent', async () => {
    const { headers } = await app.inject({ url: '/login' });
    assert.equal(headers.link, '<https://jeux.test>; rel=preconnect');
  });
  test('shell page: no remote serves the path, or it was never published, nothing is preloaded', async () => {
    for (const url of ['/login', '/settings', '/refund/7', '//[', '/%zz']) {
      assert.doesNotMatch(await page(url), /rel="preload"/, url);
    }
  });
  test('shell page: the registry cannot be read, the page is sent as it was built', async () => {
    await writeFile(path.join(root, 'remotes.json'), '{"remotes":{"cas');
    for (const url of ['/login', '/home']) {
      const { statusCode, body } = await app.inject({ url });
      assert.equal(statusCode, 200);
      assert.match(body, /<!--remotes /);
    }
    await publish('1.0.0');
    assert.match(await page('/home'), /casino\/1\.0\.0\/remoteEntry\.js/);
  });
  test('shell page: another version is activated, the next page preloads it', async () => {
    await page('/home');
    await publish('1.1.0');
    assert.match(await page('/home'), /casino\/1\.1\.0\/remoteEntry\.js/);
  });
});

test('static files: a folder is configured wrongly, the log names the missing file at start', async () => {
  const wrong = await mkdtemp(path.join(tmpdir(), 'palier-wrong-'));
  const lines: { file?: string }[] = [];
  const server = Fastify({
    logger: { stream: { write: (line) => lines.push(JSON.parse(line) as { file?: string }) } },
  });
  const config = { STATIC_ROOT: wrong, REMOTES_ROOT: wrong, ALLOWED_FRAME_ORIGINS: [] };
  await serveStaticFiles(server, config);
  const missing = [path.join(wrong, 'index.html'), path.join(wrong, 'remotes.json')];
  assert.deepEqual(
    lines.map(({ file }) => file),
    missing,
  );
  await server.close();
  await rm(wrong, { recursive: true });
});

test('static files: a symbolic link in the release store, no file outside the store and no hidden file is sent', async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-links-'));
  context.after(() => rm(folder, { recursive: true }));
  const [store, version, outside] = [
    path.join(folder, 'store'),
    'casino/1.0.0',
    path.join(folder, 'outside'),
  ];
  for (const place of [`${version}/.source-maps`, '.store'])
    await mkdir(path.join(store, place), { recursive: true });
  await mkdir(outside);
  for (const name of ['secret', 'secret.js', 'secret.js.br'])
    await writeFile(path.join(outside, name), 'secret');
  await writeFile(path.join(store, '.store/secret'), 'secret');
  for (const name of ['a.js', 'b.js', '.source-maps/a.js.map'])
    await writeFile(path.join(store, version, name), 'file');
  for (const [place, target] of [
    [`${version}/linked.js`, path.join(outside, 'secret.js')],
    [`${version}/relative.svg`, '../../../outside/secret'],
    [`${version}/b.js.br`, path.join(outside, 'secret')],
    [`${version}/history.json`, '../../.store/secret'],
    [`${version}/folder`, outside],
    ['casino/2.0.0', outside],
    ['agent', outside],
  ] as const)
    await symlink(target, path.join(store, place));
  const link = path.join(folder, 'link');
  await symlink(store, link);

  const server = Fastify();
  context.after(() => server.close());
  server.setErrorHandler(answerError);
  await serveStaticFiles(server, { STATIC_ROOT: folder, REMOTES_ROOT: link, ALLOWED_FRAME_ORIGINS: [] });
  const get = async (file: string) => {
    const { statusCode, body } = await server.inject({
      url: `/remotes/${file}`,
      headers: { 'accept-encoding': 'br' },
    });
    assert.doesNotMatch(body, /secret/, file);
    return statusCode;
  };
  assert.equal(await get(`${version}/a.js`), 200);
  for (const file of [
    'linked.js',
    'relative.svg',
    'b.js',
    'history.json',
    'folder/secret',
    '.source-maps/a.js.map',
  ])
    assert.equal(await get(`${version}/${file}`), 404, file);
  for (const file of ['casino/2.0.0/secret.js', 'agent/secret', '.store/secret'])
    assert.equal(await get(file), 404, file);
});
