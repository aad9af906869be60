import { readJson, writeJson } from './stored-json';

/** A version that crashed is not loaded in this browser for this time. */
const BLOCKED_MS = 10 * 60_000;
/** This many consecutive starts without a mount count as a crash: such a version may freeze the page. */
const UNFINISHED_STARTS = 3;
const UNFINISHED_WINDOW_MS = 2 * 60_000;
/** Starts within this time count as one start: a browser restores all tabs together. */
const TOGETHER_MS = 5_000;
const STORAGE_KEY = 'palier.remotes.crashes';

interface Memory {
  /** End of the block of each version, by "name version". */
  readonly blocked: Record<string, number>;
  /** Times of the starts that no mount has followed yet, by "name version". */
  readonly starts: Record<string, readonly number[]>;
}

/** Remembers across pages which versions crash, so that the next visit does not load them again. */
export interface CrashMemory {
  isBlocked(version: string): boolean;
  recordStart(version: string): void;
  /** The version has mounted, or failed without a crash. */
  clearStarts(version: string): void;
  block(version: string): void;
  /** Allows every version of a remote again. */
  unblock(name: string): void;
}

export function createCrashMemory(): CrashMemory {
  const startedHere = new Set<string>();
  const read = (): Memory => {
    const { blocked = {}, starts = {} } = readJson<Partial<Memory>>('localStorage', STORAGE_KEY) ?? {};
    return { blocked, starts };
  };
  const change = (make: (memory: Memory) => void): void => {
    const memory = read();
    make(memory);
    const isEmpty = Object.keys({ ...memory.blocked, ...memory.starts }).length === 0;
    writeJson('localStorage', STORAGE_KEY, isEmpty ? null : memory);
  };
  // A page that handles this event is not frozen, so its starts do not count as crashes.
  window.addEventListener('pagehide', () =>
    change(({ starts }) => {
      for (const version of startedHere) delete starts[version];
    }),
  );
  return {
    isBlocked(version) {
      const { blocked, starts } = read();
      const lastOfRow = starts[version]?.[UNFINISHED_STARTS - 1] ?? -Infinity;
      return Math.max(blocked[version] ?? 0, lastOfRow + BLOCKED_MS) > Date.now();
    },
    recordStart(version) {
      startedHere.add(version);
      change(({ starts }) => {
        const recent = (starts[version] ?? []).filter((at) => Date.now() - at < UNFINISHED_WINDOW_MS);
        if (Date.now() - (recent.at(-1) ?? 0) >= TOGETHER_MS) recent.push(Date.now());
        starts[version] = recent;
      });
    },
    clearStarts: (version) => change(({ starts }) => void delete starts[version]),
    block: (version) =>
      change(({ blocked, starts }) => {
        delete starts[version];
        blocked[version] = Date.now() + BLOCKED_MS;
      }),
    unblock: (name) =>
      change(({ blocked, starts }) => {
        for (const record of [blocked, starts])
          for (const version of Object.keys(record))
            if (version.startsWith(`${name} `)) delete record[version];
      }),
  };
}
