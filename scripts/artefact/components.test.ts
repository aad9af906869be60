import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ROOT } from '@palier/base/paths';
import { runNpm } from '@palier/base/process/run';
import { findLateComponents, type Exceptions, type RegistryReadings } from './components';
import { EXCEPTIONS } from './exceptions';
import { artefactComponents } from './make-artefact';

const NOW = new Date('2026-12-01T12:00:00Z');
const NONE: Exceptions = { heldBack: {}, advisories: {} };
const URL_OF_ADVISORY = 'https://advisories.example/GHSA-1';
const NO_ADVISORY = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} });

const lateWith = (readings: Partial<RegistryReadings>, exceptions = NONE): Promise<string[]> =>
  findLateComponents(
    ['node_modules/fastify', 'node_modules/semver'],
    {
      audit: NO_ADVISORY,
      outdated: '{"none": []}',
      publishedOf: () => Promise.resolve({}),
      deprecated: {},
      ...readings,
    },
    { exceptions, now: NOW },
  );

/** `npm audit` against a registry here that answers the call for advisories. */
async function audit(context: TestContext, status: number, advisories: object): Promise<string> {
  const registry = createServer((request, response) => {
    request.resume();
    const isBulk = request.url?.endsWith('/advisories/bulk') === true;
    const name = decodeURIComponent(request.url ?? '').slice(1);
    const versions = { '0.0.1': { name, version: '0.0.1' } };
    response.writeHead(isBulk ? status : request.method === 'GET' ? 200 : 405);
    response.end(JSON.stringify(isBulk ? advisories : { name, versions, 'dist-tags': {} }));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  context.after(() => {
    registry.close();
    registry.closeAllConnections();
  });
  const { port } = registry.address() as AddressInfo;
  const words = ['audit', '--json', '--omit=dev', `--registry=http://127.0.0.1:${port}`];
  return (await runNpm([...words, '--fetch-retries=0'])).output;
}

test('components: without a list of advisories or versions nothing counts as in time', async (context) => {
  assert.match(
    (await lateWith({ audit: await audit(context, 405, {}) })).join(),
    /advisories could not be read/,
  );
  assert.match((await lateWith({ audit: '' })).join(), /advisories could not be read/);
  for (const outdated of ['', '{}', '{"error": {"code": "E404"}}'])
    assert.match((await lateWith({ outdated })).join(), /versions could not be read/);
  assert.deepEqual(await lateWith({}), []);
});

test('components: an advisory is late until someone has dated it, and after its time', async (context) => {
  const advisory = {
    id: 1,
    url: URL_OF_ADVISORY,
    title: 'a fault',
    severity: 'high',
    vulnerable_versions: '*',
  };
  const readings = { audit: await audit(context, 200, { fastify: [advisory] }) };
  const known = (entry: Exceptions['advisories'][string]) =>
    lateWith(readings, { heldBack: {}, advisories: { [URL_OF_ADVISORY]: entry } });
  assert.deepEqual(await lateWith(readings), [
    `fastify: high advisory ${URL_OF_ADVISORY}: nobody has looked at it, and the time is 7 days`,
  ]);
  assert.deepEqual(await known({ public: '2026-11-25' }), []);
  assert.match((await known({ public: '2026-11-24' })).join(), /since 2026-11-24, and the time is 7 days/);
  assert.deepEqual(await known({ public: '2026-01-01', unreachable: 'no call of ours reaches it' }), []);
});

test('components: a newer version in the range is late after 90 days, unless it is held back', async () => {
  const entry = (dependent: string, current: string, wanted: string, latest: string) =>
    JSON.stringify({
      semver: [{ current, wanted, latest, dependent, location: join(ROOT, 'node_modules/semver') }],
    });
  const publishedOf = () =>
    Promise.resolve({
      created: '2020-01-01T00:00:00Z',
      '7.8.1': '2026-01-01T00:00:00Z',
      '7.8.2-rc.1': '2026-02-01T00:00:00Z',
      '7.8.2': '2026-09-01T00:00:00Z',
      '7.8.3': '2026-11-01T00:00:00Z',
      '8.0.0': '2026-02-01T00:00:00Z',
    });
  const late = ['node_modules/semver: 7.8.1 is behind 7.8.3 since 2026-09-01'];
  const lateFor = (outdated: string, exceptions = NONE) => lateWith({ outdated, publishedOf }, exceptions);
  assert.deepEqual(await lateFor(entry('fastify', '7.8.1', '7.8.3', '8.0.0')), late);
  assert.deepEqual(await lateFor(entry('fastify', '7.8.2', '7.8.3', '8.0.0')), []);
  assert.deepEqual(await lateFor(entry('server', '7.8.1', '7.8.1', '7.8.3')), late, 'our exact version');
  assert.deepEqual(
    await lateFor(entry('fastify', '7.8.1', '7.8.1', '7.8.3')),
    [],
    "a library's exact version",
  );
  assert.deepEqual(
    await lateFor(entry('fastify', '7.8.2-rc.1', '7.8.3', '7.8.3')),
    ['node_modules/semver: 7.8.2-rc.1 is behind 7.8.3 since 2026-09-01'],
    'older releases are not newer than a version with a suffix',
  );
  assert.deepEqual(await lateFor(entry('a-tool', '7.8.1', '7.8.3', '7.8.3')), []);
  const heldBack = { semver: 'a reason' };
  assert.deepEqual(await lateFor(entry('fastify', '7.8.1', '7.8.3', '7.8.3'), { ...NONE, heldBack }), []);
  assert.match((await lateWith({ deprecated: { 'semver@7.8.1': 'use 8' } })).join(), /deprecated: use 8/);
});

test('components: each package that is held back is in the artefact', async () => {
  const places = await artefactComponents();
  for (const name of Object.keys(EXCEPTIONS.heldBack))
    assert.ok(
      places.some((place) => place.endsWith(`node_modules/${name}`)),
      name,
    );
});
