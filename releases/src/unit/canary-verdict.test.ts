import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRandom } from '@palier/test-support/random';
import { judgeCanary } from '../canary-verdict';

const RUNS = 50;
/** The release service judges this often. */
const EVERY_S = 15;

interface Traffic {
  /** The share of mounts that fail. */
  readonly canaryFails: number;
  readonly activeFails: number;
  readonly mountsOfSession: number;
  /** Sessions of the canary that report in a second, and how many of the active version for each of them. */
  readonly perSecond: number;
  readonly activePerCanary: number;
  readonly seconds: number;
  /** Failures that one client sends under many accounts. */
  readonly isForged?: boolean;
}

/**
 * Seconds from the 20th report to the withdrawal; null: none. Each session is a user with a network of its
 * own.
 */
function secondsToWithdrawal(seed: number, traffic: Traffic): number | null {
  const random = createRandom(seed);
  const failsWith = (share: number): boolean => random.chance(1 - (1 - share) ** traffic.mountsOfSession);
  const active = { sessions: 0, failed: 0 };
  const canary = traffic.isForged
    ? { sessions: 100, failed: 100, failedNetworks: 1 }
    : { sessions: 0, failed: 0, failedNetworks: 0 };
  let twentiethAt: number | null = null;
  let due = 0;
  for (let second = 1; second <= traffic.seconds; second += 1) {
    for (due += traffic.perSecond; due >= 1; due -= 1) {
      canary.sessions += 1;
      if (failsWith(traffic.canaryFails)) canary.failedNetworks += 1;
      for (let one = 0; one < traffic.activePerCanary; one += 1) {
        active.sessions += 1;
        if (failsWith(traffic.activeFails)) active.failed += 1;
      }
    }
    if (canary.sessions >= 20) twentiethAt ??= second;
    if (second % EVERY_S === 0 && judgeCanary(canary, active) === 'worse') return second - (twentiethAt ?? 0);
  }
  return null;
}
const runs = (traffic: Traffic): (number | null)[] =>
  Array.from({ length: RUNS }, (_, seed) => secondsToWithdrawal(seed + 1, traffic));

const BAD: Traffic = {
  canaryFails: 0.05,
  activeFails: 0.001,
  mountsOfSession: 4,
  perSecond: 1,
  activePerCanary: 19,
  seconds: 600,
};

describe('canary verdict', () => {
  test('All of 50 runs withdraw a canary that fails 5 % of its mounts within 60 s', () => {
    const late = runs(BAD).filter((seconds) => seconds === null || seconds > 60);
    assert.deepEqual(late, []);
  });

  test('All of 50 runs withdraw a bad canary of which each session reports one mount', () => {
    assert.ok(!runs({ ...BAD, mountsOfSession: 1, perSecond: 0.5, seconds: 3_600 }).includes(null));
  });

  for (const share of [0.0005, 0.005])
    for (const activePerCanary of [19, 1])
      test(`None of 50 runs withdraws a good canary at ${share * 100} %, ${activePerCanary}:1`, () => {
        const good = { ...BAD, canaryFails: share, activeFails: share, activePerCanary, seconds: 2_000 };
        assert.deepEqual([...new Set(runs(good))], [null]);
      });

  test('A hundred forged reports of one client withdraw a good canary in none of 50 runs', () => {
    const forged = { ...BAD, canaryFails: 0.0005, activeFails: 0.0005, isForged: true, seconds: 2_000 };
    assert.deepEqual([...new Set(runs(forged))], [null]);
  });

  test('Fewer than 20 reports, or failures of two networks, decide nothing', () => {
    const active = { sessions: 10_000, failed: 0 };
    const verdictOf = (sessions: number, failedNetworks: number) =>
      judgeCanary({ sessions, failed: sessions, failedNetworks }, active);
    assert.deepEqual(
      [verdictOf(19, 19), verdictOf(20, 1), verdictOf(20, 2), verdictOf(20, 3)],
      ['too few', 'undecided', 'undecided', 'worse'],
    );
  });
});
