import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_REGISTRY, type Registry } from '@palier/shared/contracts/releases';
import { activate, rollBack, startCanary } from '../registry-changes';
import { activating, released } from '../testing/test-store';

const withActivated = (...versions: string[]): Registry =>
  versions.reduce((registry, version) => activating('casino', version)(registry), EMPTY_REGISTRY);

test('activate: the version before becomes the previous one, older ones are no longer described', () => {
  const { casino } = withActivated('1.0.0', '2.0.0', '3.0.0').remotes;
  assert.deepEqual([casino?.active, casino?.previous], ['3.0.0', '2.0.0']);
  assert.deepEqual(Object.keys(casino?.versions ?? {}), ['2.0.0', '3.0.0']);
});

test('activate: the active version again, the previous one is kept', () => {
  assert.equal(withActivated('1.0.0', '2.0.0', '2.0.0').remotes.casino?.previous, '1.0.0');
});

test('rollBack: the bad version is no longer offered', () => {
  const { casino } = rollBack(withActivated('1.0.0', '2.0.0'), 'casino', null).remotes;
  assert.deepEqual(Object.keys(casino?.versions ?? {}), ['1.0.0']);
});

test('canary: it changes nothing else; an activation or a rollback ends it and keeps the origin', () => {
  const canary = { version: '3.0.0', percent: 5 };
  const { casino, ...others } = withActivated('1.0.0', '2.0.0').remotes;
  const served = { ...others, casino: { ...casino!, origin: 'https://casino.example' } };
  const before = startCanary({ ...EMPTY_REGISTRY, remotes: served }, 'casino', canary, released);
  assert.equal(before.remotes.casino?.active, '2.0.0');
  assert.deepEqual(Object.keys(before.remotes.casino.versions), ['1.0.0', '2.0.0', '3.0.0']);
  for (const after of [
    activate(before, 'casino', '3.0.0', released),
    activate(before, 'casino', '4.0.0', released),
    rollBack(before, 'casino', null),
  ]) {
    assert.equal(after.remotes.casino?.canary, null);
    assert.equal(after.remotes.casino.origin, 'https://casino.example');
  }
});
