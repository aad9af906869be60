import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { CommandError } from '@palier/base/command';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { providerKeys } from '../provider-keys';

test('provider keys: the error names an incomplete file', async () => {
  const folder = await temporaryFolder();
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
