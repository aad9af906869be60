import type { Registry } from '../remotes/registry';
import type { RemoteLoader } from '../remotes/remote-loader';
import type { RemoteState } from '../remotes/remote-state';
import { BehaviorSubject } from '@palier/shared/rxjs';

/** The last load of a remote; times in ms since the start of the page. */
interface LoggedLoad {
  readonly status: RemoteState['status'];
  readonly startedAt: number;
  readonly endedAt: number | null;
}

export const loadLog$ = new BehaviorSubject<Readonly<Record<string, LoggedLoad>>>({});

let stopWatching = (): void => undefined;

/** Logs the loads of the remotes of `registry`, also those that are under way. */
export function watchLoads(loader: RemoteLoader, registry: Registry): void {
  const update = (): void => {
    const changed: Record<string, LoggedLoad> = {};
    for (const name of Object.keys(registry.described)) {
      const { status } = loader.stateOf(name);
      const known = loadLog$.value[name];
      if (status === (known?.status ?? 'absent')) continue;
      const now = performance.now();
      const startedAt = status === 'loading' ? now : (known?.startedAt ?? now);
      changed[name] = { status, startedAt, endedAt: status === 'loading' ? null : now };
    }
    if (Object.keys(changed).length > 0) loadLog$.next({ ...loadLog$.value, ...changed });
  };
  stopWatching();
  stopWatching = loader.subscribe(update);
  update();
}

export interface LoadPhases {
  /** Until the first byte of the entry is asked for: registry, overrides, choice of the version. */
  readonly choiceMs: number;
  readonly entryMs: number;
  /** From the arrival of the entry to that of the last other file. */
  readonly filesMs: number;
  readonly runMs: number;
  readonly totalMs: number;
  readonly fileCount: number;
}

/**
 * The phases of a load, by the browser's times of the files beside `entry`; null while it is under way, or
 * without such a file.
 */
export function phasesOf({ startedAt, endedAt }: LoggedLoad, entry: string): LoadPhases | null {
  if (endedAt === null) return null;
  const { href } = new URL(entry, window.location.href);
  const folder = new URL('.', href).href;
  const files = performance
    .getEntriesByType('resource')
    .filter(
      ({ name, startTime }) => name.startsWith(folder) && startTime < endedAt,
    ) as PerformanceResourceTiming[];
  const entryFile = files.filter(({ name }) => name.startsWith(href)).at(-1);
  if (entryFile === undefined) return null;
  // A prefetched file may have arrived before the load began.
  const asked = Math.max(entryFile.startTime, startedAt);
  const entryEnd = Math.max(entryFile.responseEnd, asked);
  const arrivals = files.map(({ responseEnd }) => responseEnd).filter((at) => at > 0 && at <= endedAt);
  const filesEnd = Math.max(entryEnd, ...arrivals);
  return {
    choiceMs: asked - startedAt,
    entryMs: entryEnd - asked,
    filesMs: filesEnd - entryEnd,
    runMs: endedAt - filesEnd,
    totalMs: endedAt - startedAt,
    fileCount: files.length,
  };
}
