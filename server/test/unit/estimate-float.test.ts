import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { estimateFloat, estimateFloatEnd, type FloatHistory } from '../../src/accounts/float/estimate-float';
import { makeWeeks } from './made-weeks';

/** An hour from 9 to 21 gives 100 each, all others nothing. */
const STEADY = Array.from({ length: 24 }, (_, hour) => (hour >= 9 && hour < 21 ? 100 : 0));
const CLOSED = Array.from({ length: 24 }, () => 0);
const times = (day: readonly number[], factor: number) => day.map((outflow) => outflow * factor);
const NOON = 12 * 60;

const HISTORY: FloatHistory = {
  balance: 450,
  nowMinute: NOON,
  days: [STEADY, STEADY, STEADY, STEADY],
  today: [...STEADY.slice(0, 12), 0],
};
const estimate = (history: Partial<FloatHistory>) => estimateFloatEnd({ ...HISTORY, ...history });

describe('estimate of the float', () => {
  test('float estimate: steady days use the balance up at their pace, to ten minutes', () => {
    assert.equal(estimate({}), 16 * 60 + 30);
    assert.equal(estimate({ balance: 98 }), 13 * 60);
    assert.equal(estimate({ nowMinute: NOON + 30, today: [...STEADY.slice(0, 12), 50] }), 17 * 60);
  });

  test('float estimate: it tells what is missing until midnight', () => {
    const { missing } = estimateFloat(HISTORY)!;
    assert.ok(Math.abs(missing - 450) < 1e-6, String(missing));
  });

  test('float estimate: today’s pace counts, whether above or below that of the past days', () => {
    const twice = [...times(STEADY, 2).slice(0, 12), 0];
    const half = [...times(STEADY, 0.5).slice(0, 12), 0];
    assert.ok(estimate({ today: twice })! < 16 * 60);
    assert.ok(estimate({ today: half })! > 17 * 60);
  });

  test('float estimate: past days at different levels tell the same time as equal ones', () => {
    const days = [1, 1.2, 1.4, 1.1].map((factor) => times(STEADY, factor));
    const end = estimate({ days })!;
    assert.ok(Math.abs(end - 16.5 * 60) <= 30, String(end));
  });

  test('float estimate: nothing is said of a balance that lasts the day, or that is used up', () => {
    assert.equal(estimate({ balance: 901 }), null);
    assert.equal(estimate({ balance: 0 }), null);
    assert.equal(estimate({ balance: -5 }), null);
  });

  test('float estimate: one closed day is left out; with two, and for a new agent, nothing is said', () => {
    assert.equal(estimate({ days: [STEADY, CLOSED, STEADY, STEADY] }), 16 * 60 + 30);
    assert.equal(estimate({ days: [STEADY, null, STEADY, STEADY] }), 16 * 60 + 30);
    assert.equal(estimate({ days: [STEADY, CLOSED, null, STEADY] }), null);
    assert.equal(estimate({ days: [null, null, null, null] }), null);
    assert.equal(estimate({ days: [CLOSED, CLOSED, CLOSED, CLOSED], today: CLOSED.slice(0, 13) }), null);
  });

  test('float estimate: nothing is said where the past days ended far from one another', () => {
    const at = (hour: number) => CLOSED.map((_, index) => (index === hour ? 1_200 : 0));
    assert.equal(estimate({ days: [at(13), at(20), at(15), at(22)], today: CLOSED.slice(0, 13) }), null);
  });

  test('float estimate: more taken back than given so far is no outflow', () => {
    const today = [...CLOSED.slice(0, 11), -500, 0];
    const end = estimate({ today, days: [1, 1, 1, 1].map((factor) => times(STEADY, factor)) });
    assert.ok(end === null || (end > NOON && Number.isFinite(end)));
  });

  test('float estimate: of 1000 made weeks, four of five shown ends are right within an hour', () => {
    const weeks = [101, 102, 103, 104, 105].flatMap((seed) => makeWeeks(seed, 200));
    const shown = weeks.flatMap(({ history, endMinute }) => {
      const estimated = estimateFloatEnd(history);
      return estimated === null ? [] : [{ estimated, endMinute }];
    });
    const right = shown.filter(
      ({ estimated, endMinute }) => endMinute !== null && Math.abs(estimated - endMinute) <= 60,
    );
    const runOut = weeks.filter(({ endMinute }) => endMinute !== null).length;
    const report = `${shown.length} shown, ${right.length} right, ${runOut} run out`;
    assert.ok(right.length >= 0.8 * shown.length, report);
    // Two thirds of these weeks are noisy or odd on purpose.
    assert.ok(shown.length >= 0.25 * runOut, report);
  });
});
