/** A bound on the ratio to the reference, or on the figure itself without a reference. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** The readings of subject and reference; each call takes a few seconds. */
export interface Probe {
  readonly subject: () => Promise<number>;
  readonly reference?: () => Promise<number>;
  /** Number of readings instead of `--rounds`. */
  readonly rounds?: number;
  /** Runs a checkpoint; called before each reading, so that earlier readings leave no pending writes. */
  readonly checkpoint?: () => Promise<void>;
  /** Verifies the ledgers in which the readings moved money; returns the fault, or null. */
  readonly recount?: () => Promise<string | null>;
  /** The condition's figures of the last reading of each side. */
  readonly condition?: { readonly subject: () => number; readonly reference: () => number };
  /** Stops what `prepare` started. */
  readonly close?: () => Promise<void>;
}

/** A second ratio, of other figures of the same readings, that must also meet a goal. */
export interface Condition {
  readonly title: string;
  readonly referenceTitle: string;
  readonly unit: string;
  readonly goal: Goal;
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
  readonly condition?: Condition;
  /** Takes minutes and runs only by name. */
  readonly onlyByName?: boolean;
  prepare(): Promise<Probe>;
}

export interface Readings {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export type Verdict = 'holds' | 'misses' | 'no result';

/** The result of a goal's readings. */
export interface Judgement {
  readonly goal: Goal;
  readonly subject: Readings;
  readonly reference: Readings | null;
  /** Ratio of the medians; the subject's median without a reference. */
  readonly figure: number;
  readonly verdict: Verdict;
}

/** A benchmark's outcome, its verdict includes the condition's. */
export interface Outcome extends Judgement {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly unit: string;
  readonly referenceTitle: string | null;
  readonly condition?: Condition & Judgement;
  /** The fault that verifying the ledger found. */
  readonly ledgerFault?: string;
  readonly rounds: number;
}
