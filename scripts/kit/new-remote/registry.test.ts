import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { findRegistryFault, registryOfKit } from './registry';

/** A registry that has @palier alone, answers with the status of its path's first segment, or has none. */
const registry = createServer((request, reply) => {
  const [, status = ''] = /^\/(\d+)\//.exec(request.url ?? '') ?? [];
  if (status !== '') return void reply.writeHead(Number(status)).end('{}');
  reply.writeHead(200, { 'content-type': 'application/json' });
  const version = { name: '@palier/remote-kit', version: '1.2.3', dist: { tarball: '' } };
  reply.end(
    JSON.stringify({ name: version.name, 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': version } }),
  );
});
await new Promise<void>((listening) => registry.listen(0, '127.0.0.1', listening));
after(() => registry.close());
const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;

const repositoryWith = async (place: string): Promise<string> => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, '.npmrc'), `@palier:registry=${place}\n`);
  return folder;
};

test('A registry that has only our scope is enough for a new repository', async () => {
  assert.equal(await findRegistryFault(await repositoryWith(address), '^1.0.0'), null);
});

for (const [status, cause] of [
  ['401', /asks for a login\. Run npm login --scope=@palier/],
  ['403', /refuses this login/],
  ['404', /has no packages @palier\/…\. Put the address .* in \.npmrc/],
] as const)
  test(`A registry that answers ${status} is named with its cause`, async () => {
    const fault = await findRegistryFault(await repositoryWith(`${address}${status}/`), '^1.0.0');
    assert.match(fault ?? '', cause);
  });

test('A new repository takes the registry from which npm installed the kit', async () => {
  const folder = await temporaryFolder();
  const bin = join(folder, 'node_modules/@palier/remote-kit/bin');
  await mkdir(bin, { recursive: true });
  const install = (resolved: string): Promise<void> =>
    writeFile(
      join(folder, 'node_modules/.package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/@palier/remote-kit': { resolved } } }),
    );
  await install('https://npm.example/team/@palier/remote-kit/-/remote-kit-1.0.0.tgz');
  assert.equal(await registryOfKit(bin, folder), 'https://npm.example/team/');
  await install('https://registry.npmjs.org/@palier/remote-kit/-/remote-kit-1.0.0.tgz');
  assert.equal(await registryOfKit(bin, folder), undefined);
});

test('A new repository takes the registry of the scope from the settings of npm', async () => {
  const folder = await repositoryWith('https://npm.example/scope/');
  assert.equal(await registryOfKit(folder, folder), 'https://npm.example/scope/');
});
