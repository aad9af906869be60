import { readJson, writeJson } from './stored-json';

/** A version that crashed is left out for so long in this browser, then it has another chance. */
const ASIDE_MS = 10 * 60_000;
/** So many starts in a row that never came to a picture count as a crash: such a version may freeze the whole page. */
const UNFINISHED_STARTS = 3;
const UNFINISHED_WINDOW_MS = 2 * 60_000;
/** Starts so close to each other are one: a browser that restores its tabs starts them together. */
const TOGETHER_MS = 5_000;
const KEY = 'palier.remotes.crashes';

interface Memory {
  /** When each version that crashed may be tried again, by "name version". */
  readonly aside: Record<string, number>;
  /** Starts that have not come to a picture yet; enough of them leave the version out, until it comes to one in any tab. */
  readonly starts: Record<string, readonly number[]>;
}

/** Remembers across pages which versions crash, so that a user is not led into the same crash at every visit. */
export interface CrashMemory {
  /** Whether the version, "name version", is to be left out for now. */
  isAside(version: string): boolean;
  noteStart(version: string): void;
  noteMounted(version: string): void;
  noteCrash(version: string): void;
  /** Gives every version of a remote its chance again. */
  forget(name: string): void;
}

export function createCrashMemory(): CrashMemory {
  const startedHere = new Set<string>();
  const read = (): Memory => {
    const { aside = {}, starts = {} } = readJson<Partial<Memory>>('localStorage', KEY) ?? {};
    return { aside, starts };
  };
  const change = (make: (memory: Memory) => void): void => {
    const memory = read();
    make(memory);
    const isEmpty = Object.keys({ ...memory.aside, ...memory.starts }).length === 0;
    writeJson('localStorage', KEY, isEmpty ? null : memory);
  };
  // A page that is left in good order was not frozen, however short the visit.
  window.addEventListener('pagehide', () =>
    change(({ starts }) => {
      for (const version of startedHere) delete starts[version];
    }),
  );
  return {
    isAside(version) {
      const { aside, starts } = read();
      const lastOfRow = starts[version]?.[UNFINISHED_STARTS - 1] ?? -Infinity;
      return Math.max(aside[version] ?? 0, lastOfRow + ASIDE_MS) > Date.now();
    },
    noteStart(version) {
      startedHere.add(version);
      change(({ starts }) => {
        const recent = (starts[version] ?? []).filter((at) => Date.now() - at < UNFINISHED_WINDOW_MS);
        if (Date.now() - (recent.at(-1) ?? 0) >= TOGETHER_MS) recent.push(Date.now());
        starts[version] = recent;
      });
    },
    noteMounted: (version) => change(({ starts }) => void delete starts[version]),
    noteCrash: (version) =>
      change(({ aside, starts }) => {
        delete starts[version];
        aside[version] = Date.now() + ASIDE_MS;
      }),
    forget: (name) =>
      change(({ aside, starts }) => {
        for (const record of [aside, starts])
          for (const version of Object.keys(record))
            if (version.startsWith(`${name} `)) delete record[version];
      }),
  };
}
