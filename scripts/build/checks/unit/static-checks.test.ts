import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checksOf, runStaticChecks } from '../static-checks';

test('static checks: only the files of a named package are checked', async () => {
  const titles = ['lint', 'format', 'types of mfe-agent', 'boundaries'];
  const checks = checksOf(['mfe-agent']);
  assert.deepEqual(
    checks.map(({ title }) => title),
    titles,
  );
  for (const { title, args } of checks) {
    assert.ok(args.includes('mfe-agent'), title);
    assert.ok(!args.some((argument) => argument === '.' || argument === 'shared'), title);
  }
  await assert.rejects(runStaticChecks(['lint', 'nothing']), /no check named "nothing"\.\n.*mfe-agent/);
});
