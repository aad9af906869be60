import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { activateRelease, startCanaryRelease } from './activate';
import { addVersion } from './add-version';
import { activate } from './changes';
import { offerOfShell } from './needs';
import { changeRegistry, readRegistry } from './store';
import { readVersion, releasedVersion, versionFolder } from './versions';

test('When a file of a version is no longer the one that was published, then nobody is given it, not even as a canary', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'palier-activate-'));
  context.after(() => rm(folder, { recursive: true }));
  const [root, dist, shell] = ['store', 'dist', 'shell'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  process.env.REMOTES_ROOT = root;
  for (const made of [dist, shell]) await mkdir(made);
  await writeFile(join(shell, 'shell.json'), JSON.stringify(offerOfShell()));
  await writeFile(join(dist, 'remoteEntry.js'), 'var casino;');
  const built = { name: 'casino', entry: 'remoteEntry.js', preload: [], styles: [] };
  await writeFile(join(dist, 'description.json'), JSON.stringify(built));
  for (const version of ['1.0.0', '2.0.0']) await addVersion(root, 'casino', version, dist);
  const first = releasedVersion(await readVersion(root, 'casino', '1.0.0'));
  await changeRegistry(root, await readRegistry(root), 'activate casino 1.0.0', (registry) =>
    activate(registry, 'casino', '1.0.0', first),
  );
  const before = await readRegistry(root);

  await appendFile(join(versionFolder(root, 'casino', '2.0.0'), 'remoteEntry.js'), ' // more');
  const refusal = /its file remoteEntry\.js is not the one that was published/;
  await assert.rejects(activateRelease('casino', '2.0.0', shell), refusal);
  await assert.rejects(startCanaryRelease('casino', '2.0.0', { percent: 5 }, shell), refusal);
  assert.deepEqual(await readRegistry(root), before);
});
