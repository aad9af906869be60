import type { Cluster, ClusterOptions } from './actors/cluster';
import type { Random } from './random';

/** What a row is given: processes on one database, people to move money between, and seeded chance. */
export interface FaultContext {
  /** Two API processes on one PostgreSQL with the demo's hierarchy, shared by the rows of a run. */
  readonly cluster: Cluster;
  /** A cluster of the row's own, for faults that its neighbours must not feel; stopped after the row. */
  readonly ownCluster: (options?: ClusterOptions) => Promise<Cluster>;
  readonly random: Random;
  /** How often to repeat, from the row's `trials`. */
  readonly trials: number;
  /** How many courses a soak runs, each with a seed of its own: `--courses`. */
  readonly courses: number;
  /** True in the long form; for durations that are not counted in trials. */
  readonly isLong: boolean;
  /**
   * A bound on time, in ms: itself in the long form. In `npm test` a minute at least, since whatever else the machine does
   * makes all of it late: there a row fails for what never happens.
   */
  readonly within: (boundMs: number) => number;
}

export interface FaultResult {
  /** How many trials ran. */
  readonly trials: number;
  /** One readable line per trial that broke the requirement; empty when it held. */
  readonly failures: readonly string[];
  /** What was measured on the way, shown in the table: "slowest recovery 1.2 s". */
  readonly measured?: string;
}

/** One fault and what must happen under it. A file of `rows/` exports its rows as `default`. */
export interface FaultRow {
  /** Area and number: `A1`. Sorts the table and selects the row on the command line. */
  readonly id: string;
  readonly fault: string;
  readonly bound: string;
  /** Repetitions in the short form (absent: only in the long form) and in `npm run test:faults`. */
  readonly trials: { readonly short?: number; readonly long: number };
  /** True when even its short form takes many seconds: `npm run test:all` runs it, `npm test` does not. */
  readonly isSlow?: true;
  /** One sentence when this machine cannot make the fault (not root, no tmpfs); null when it can. */
  readonly missing?: () => Promise<string | null> | string | null;
  /** True when the row's long form works on clusters of its own alone: a run of such rows starts no shared one. */
  readonly isApart?: true;
  /** True when such a row waits more than it works: a run starts these first, side by side. */
  readonly isWaiting?: true;
  readonly run: (context: FaultContext) => Promise<FaultResult>;
}
