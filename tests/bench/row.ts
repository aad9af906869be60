/** A bound on the ratio to the reference, or on the figure itself without a reference. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** The readings of subject and reference; each call takes a few seconds. */
interface Sides {
  readonly subject: () => Promise<number>;
  readonly reference?: () => Promise<number>;
}

export interface Probe extends Sides {
  /** A second measure of the same work, which decides nothing: the time beside a count. */
  readonly beside?: Sides & { readonly unit: string };
  /** The exact number of readings, instead of at least `--rounds`. */
  readonly rounds?: number;
  /** Runs a checkpoint; called before each reading, so that earlier readings leave no pending writes. */
  readonly checkpoint?: () => Promise<void>;
  /** Verifies the ledgers in which the readings moved money; returns the fault, or null. */
  readonly recount?: () => Promise<string | null>;
  /** Stops what `prepare` started. */
  readonly close?: () => Promise<void>;
}

/** One benchmark, a line of the table. `npm run bench -- <id or group> …` selects benchmarks. */
export interface BenchRow {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  /** Description of the reference; absent when the figure has none. */
  readonly reference?: string;
  readonly unit: string;
  readonly goal: Goal;
  /** The unit is a count, which other programs on the machine do not change. */
  readonly isCount?: true;
  /** Takes minutes and runs only by name. */
  readonly onlyByName?: boolean;
  prepare(): Promise<Probe>;
}

export interface Readings {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Subject and reference of a measure; null without a reference. */
export interface Measured {
  readonly unit: string;
  readonly subject: Readings;
  readonly reference: Readings | null;
}

export type Verdict = 'holds' | 'misses';

/** A benchmark's outcome, as in docs/benchmarks.md. */
export interface Outcome extends Measured, Pick<BenchRow, 'id' | 'group' | 'title' | 'goal'> {
  readonly referenceTitle: string | null;
  readonly beside: Measured | null;
  /** Median of the rounds' ratios, with its interval; of the readings without a reference. */
  readonly figure: Readings;
  readonly verdict: Verdict;
  /** The fault that verifying the ledger found. */
  readonly ledgerFault?: string;
  readonly rounds: number;
}
