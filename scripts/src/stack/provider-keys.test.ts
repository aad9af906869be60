import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CommandError } from '../command';
import { providerKeys } from './provider-keys';

test('provider keys: an incomplete file, the error names it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'palier-keys-'));
  t.after(() => rm(folder, { recursive: true }));
  const keys = await providerKeys(folder);
  assert.deepEqual(await providerKeys(folder), keys);
  assert.deepEqual(await readdir(folder), ['provider.json']);
  for (const cut of ['', '{"PROVIDER_AGENT_CODE":', '{"PROVIDER_AGENT_CODE":"palier"}', 'null']) {
    await writeFile(join(folder, 'provider.json'), cut);
    await assert.rejects(
      providerKeys(folder),
      (error: unknown) =>
        error instanceof CommandError && error.sentence.includes('provider.json is incomplete'),
    );
  }
});
