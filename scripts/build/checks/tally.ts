import { stripVTControlCharacters } from 'node:util';

const MESSAGE_LINES = 30;

/** About five times as long as a suite takes on two quiet cores: a suite that takes longer hangs. */
export const SUITE_LIMIT_MS = 40 * 60_000;

export interface TestTime {
  readonly title: string;
  readonly ms: number;
}

export interface Failure {
  readonly title: string;
  /** The test runner's output about the failure. */
  readonly message: string;
}

/** The result of a suite, in tests. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly failures?: readonly Failure[];
  readonly times?: readonly TestTime[];
}

export const EMPTY_TALLY: Tally = { passed: 0, failed: 0 };

export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  failures: tallies.flatMap(({ failures = [] }) => failures),
  times: tallies.flatMap(({ times = [] }) => times),
});

/**
 * The failed tests with the first lines of their messages: a record of a run often keeps only the end of its
 * output.
 */
export const describeFailures = ({ failures = [] }: Tally): string =>
  failures
    .map(({ title, message }) => {
      const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, MESSAGE_LINES);
      return [`✗ ${title}`, ...lines.map((line) => `    ${line}`)].join('\n');
    })
    .join('\n');

/** The slowest tests, slowest first. */
export const slowest = ({ times = [] }: Tally, count: number): TestTime[] =>
  [...times].sort((one, other) => other.ms - one.ms).slice(0, count);

/**
 * A suite that broke off without naming a failed test still failed, and so did a suite that found no test to
 * run.
 */
export const withExitCode = (tally: Tally, code: number): Tally =>
  tally.failed === 0 && (code !== 0 || tally.passed === 0) ? { ...tally, failed: 1 } : tally;
