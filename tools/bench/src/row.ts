/** A ratio (or, without a reference, the figure itself) that must reach or stay under a bound. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** What is measured and what it is measured against; each call is one reading, of a few seconds. */
export interface Probe {
  readonly subject: () => Promise<number>;
  readonly reference?: () => Promise<number>;
  /** Readings to take in place of the rounds asked for: a soak has one. */
  readonly rounds?: number;
  /** Writes to disk what earlier readings have left in memory, before each reading. */
  readonly checkpoint?: () => Promise<void>;
  /** Recounts the books where the readings moved money: null when they agree, else what is wrong with them. */
  readonly recount?: () => Promise<string | null>;
  /** What the last reading of each side has shown of the row's condition. */
  readonly condition?: { readonly subject: () => number; readonly reference: () => number };
  /** Undoes what `prepare` started for this row alone. */
  readonly close?: () => Promise<void>;
}

/** A further ratio of the same readings that a row must keep: one that holds at its price alone has missed its goal. */
export interface Condition {
  readonly title: string;
  readonly referenceTitle: string;
  readonly unit: string;
  readonly goal: Goal;
}

/** One line of the table. `npm run bench -- <id or group> …` chooses rows. */
export interface BenchRow {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  /** What the reference is, in words; absent where the figure stands by itself. */
  readonly reference?: string;
  readonly unit: string;
  readonly goal: Goal;
  readonly condition?: Condition;
  /** Left out unless named: minutes long. */
  readonly onlyByName?: boolean;
  prepare(): Promise<Probe>;
}

export interface Readings {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export type Verdict = 'holds' | 'misses' | 'no result';

/** What the readings of a goal come to. */
export interface Judgement {
  readonly goal: Goal;
  readonly subject: Readings;
  readonly reference: Readings | null;
  /** Subject over reference, medians; the figure itself without a reference. */
  readonly figure: number;
  readonly verdict: Verdict;
}

/** The outcome of a row, as kept in docs/benchmarks.json; its verdict is the worse of its own and its condition's. */
export interface Outcome extends Judgement {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly unit: string;
  readonly referenceTitle: string | null;
  readonly condition?: Condition & Judgement;
  /** What the recount of the books found wrong: a fast wrong ledger misses every goal. */
  readonly ledgerFault?: string;
  readonly rounds: number;
  readonly date: string;
  readonly commit: string;
}
