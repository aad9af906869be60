import assert from 'node:assert/strict';
import { hostname, userInfo } from 'node:os';
import { describe, test } from 'node:test';
import { EMPTY_REGISTRY } from '@palier/shared/contracts/releases';
import { addRevision, changeCurrentRegistry, ConcurrentChange, readRegistry, readRevisions } from '../store';
import { activating, forge, released, provideTestStore, writeVersion } from '../testing/test-store';

describe('release store', () => {
  const at = provideTestStore();

  test('One of two changes of a revision succeeds, and the other names its operator', async () => {
    for (const version of ['1.0.0', '2.0.0']) await writeVersion(at.store, 'casino', version);
    const results = await Promise.allSettled(
      ['1.0.0', '2.0.0'].map((version) =>
        addRevision(at.store, `activate casino ${version}`, activating('casino', version)(EMPTY_REGISTRY)),
      ),
    );
    const [lost] = results.filter((result) => result.status === 'rejected');
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.ok(lost?.reason instanceof ConcurrentChange);
    const [revision] = await readRevisions(at.store, 2);
    assert.equal(revision?.by, `${userInfo().username}@${hostname()}`);
    assert.ok(lost.reason.message.includes(revision.action), lost.reason.message);
  });

  test('Twelve concurrent changes lose none of them', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `remote${index}`);
    for (const name of names) await writeVersion(at.store, name, '1.0.0');
    await Promise.all(names.map((name) => changeCurrentRegistry(at.store, name, activating(name, '1.0.0'))));
    const { revision, remotes } = await readRegistry(at.store);
    assert.deepEqual(Object.keys(remotes).sort(), [...names].sort());
    assert.equal(revision, 12);
  });

  test('A change to an invalid registry or an unpublished version writes nothing', async () => {
    const casino = { active: '1.0.0', previous: null, canary: null, versions: { '1.0.0': released } };
    for (const [changes, message] of [
      [{ versions: {} }, /names a version/],
      [{ previous: '0.9.0' }, /names a version/],
      [{ canary: { version: '2.0.0', percent: 5 } }, /names a version/],
      [{ canary: { version: '1.0.0', percent: 0 } }, /Invalid input|must be/],
      [{ canary: { version: '1.0.0', percent: 101 } }, /Invalid input|must be/],
      [{ active: '../1', versions: { '../1': released } }, /is not a version/],
      [{ more: 1 }, /a member that is not known/],
      [{}, /casino 1\.0\.0 is not published/],
    ] as const) {
      const changed = { ...EMPTY_REGISTRY, remotes: { casino: { ...casino, ...changes } } };
      await assert.rejects(addRevision(at.store, 'bad', changed), message);
      await assert.rejects(
        changeCurrentRegistry(at.store, 'bad', () => changed),
        message,
      );
    }
    assert.deepEqual(await readRevisions(at.store, 1), []);
  });

  test('A registry that was edited in the database is reported and not used', async () => {
    await forge(
      at.owner,
      `insert into release_revisions (revision, made_by, action, document)
         values (1, 'x', 'x', '{"remotes":{"casino":{"active":"x"}}}')`,
    );
    await assert.rejects(readRegistry(at.store), /is not valid: revision/);
  });

  test('Published files and the history refuse a change by any login', async () => {
    await writeVersion(at.store, 'casino', '1.0.0');
    await addRevision(at.store, 'x', activating('casino', '1.0.0')(EMPTY_REGISTRY));
    for (const statement of [
      "update release_files set content = 'x'",
      'truncate release_files cascade',
      "update release_revisions set action = 'x'",
      'delete from release_revisions',
    ])
      for (const login of [at.store, at.owner]) await assert.rejects(login.query(statement), statement);
    for (const statement of ['delete from release_files', 'select from accounts', 'select from users'])
      await assert.rejects(at.store.query(statement), /permission denied/, statement);
  });
});
