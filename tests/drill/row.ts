import type { Installation } from './installation';
import type { Site } from './site/site';

export interface DrillContext {
  /** The number of the trial, from 1. */
  readonly trial: number;
  /** The installed product. */
  readonly installation: Installation;
  /**
   * The Debian root whose programs (postgres, patroni, pgbackrest …) the drill runs with `chroot`; `/` by
   * default.
   */
  readonly root: string;
  /** A folder for files, removed when the drill ends. */
  readonly folder: string;
  /** The replicated site; started at the first call, and kept for the next trials and rows. */
  readonly site: () => Promise<Site>;
  /** The set-up is done. An exception before this call ends the drill, and the trial is not stored. */
  readonly faultBegins: () => void;
  /** Records `failure` unless the requirement holds. */
  readonly expect: (holds: boolean, failure: string) => void;
}

export interface TrialResult {
  /** Counts by name, such as `acknowledged`; summed over the trials of a row. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Milliseconds by name, such as `served again`; shown as median and slowest. */
  readonly timesMs?: Readonly<Record<string, number>>;
}

/**
 * One fault and the requirement that must hold; `run` is one trial. An exception after `faultBegins` is a
 * failure, and the next trial gets a new site.
 */
export interface DrillRow {
  /** The row in docs/drill.md and the argument on the command line, such as `primary-killed`. */
  readonly id: string;
  readonly fault: string;
  readonly bound: string;
  readonly run: (context: DrillContext) => Promise<TrialResult>;
}
