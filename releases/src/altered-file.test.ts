import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { alteredFile, hashesOf, versionFolder, type VersionDescription } from './versions';

test('When a script or style was added to a published version, or taken away, then it is named; another kind of file is none', async (context) => {
  const root = await mkdtemp(join(tmpdir(), 'palier-altered-'));
  context.after(() => rm(root, { recursive: true }));
  const folder = versionFolder(root, 'casino', '1.0.0');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'remoteEntry.js'), '');
  const integrity = await hashesOf(folder);
  const altered = (): Promise<string | null> =>
    alteredFile(root, { name: 'casino', version: '1.0.0', integrity } as VersionDescription);

  await writeFile(join(folder, 'banner.svg'), '');
  assert.equal(await altered(), null);
  await writeFile(join(folder, 'slipped-in.js'), '');
  assert.equal(await altered(), 'slipped-in.js');
  await rm(join(folder, 'slipped-in.js'));
  await rm(join(folder, 'remoteEntry.js'));
  assert.equal(await altered(), 'remoteEntry.js');
});
