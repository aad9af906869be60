import type { Cluster, ClusterOptions } from './actors/cluster';
import type { Random } from './random';

export interface ScenarioContext {
  /** Two API processes on one PostgreSQL with the demo's hierarchy, shared by the scenarios of a run. */
  readonly cluster: Cluster;
  /** Starts a cluster for faults that would disturb other scenarios; stopped after the scenario. */
  readonly startOwnCluster: (options?: ClusterOptions) => Promise<Cluster>;
  readonly random: Random;
  readonly trials: number;
  /** `--seeds`: how many times the conformance soak runs, each time with another seed. */
  readonly seeds: number;
  readonly isLong: boolean;
  /** A time limit in ms. The short form allows at least a minute: it must not fail because the machine is busy. */
  readonly within: (limitMs: number) => number;
}

export interface ScenarioResult {
  readonly trials: number;
  /** One line per broken requirement. */
  readonly failures: readonly string[];
  /** A measurement for the table: "slowest recovery 1.2 s". */
  readonly measured?: string;
}

/** One injected fault and the requirement that must hold. Each file of `scenarios/` exports a list as `default`. */
export interface Scenario {
  /** Area and number (`A1`): the key in docs/faults.json and the argument on the command line. */
  readonly id: string;
  readonly title: string;
  readonly fault: string;
  readonly bound: string;
  /** Repetitions per form (no `short`: long form only), and the seconds that the long form may take on two idle cores. */
  readonly trials: { readonly short?: number; readonly long: number; readonly budgetS: number };
  /** The short form takes many seconds: `npm run test:all` runs it, `npm test` does not. */
  readonly isSlow?: true;
  /** Why this machine cannot inject the fault; null when it can. */
  readonly unsupported?: () => string | null;
  /** The long form uses only clusters of its own, so a run starts no shared cluster for it. */
  readonly ownCluster?: true;
  /** The scenario mostly waits: the long form runs such scenarios first, in parallel. */
  readonly mostlyIdle?: true;
  readonly run: (context: ScenarioContext) => Promise<ScenarioResult>;
}

/** The budget of all scenarios together, including the starts of shared clusters. */
export const LIMIT_S = 30 * 60;
/** Delay between the starts of parallel scenarios, so that two clusters do not start at once. */
export const STAGGER_S = 10;
const SHARED_CLUSTER_S = 5;

export const areaOf = ({ id }: Scenario): string => id.replace(/\d+$/, '');

/** The budget of a run: the parallel scenarios, then the others one after another with one shared cluster per area. */
export function totalBudgetS(scenarios: readonly Scenario[]): number {
  const idle = scenarios.filter(({ mostlyIdle }) => mostlyIdle);
  const others = scenarios.filter(({ mostlyIdle }) => !mostlyIdle);
  const areas = new Set(others.filter(({ ownCluster }) => !ownCluster).map(areaOf));
  return (
    Math.max(0, ...idle.map(({ trials }, index) => index * STAGGER_S + trials.budgetS)) +
    others.reduce((sum, { trials }) => sum + trials.budgetS, 0) +
    areas.size * SHARED_CLUSTER_S
  );
}
