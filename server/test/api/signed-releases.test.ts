import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { createRegistryFile, type RegistryFile } from '../../src/remotes/registry-file';
import { publicKeyOf, registryText, signRelease, type SignedKind } from '../../src/remotes/release-signature';
import { EMPTY_REGISTRY } from '@palier/shared/contracts/releases';
import { createSignedFileCheck } from '../../src/remotes/signed-files';
import { compressWithDictionary, expandWithDictionary, sha256 } from '../../src/web/dictionary-forms';
import { releasedVersion } from '../released-version';
import { startTestServer, type TestServer } from './start-test-server';

const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;
const [operator, nextOperator, team, stranger] = [newKey(), newKey(), newKey(), newKey()];
const [operatorKey, nextOperatorKey, teamKey] = [operator, nextOperator, team].map(publicKeyOf);
const SCRIPT = 'export const casino = 1;';
const [OLDER, NEWER] = ['1', '2'].map((number) =>
  Buffer.from(`${'export const routes = () => [];'.repeat(90)}export const version = ${number};`),
) as [Buffer, Buffer];
const PAGE = '<script src="a.js"></script>';
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const registryOf = (revision: number): object => ({
  revision,
  overrideOrigins: [],
  remotes: {
    casino: {
      active: '1.0.0',
      previous: null,
      canary: null,
      versions: { '1.0.0': releasedVersion('casino', '1.0.0') },
    },
  },
  teamKeys: { casino: [teamKey] },
});
const signed = (registry: object, key: KeyObject, kind: SignedKind = 'registry'): string =>
  JSON.stringify({ ...registry, signature: signRelease(key, kind, registryText(registry)) });

describe('signed releases', () => {
  let server: TestServer;
  let store: string;
  const writeRegistry = (text: string): Promise<void> => writeFile(path.join(store, 'remotes.json'), text);
  const served = async (): Promise<string> => (await server.app.inject({ url: '/remotes.json' })).body;
  const statusOf = async (file: string, encoding = 'identity'): Promise<number> =>
    (
      await server.app.inject({
        url: `/remotes/casino/1.0.0/${file}`,
        headers: { 'accept-encoding': encoding },
      })
    ).statusCode;
  const writeVersionFile = (name: string, content: string | Buffer): Promise<void> =>
    writeFile(path.join(store, 'casino/1.0.0', name), content);
  const signVersion = async (key: KeyObject): Promise<void> => {
    const text = JSON.stringify({
      name: 'casino',
      version: '1.0.0',
      entry: 'a.js',
      preload: [],
      styles: [],
      uses: {},
      screens: [],
      publishedAt: '2026-01-01T00:00:00.000Z',
      commit: null,
      isChecked: true,
      needs: {
        contract: '*',
        shared: {},
        events: {},
        runtime: { version: '2.9.2', oldest: '2.8.2' },
      },
      integrity: Object.fromEntries(
        Object.entries({
          'a.js': SCRIPT,
          'routes.bbbbbbbb.js': NEWER,
          'page.html': PAGE,
          'a.png': 'a picture',
        }).map(([file, content]) => [
          file,
          `sha256-${createHash('sha256').update(content).digest('base64')}`,
        ]),
      ),
    });
    await writeVersionFile('description.json', text);
    await writeVersionFile('signature.json', JSON.stringify(signRelease(key, 'version', text)));
  };

  before(async () => {
    store = await mkdtemp(path.join(tmpdir(), 'palier-signed-'));
    await mkdir(path.join(store, 'casino/1.0.0'), { recursive: true });
    await writeRegistry(signed(registryOf(4), operator));
    await writeFile(path.join(store, 'index.html'), '<!--remotes-->');
    await writeVersionFile('a.js', SCRIPT);
    await writeVersionFile('a.js.br', brotliCompressSync(SCRIPT));
    await signVersion(team);
    server = await startTestServer({
      STATIC_ROOT: store,
      REMOTES_ROOT: store,
      RELEASE_KEYS: `${operatorKey},${nextOperatorKey}`,
    });
  });
  after(async () => {
    await server.stop();
    await rm(store, { recursive: true });
  });

  test('registry: a registry that the operator signed is served', async () => {
    assert.equal(await served(), signed(registryOf(4), operator));
  });

  test('registry: the served one stays if its file is edited, unsigned, gone, older or foreign', async () => {
    const good = signed(registryOf(5), operator);
    await writeRegistry(good);
    assert.equal(await served(), good);
    for (const bad of [
      good.replace('"active":"1.0.0"', '"active":"6.6.6"'),
      JSON.stringify(registryOf(6)),
      signed(registryOf(6), stranger),
      signed(registryOf(6), team),
      signed(registryOf(6), operator, 'version'),
      signed(registryOf(4), operator),
      '',
      '{"revision":7',
    ]) {
      await writeRegistry(bad);
      assert.equal(await served(), good, bad);
    }
    await rm(path.join(store, 'remotes.json'));
    assert.equal(await served(), good);
  });

  test('registry: a new process uses the newest one, not an older one put in its place', async () => {
    const newest = signed(registryOf(8), operator);
    await writeRegistry(newest);
    assert.equal(await served(), newest);
    await writeRegistry(signed(registryOf(7), operator));
    const warnings: unknown[] = [];
    let isDown = false;
    const readWith = (trustedKeys: readonly string[]) =>
      createRegistryFile({
        database: Object.assign(Object.create(server.pool) as typeof server.pool, {
          query: (text: string, values?: unknown[]) =>
            isDown ? Promise.reject(new Error('down')) : server.pool.query(text, values),
        }),
        remotesRoot: store,
        trustedKeys,
        log: { warn: (fields: unknown) => void warnings.push(fields) },
      });
    const startedLater = readWith(server.config.RELEASE_KEYS);
    assert.equal((await startedLater())?.text, newest);
    assert.equal(warnings.length, 1);
    isDown = true;
    await writeRegistry(newest);
    assert.equal((await startedLater())?.text, newest, 'while no database answers');
    isDown = false;
    assert.equal(await readWith([publicKeyOf(stranger)])(), null, 'the accepted one is not trusted');
  });

  test('registry: a rotated key signs the next revision, or starts again without the old key', async () => {
    const rotated = signed(registryOf(9), nextOperator);
    await writeRegistry(rotated);
    assert.equal(await served(), rotated);
    await server.pool.query(`update accepted_registry set signed_by = 'a key that is no longer trusted'`);
    const first = signed(registryOf(1), operator);
    await writeRegistry(first);
    assert.equal(await served(), first);
  });

  test('page: the registry in the page has no keys and no signature', async () => {
    const { body } = await server.app.inject({ url: '/login' });
    assert.match(body, /id="palier-remotes">\{"revision"/);
    assert.doesNotMatch(body, /teamKeys|"signature"/);
  });

  test('file: a page in the store runs no scripts in the name of this origin', async () => {
    await writeVersionFile('page.html', PAGE);
    const { headers } = await server.app.inject({ url: '/remotes/casino/1.0.0/page.html' });
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    );
  });

  test('file: a compressed form that expands without end is not sent', async () => {
    await writeVersionFile('a.js.br', brotliCompressSync(Buffer.alloc(33 * 2 ** 20), FAST));
    assert.equal(await statusOf('a.js', 'br'), 404);
    await writeVersionFile('a.js.br', brotliCompressSync(SCRIPT));
  });

  test('file: a file is sent as its team signed it; an edited or forged one is 404', async () => {
    assert.deepEqual([await statusOf('a.js'), await statusOf('a.js', 'br')], [200, 200]);
    await writeVersionFile('a.js', SCRIPT.replace('1', '6'));
    await writeVersionFile('a.js.br', brotliCompressSync(SCRIPT.replace('1', '6')));
    assert.deepEqual([await statusOf('a.js'), await statusOf('a.js', 'br')], [404, 404]);
    await writeVersionFile('a.js', SCRIPT);
    await writeVersionFile('b.js', 'not described');
    assert.deepEqual([await statusOf('a.js'), await statusOf('b.js')], [200, 404]);
    await writeVersionFile('b.css', 'a{}');
    assert.equal(await statusOf('b.css'), 404);
    await signVersion(stranger);
    await writeVersionFile('a.js', SCRIPT);
    assert.equal(await statusOf('a.js'), 404);
    await rm(path.join(store, 'casino/1.0.0/signature.json'));
    await writeVersionFile('a.js', SCRIPT);
    assert.equal(await statusOf('a.js'), 404);
    await signVersion(team);
  });

  test('A picture that was edited or added in the store is not sent', async () => {
    await writeVersionFile('a.png', 'a picture');
    assert.equal(await statusOf('a.png'), 200);
    await writeVersionFile('a.png', 'another one');
    assert.equal(await statusOf('a.png'), 404);
    await writeVersionFile('b.png', 'a picture');
    await writeVersionFile('a.woff2', 'a font');
    assert.deepEqual([await statusOf('b.png'), await statusOf('a.woff2')], [404, 404]);
    assert.equal(await statusOf('description.json'), 200);
  });

  /** Asks for a file with the dictionary `older`, as a browser does that has it. */
  const askWith = (url: string, older: Buffer, headers: Record<string, string> = {}) =>
    server.app.inject({
      url,
      headers: {
        'accept-encoding': 'gzip, br, dcb, dcz',
        'available-dictionary': `:${Buffer.from(sha256(older), 'hex').toString('base64')}:`,
        ...headers,
      },
    });
  const ROUTES = '/remotes/casino/1.0.0/routes.bbbbbbbb.js';

  test('A browser that offers an older script gets the form that needs it', async () => {
    const form = await compressWithDictionary(NEWER, OLDER);
    const name = `.bbbbbbbb.js.${sha256(OLDER)}.dcz`;
    await mkdir(path.join(store, 'casino/0.9.0'));
    await writeFile(path.join(store, 'casino/0.9.0/routes.aaaaaaaa.js'), OLDER);
    await writeVersionFile('routes.bbbbbbbb.js', NEWER);
    await writeVersionFile(`routes${name}`, form);
    await writeFile(path.join(store, 'main.bbbbbbbb.js'), NEWER);
    await writeFile(path.join(store, `main${name}`), form);
    for (const [url, pattern] of [
      ['/main.bbbbbbbb.js', '/main.*.js'],
      [ROUTES, '/remotes/casino/*/routes.*.js'],
    ] as const) {
      const { headers, rawPayload } = await askWith(url, OLDER);
      assert.equal(headers['content-encoding'], 'dcz', url);
      assert.deepEqual(await expandWithDictionary(rawPayload, OLDER, 1e6), NEWER);
      const usual = await server.app.inject({ url });
      for (const answer of [headers, usual.headers]) {
        assert.equal(answer['use-as-dictionary'], `match="${pattern}"`);
        assert.equal(answer.vary, 'accept-encoding, available-dictionary');
        assert.match(String(answer['cache-control']), /immutable/);
        assert.equal(answer['content-type'], 'application/javascript; charset=utf-8');
      }
    }
  });

  test('An unknown dictionary, or a browser without the encoding, leads to the usual answer', async () => {
    for (const url of ['/main.bbbbbbbb.js', ROUTES])
      for (const answer of [
        await askWith(url, Buffer.from('a file of somebody else')),
        await askWith(url, OLDER, { 'accept-encoding': 'gzip, br' }),
        await askWith(url, OLDER, { 'available-dictionary': ':../../../../../../etc/passwd:' }),
      ]) {
        assert.equal(answer.headers['content-encoding'], undefined);
        assert.deepEqual(answer.rawPayload, NEWER);
      }
    const outside = await askWith('/remotes/casino/1.0.0/..%2f0.9.0/routes.aaaaaaaa.js', OLDER);
    assert.equal(outside.statusCode, 404);
  });

  test('A form that makes another script than its team signed is not sent', async () => {
    const name = `routes.bbbbbbbb.js.${sha256(OLDER)}.dcz`;
    await writeVersionFile(name, await compressWithDictionary(Buffer.from('alert(1)'), OLDER));
    const answer = await askWith(ROUTES, OLDER);
    assert.equal(answer.headers['content-encoding'], undefined);
    assert.deepEqual(answer.rawPayload, NEWER);
  });

  test('file: without the key of its team, only a file that nobody had to sign is sent', async () => {
    const file = path.join(store, 'casino/1.0.0/a.js');
    let held: Pick<RegistryFile, 'registry'> | null = null;
    const checkOf = (isSignatureRequired: boolean) =>
      createSignedFileCheck(store, isSignatureRequired, () => Promise.resolve(held as RegistryFile | null));
    const [check, checkWithoutKeys] = [checkOf(true), checkOf(false)];
    const stats = await stat(file);
    assert.deepEqual([await check(file, stats), await checkWithoutKeys(file, stats)], [false, true]);
    const sent: boolean[] = [];
    for (const keys of [{ casino: [publicKeyOf(team)] }, { casino: [publicKeyOf(stranger)] }, {}]) {
      held = { registry: { ...EMPTY_REGISTRY, teamKeys: keys } };
      sent.push(await check(file, stats));
    }
    assert.deepEqual(sent, [true, false, true]);
  });
});
