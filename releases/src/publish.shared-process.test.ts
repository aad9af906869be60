import assert from 'node:assert/strict';
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { publishRelease } from './publish';
import { describeStatus } from './status';
import { activateInStore } from './testing/test-store';
import { listVersions } from './versions';

test('publish: the checks fail, the version is not published and its number is free; a published one is not checked; without checks the description and status say so', async () => {
  const root = await temporaryFolder();
  Object.assign(process.env, { REMOTES_ROOT: root, DATA_DIR: root });
  delete process.env.DATABASE_URL;
  const checked: string[] = [];
  const fail = (folder: string) => Promise.resolve(checked.push(folder) === 0);
  await assert.rejects(publishRelease('reports', fail), /does not pass its checks.*\n.*--unchecked/);
  assert.deepEqual(checked, ['mfe-reports']);
  assert.deepEqual(await listVersions(root, 'reports'), []);

  const { version, isChecked } = await publishRelease('reports', null);
  assert.equal(isChecked, false);
  await assert.rejects(publishRelease('reports', fail), /is already published/);
  await activateInStore(root, 'reports', version);
  assert.match(await describeStatus(), /active +\S+ \(.*\d+ packages in \S+sbom\.cdx\.json, not checked\)/);
});

test('publish: the static checks pass and the unit tests fail, the version is not published', async (context) => {
  const root = await temporaryFolder();
  Object.assign(process.env, { REMOTES_ROOT: root, DATA_DIR: root });
  const { spawn } = childProcess;
  const { mock } = context.mock.method(childProcess, 'spawn', (_node: string, [program = '']: string[]) =>
    spawn(process.execPath, ['-e', `process.exitCode = ${program.endsWith('jest.js') ? 1 : 0}`]),
  );
  syncBuiltinESMExports();
  try {
    await assert.rejects(publishRelease('reports'), /does not pass its checks/);
    assert.ok(mock.calls.some(({ arguments: [, args] }) => args[0]?.endsWith('jest.js')));
    assert.deepEqual(await listVersions(root, 'reports'), []);
  } finally {
    mock.restore();
    syncBuiltinESMExports();
  }
});
