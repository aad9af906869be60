/** Some five times what a suite takes on a quiet machine of two cores; what takes longer hangs. */
export const SUITE_LIMIT_MS = 40 * 60_000;

/** What a suite found, in tests. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

export const NONE: Tally = { passed: 0, failed: 0 };

export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
});

/** A suite that broke off without naming a failed test still failed, and so did one that found no test to run. */
export const withExitCode = ({ passed, failed }: Tally, code: number): Tally =>
  failed === 0 && (code !== 0 || passed === 0) ? { passed, failed: 1 } : { passed, failed };
