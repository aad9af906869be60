import assert from 'node:assert/strict';
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { describe, test } from 'node:test';
import { publishFromWorkspace } from '../publish-from-workspace';
import { describeStatus } from '../status';
import { activateInStore, provideTestStore } from '../testing/test-store';
import { listVersions } from '../versions';

describe('publish', () => {
  const at = provideTestStore();

  test('Failed checks leave the number free, and the status names an unchecked version', async () => {
    const checked: string[] = [];
    const fail = (folder: string) => Promise.resolve(checked.push(folder) === 0);
    await assert.rejects(
      publishFromWorkspace(at.store, 'reports', fail),
      /does not pass its checks.*\n.*--unchecked/,
    );
    assert.deepEqual(checked, ['mfe-reports']);
    assert.deepEqual(await listVersions(at.store, 'reports'), []);

    const { version, isChecked } = await publishFromWorkspace(at.store, 'reports', null);
    assert.equal(isChecked, false);
    await assert.rejects(publishFromWorkspace(at.store, 'reports', fail), /is already published/);
    await activateInStore(at.store, 'reports', version);
    assert.match(
      await describeStatus(at.store),
      /active +\S+ \(.*\d+ packages in \S+sbom\.cdx\.json, not checked\)/,
    );
  });

  test('A version whose unit tests fail is not published', async (context) => {
    const { spawn } = childProcess;
    const { mock } = context.mock.method(childProcess, 'spawn', (_node: string, [program = '']: string[]) =>
      spawn(process.execPath, ['-e', `process.exitCode = ${program.endsWith('jest.js') ? 1 : 0}`]),
    );
    syncBuiltinESMExports();
    try {
      await assert.rejects(publishFromWorkspace(at.store, 'reports'), /does not pass its checks/);
      assert.ok(mock.calls.some(({ arguments: [, args] }) => args[0]?.endsWith('jest.js')));
      assert.deepEqual(await listVersions(at.store, 'reports'), []);
    } finally {
      mock.restore();
      syncBuiltinESMExports();
    }
  });
});
