import type { Cluster, ClusterOptions } from '@palier/test-support/actors/cluster';
import type { RawAnswer } from '@palier/test-support/actors/raw-http';
import type { Random } from '@palier/test-support/random';

export interface ScenarioContext {
  /** Two API processes on one PostgreSQL with the demo's hierarchy, shared by the scenarios of a run. */
  readonly cluster: Cluster;
  /** Starts a cluster for faults that would disturb other scenarios; stopped after the scenario. */
  readonly startOwnCluster: (options?: ClusterOptions) => Promise<Cluster>;
  /** Runs another step of the set-up. Its failure ends the run, and nothing is stored. */
  readonly runSetUpStep: <Result>(step: () => Promise<Result>) => Promise<Result>;
  /** Starts a cluster in the long form, as `startOwnCluster` does; the shared cluster in the short form. */
  readonly clusterOfForm: (options?: ClusterOptions) => Promise<Cluster>;
  readonly random: Random;
  readonly trials: number;
  readonly isLong: boolean;
  /**
   * A time limit in ms; at least a minute in the short form, which must not fail because the machine is busy.
   */
  readonly within: (limitMs: number) => number;
  /** Records a broken requirement. */
  readonly fail: (failure: string) => void;
  /** Records `failure` unless the requirement holds. */
  readonly expect: (holds: boolean, failure: string) => void;
  /** Requires one of these statuses, and a message in each refusal. `call` names the call in the failure. */
  readonly expectAnswer: (call: string, answer: RawAnswer, ...statuses: readonly number[]) => void;
}

/**
 * One injected fault and the requirement that must hold. Each file of `scenarios/` exports a list as
 * `default`.
 */
export interface Scenario {
  /** Area and number (`A1`): the line in docs/faults.md and the argument on the command line. */
  readonly id: string;
  readonly title: string;
  readonly fault: string;
  readonly bound: string;
  /**
   * Repetitions in each form; no `short`: long form only. Absent: a table, run once in both forms, whose
   * requirements are counted.
   */
  readonly trials?: { readonly short?: number; readonly long: number };
  /** The short form takes many seconds: `npm run test:all` runs it, `npm test` does not. */
  readonly isSlow?: true;
  /** The long form uses only clusters of its own, so a run starts no shared cluster for it. */
  readonly ownCluster?: true;
  /**
   * The scenario mostly waits and disturbs no other: `npm test` starts it first and runs the others beside
   * it.
   */
  readonly mostlyIdle?: true;
  /** Returns a measurement for the table, if any: "slowest recovery 1.2 s". */
  readonly run: (context: ScenarioContext) => Promise<string | void>;
}

export const areaOf = ({ id }: Scenario): string => id.replace(/\d+$/, '');

export const hasShortForm = ({ trials }: Scenario): boolean =>
  trials === undefined || trials.short !== undefined;
