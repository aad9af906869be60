import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { writeArchive } from './make-artefact';

test('Without GNU tar the message names the command that installs it', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'palier'));
  const path = process.env.PATH;
  process.env.SOURCE_DATE_EPOCH ??= '1767225600';
  try {
    process.env.PATH = folder;
    const missing = writeArchive(folder, 'palier', join(folder, 'palier.tar.gz'));
    await assert.rejects(missing, /not written: spawn tar ENOENT[^]*apt install tar/);
    await writeFile(join(folder, 'tar'), '#!/bin/sh\nexit 64\n', { mode: 0o755 });
    const foreign = writeArchive(folder, 'palier', join(folder, 'palier.tar.gz'));
    await assert.rejects(foreign, /not written: tar ended with 64[^]*apt install tar/);
  } finally {
    process.env.PATH = path;
  }
});
