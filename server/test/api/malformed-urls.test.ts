import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { errorsOf, get } from '@palier/test-support/actors/raw-http';
import { startTestServer, type TestServer } from './start-test-server';

const PAGE = '<html lang="fr">the page</html>';
const SECRET = 'not for anybody';
const LONG = 'x'.repeat(5_000);

const URLS = [
  '/login?next=//evil.test',
  '/login?next=https:%2f%2fevil.test%2flogin',
  `/login?next=${LONG}`,
  '//evil.test/login',
  '//evil.test/%2e%2e',
  '/%2f%2fevil.test/',
  '/\\evil.test',
  '/%5c%5cevil.test/',
  '/%0d%0aLocation:%20https:%2f%2fevil.test',
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/..%5csecret.txt',
  '/%252e%252e%252fsecret.txt',
  '/%c0%ae%c0%ae/secret.txt',
  '/secret.txt%00.html',
  '/remotes/../secret.txt',
  '/remotes/..%2fsecret.txt',
  '/remotes/%2e%2e%2f%2e%2e%2fsecret.txt',
  '/remotes/.hidden/secret.txt',
  '/game/..%2f..%2fsecret.txt',
  '/game/..%2f',
  '/game/%00',
  '/game/PRAGMATIC/%00/%00',
  `/game/PRAGMATIC/${LONG}/x`,
  `/${LONG}`,
  '/%00',
  '/%zz',
  '/api/v1/..%2f..%2fsecret.txt',
  '/api/v1/jackpot/draws?unknown=1',
  '/api/v1/user/sub-account/%00',
  `/api/v1/user/sub-account/${LONG}`,
];

let folder: string;
let base: string;
let server: TestServer;

describe('malformed URLs', () => {
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'palier-addresses-'));
    for (const place of ['shell', 'releases/.hidden'])
      await mkdir(path.join(folder, place), { recursive: true });
    for (const file of ['secret.txt', 'releases/.hidden/secret.txt'])
      await writeFile(path.join(folder, file), SECRET);
    await writeFile(path.join(folder, 'shell/index.html'), PAGE);
    await writeFile(path.join(folder, 'shell/robots.txt'), 'of the shell');
    server = await startTestServer({
      STATIC_ROOT: path.join(folder, 'shell'),
      REMOTES_ROOT: path.join(folder, 'releases'),
    });
    base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  for (const address of URLS) {
    test(`URL ${address.slice(0, 60)}: the answer is the page or a refusal, no redirect`, async () => {
      const answer = await get(base, address);
      assert.equal(answer.headers.location, undefined);
      assert.doesNotMatch(answer.text, new RegExp(SECRET));
      if (answer.status === 200) return assert.equal(answer.text, PAGE);
      assert.ok([400, 401, 404].includes(answer.status), String(answer.status));
      assert.equal(errorsOf(answer).length, 1);
    });
  }
  for (const address of ['/%00', `/${LONG}`, '/game/PRAGMATIC/%00/%00', `/game/PRAGMATIC/${LONG}/x`]) {
    test(`URL ${address.slice(0, 60)}: the page is sent, because it has a screen for it`, async () => {
      assert.equal((await get(base, address)).text, PAGE);
    });
  }
  test('URL with invalid encoding: a browser gets the text 404 Not Found', async () => {
    for (const address of ['/admin%', '/game/PRAGMATIC/100%/x', '/%c0%ae']) {
      const { status, text, headers } = await get(base, address, {
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      });
      assert.deepEqual([status, text], [404, '404 Not Found'], address);
      assert.match(headers['content-type'] ?? '', /^text\/plain/);
      assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    }
  });
  for (const condition of [{ range: 'bytes=999-' }, { 'if-match': '"another"' }]) {
    test(`static file: a failed ${Object.keys(condition)[0]} condition sends no page`, async () => {
      assert.equal((await get(base, '/robots.txt')).text, 'of the shell');
      const answer = await get(base, '/robots.txt', condition);
      assert.equal(answer.status, 400);
      assert.equal(errorsOf(answer).length, 1);
    });
  }
  test('page: the address /login sends the page', async () => {
    assert.equal((await get(base, '/login')).text, PAGE);
  });
});
