/** Some five times what a suite takes on a quiet machine of two cores; what takes longer hangs. */
export const SUITE_LIMIT_MS = 20 * 60_000;

/** What a suite found, in tests. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

export const add = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
});

export const sum = (tallies: readonly Tally[]): Tally => tallies.reduce(add, { passed: 0, failed: 0 });

/** A suite that broke off without naming a failed test still failed. */
export const withExitCode = (tally: Tally, code: number): Tally =>
  code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
