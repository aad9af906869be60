import type { RemoteRoutes } from '@palier/shared/routes';
import type { Federation } from './federation';
import { loadVersion, type KnownEntries } from './load-version';
import type { RegisteredRemote, Registry, RemoteName, RemoteVersion } from './registry';

export type RemoteState =
  | { readonly status: 'absent' | 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly routes: RemoteRoutes; readonly version: string };

export interface RemoteLoader {
  stateOf(name: RemoteName): RemoteState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Loads a remote unless that was done already. Never rejects: the outcome is its state. */
  load(name: RemoteName): Promise<void>;
  /** Starts over with the registry as it is now: for Réessayer. */
  retry(name: RemoteName): Promise<void>;
  /** The version in use crashed on screen: the previous one takes its place, where there is one. */
  fallBack(name: RemoteName, fault: unknown): void;
  /** Fetches a remote's files for later, without running them. */
  prefetch(name: RemoteName): void;
}

interface RemoteLoaderOptions {
  readonly federation: Federation;
  /** The registry of the page's start, then (`isAgain`) as it is now. */
  readonly readRegistry: (options: { isAgain: boolean }) => Promise<Registry>;
  readonly linkFiles: (version: RemoteVersion, rel: 'preload' | 'prefetch') => void;
}

const ABSENT: RemoteState = { status: 'absent' };
const LOADING: RemoteState = { status: 'loading' };
const FAILED: RemoteState = { status: 'failed' };

/** Loads remotes lazily, one state each; a remote that fails hurts no other (design §7, §8). */
export function createRemoteLoader({
  federation,
  readRegistry,
  linkFiles,
}: RemoteLoaderOptions): RemoteLoader {
  const states = new Map<RemoteName, RemoteState>();
  const underWay = new Map<RemoteName, Promise<void>>();
  const listeners = new Set<() => void>();
  const known: KnownEntries = new Map();
  const crashed = new Set<string>();

  const stateOf = (name: RemoteName): RemoteState => states.get(name) ?? ABSENT;

  function become(name: RemoteName, state: RemoteState): void {
    states.set(name, state);
    for (const listener of listeners) listener();
  }

  async function open(name: RemoteName, isAgain: boolean): Promise<RemoteState> {
    const remote = (await readRegistry({ isAgain }))[name];
    if (remote === undefined) throw new Error('the registry does not name it');
    for (const version of versionsToTry(remote)) {
      const files = remote.versions[version];
      if (files === undefined || crashed.has(`${name} ${version}`)) continue;
      try {
        linkFiles(files, 'preload');
        const routes = await loadVersion(federation, known, name, files.entry);
        if (version !== remote.active) console.warn(`remotes: ${name} falls back to version ${version}`);
        return { status: 'ready', routes, version };
      } catch (error) {
        console.error(`remotes: ${name} ${version} cannot be loaded`, error);
      }
    }
    return FAILED;
  }

  function begin(name: RemoteName, isAgain: boolean): Promise<void> {
    const already = underWay.get(name);
    if (already !== undefined) return already;
    become(name, LOADING);
    const run = open(name, isAgain)
      .catch((error: unknown) => {
        console.error(`remotes: ${name} cannot be loaded`, error);
        return FAILED;
      })
      .then((state) => {
        underWay.delete(name);
        become(name, state);
      });
    underWay.set(name, run);
    return run;
  }

  return {
    stateOf,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: (name) =>
      stateOf(name) === ABSENT ? begin(name, false) : (underWay.get(name) ?? Promise.resolve()),
    retry(name) {
      for (const crash of crashed) if (crash.startsWith(`${name} `)) crashed.delete(crash);
      return begin(name, true);
    },
    fallBack(name, fault) {
      const state = stateOf(name);
      if (state.status !== 'ready') return;
      console.error(`remotes: ${name} ${state.version} crashed`, fault);
      void readRegistry({ isAgain: false }).then((registry) => {
        const remote = registry[name];
        const isLast = remote === undefined || remote.previous === null || state.version === remote.previous;
        if (isLast || stateOf(name) !== state) return;
        crashed.add(`${name} ${state.version}`);
        return begin(name, false);
      });
    },
    prefetch(name) {
      readRegistry({ isAgain: false }).then(
        (registry) => {
          const remote = registry[name];
          const files = remote?.versions[remote.active];
          if (files !== undefined) linkFiles(files, 'prefetch');
        },
        (error: unknown) => console.warn(`remotes: ${name} was not fetched for later`, error),
      );
    },
  };
}

const versionsToTry = ({ active, previous }: RegisteredRemote): string[] =>
  previous === null || previous === active ? [active] : [active, previous];
