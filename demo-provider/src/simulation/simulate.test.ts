import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, simulateCrash, simulateSlot } from './simulate.js';

// `npm run simulate -w demo-provider` plays 10 million rounds of each.
const rounds = Number(process.env.SIMULATED_ROUNDS ?? 200_000);

for (const simulation of [
  () => simulateSlot(rounds, 20),
  () => simulateCrash(rounds, 20, 200),
  () => simulateCrash(rounds, 21, 110),
]) {
  test('simulation: many rounds return the published share', () => {
    const result = simulation();
    assert.ok(agrees(result), JSON.stringify(result));
  });
}

test('simulation: a return that differs by 0.03 is detected', () => {
  const honest = simulateCrash(rounds, 20, 150);
  assert.ok(agrees(honest));
  assert.ok(!agrees({ ...honest, published: honest.published + 0.03 }));
});
