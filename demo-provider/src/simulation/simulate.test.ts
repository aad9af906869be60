import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, simulateCrash, simulateCrashAnyTarget, simulateSlot } from './simulate.js';

// The long form, 10 million rounds of each, is `npm run simulate -w demo-provider`.
const rounds = Number(process.env.SIMULATED_ROUNDS ?? 200_000);

for (const simulation of [
  () => simulateSlot(rounds, 20),
  () => simulateCrash(rounds, 20, 200),
  () => simulateCrash(rounds, 21, 110),
  () => simulateCrashAnyTarget(rounds, 22),
]) {
  test('When many rounds are played, then they return what is published', () => {
    const result = simulation();
    assert.ok(agrees(result), JSON.stringify(result));
  });
}

test('When a return is off by three hundredths, then the check says so', () => {
  const honest = simulateCrash(rounds, 20, 150);
  assert.ok(agrees(honest));
  assert.ok(!agrees({ ...honest, published: honest.published + 0.03 }));
});
