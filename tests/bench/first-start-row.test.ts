import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_START } from './first-start-row';

test('first start: product and PostgreSQL are timed from an empty folder', async () => {
  const product = await FIRST_START.subject();
  const database = await FIRST_START.reference();
  assert.ok(product > 0 && database > 0, `${product} ms, ${database} ms`);
});
