import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_REGISTRY, type Registry } from '@palier/shared/contracts/releases';
import { activate, rollBack, startCanary } from '../registry-changes';
import { activating, released } from '../testing/test-store';

const withActivated = (...versions: string[]): Registry =>
  versions.reduce((registry, version) => activating('casino', version)(registry), EMPTY_REGISTRY);

test('An activation makes the version before it the previous one and drops older ones', () => {
  const { casino } = withActivated('1.0.0', '2.0.0', '3.0.0').remotes;
  assert.deepEqual([casino?.active, casino?.previous], ['3.0.0', '2.0.0']);
  assert.deepEqual(Object.keys(casino?.versions ?? {}), ['2.0.0', '3.0.0']);
});

test('An activation of the active version keeps the previous one', () => {
  assert.equal(withActivated('1.0.0', '2.0.0', '2.0.0').remotes.casino?.previous, '1.0.0');
});

test('A rollback no longer offers the bad version', () => {
  const { casino } = rollBack(withActivated('1.0.0', '2.0.0'), 'casino', null).remotes;
  assert.deepEqual(Object.keys(casino?.versions ?? {}), ['1.0.0']);
});

test('A canary changes nothing else, and an activation or a rollback ends it and keeps the origin', () => {
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
