import { readStored, writeStored } from '@palier/shared/session';
import type { TransferType } from '../transfer/transfer.rules';

/**
 * Local storage: a run also survives a closed tab, which a phone may close on its own. Each agent has one run
 * at most.
 */
const STORAGE_PREFIX = 'palier.agent.movement-run.';

/** A movement of a confirmed list. `number` is the line's number in the pasted text, `amount` in TND. */
export interface RunLine {
  readonly number: number;
  readonly username: string;
  readonly amount: number;
  /** The idempotency key of this movement alone. */
  readonly key: string;
}

/** A line of the pasted text that is not sent, as it was written. */
export interface LeftOutLine {
  readonly number: number;
  readonly name: string;
  readonly amount: string;
  readonly fault: string;
}

/** A confirmed list. It is stored with all its keys before the first movement is sent. */
export interface Run {
  readonly agentId: number;
  readonly type: TransferType;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly lines: readonly RunLine[];
  readonly leftOut: readonly LeftOutLine[];
}

/** How a movement ended. `movement` is its number, null where the answer with the number was lost. */
export type Outcome = { readonly movement: number | null } | { readonly refusal: string };

/** A run with the outcomes of its first lines: the lines are sent in order, one at a time. */
export interface StoredRun {
  readonly run: Run;
  readonly outcomes: readonly Outcome[];
  /** The agent gave up the other lines. */
  readonly isStopped: boolean;
}

const placeOf = (agentId: number): string => STORAGE_PREFIX + agentId;
const progressPlaceOf = (agentId: number): string => `${placeOf(agentId)}.progress`;

/** The outcomes are stored apart from the lines, so that a step writes little. */
interface Progress extends Pick<StoredRun, 'outcomes' | 'isStopped'> {
  /** The key of the run's first line. */
  readonly of: string;
}

function parse<Value>(text: string | null): Partial<Value> {
  try {
    return Object(JSON.parse(text ?? 'null')) as Partial<Value>;
  } catch {
    return {};
  }
}

const idOf = ({ lines }: Run): string => lines[0]?.key ?? '';

/** The stored run of an agent, finished or not; null for none. */
export function readRun(agentId: number): StoredRun | null {
  const run = parse<Run>(readStored('localStorage', placeOf(agentId))) as Run;
  if (run.agentId !== agentId || !Array.isArray(run.lines)) return null;
  const progress = parse<Progress>(readStored('localStorage', progressPlaceOf(agentId)));
  const isOfRun = progress.of === idOf(run) && Array.isArray(progress.outcomes);
  return {
    run,
    outcomes: isOfRun ? (progress.outcomes ?? []) : [],
    isStopped: isOfRun && progress.isStopped === true,
  };
}

export const isFinished = ({ run, outcomes, isStopped }: StoredRun): boolean =>
  isStopped || outcomes.length === run.lines.length;

/** Stores a new run; false while another one is not finished, maybe of another tab. */
export function beginRun(run: Run): boolean {
  const present = readRun(run.agentId);
  if (present !== null && !isFinished(present)) return false;
  writeStored('localStorage', progressPlaceOf(run.agentId), null);
  writeStored('localStorage', placeOf(run.agentId), JSON.stringify(run));
  return true;
}

/** False where the browser refuses to store: the run is lost with the page. */
export function isKept({ agentId }: Run): boolean {
  try {
    return localStorage.getItem(placeOf(agentId)) !== null;
  } catch {
    return false;
  }
}

/** Changes the progress of this run, unless another one has taken its place. */
function change(
  run: Run,
  progressOf: (present: StoredRun) => Pick<StoredRun, 'outcomes' | 'isStopped'>,
): void {
  const present = readRun(run.agentId);
  if (present === null || idOf(present.run) !== idOf(run)) return;
  const progress: Progress = { of: idOf(run), ...progressOf(present) };
  writeStored('localStorage', progressPlaceOf(run.agentId), JSON.stringify(progress));
}

/** Stores how the line at `index` ended, unless another tab has stored the outcome before. */
export const settleLine = (run: Run, index: number, outcome: Outcome): void =>
  change(run, ({ outcomes, isStopped }) => ({
    outcomes: outcomes.length === index ? [...outcomes, outcome] : outcomes,
    isStopped,
  }));

export const stopRun = (run: Run): void => change(run, ({ outcomes }) => ({ outcomes, isStopped: true }));

export function forgetRun({ agentId }: Run): void {
  writeStored('localStorage', placeOf(agentId), null);
  writeStored('localStorage', progressPlaceOf(agentId), null);
}
