import type { Screen } from '@palier/shared/contracts/screens';
import { createRemoteOpener, type RemoteOpener, type RemoteOpenerOptions } from './open-remote';
import type { Registry } from './registry';
import { createRemoteScreens } from './remote-screens';
import type { RemoteState } from './remote-state';
import type { FailureStage } from './report-failure';

/** A version counts as mounted when it is still in use this long after it was loaded. */
const MOUNTED_AFTER_MS = 2_000;

export interface RemoteLoader {
  stateOf(name: string): RemoteState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The screens of all remotes; null while no registry was read. */
  readonly screens: () => readonly Screen[] | null;
  /** Loads a remote once. Never rejects: the outcome is the state. */
  load(name: string): Promise<void>;
  /** Loads again with the current registry, for Réessayer. */
  retry(name: string): Promise<void>;
  /**
   * Replaces a version that crashed on screen by the previous version, or else by the fallback. The version
   * stays when a chunk failed for the first time, because Réessayer may load the chunk, and when the version
   * lacks a screen that a newer shell knows.
   */
  fallBack(name: string, stage: FailureStage, error: unknown): void;
  /**
   * Drops the versions that were chosen for this user, so that the next user does not get the canary of this
   * user.
   */
  forgetUser(): void;
  /** Fetches the files of a remote, or its entry alone, without running them. */
  prefetch(name: string, what?: 'files' | 'entry'): void;
}

export interface RemoteLoaderOptions extends RemoteOpenerOptions {
  /** The registry in the page, whose screens are known before anything is loaded. */
  readonly inlined: Registry | null;
  /** The registry with which the page started, or with `isAgain` the registry that the host has now. */
  readonly readRegistry: (options: { isAgain: boolean }) => Promise<Registry>;
  /**
   * The remotes with a canary that the user gets and whose screens differ from those of the active version.
   */
  readonly menusFor: (registry: Registry) => Promise<readonly string[]>;
  /** A version has mounted; `hasCanary`: its remote has one. */
  readonly mounted: (name: string, version: string, hasCanary: boolean) => void;
}

type ReadyState = RemoteState & { readonly status: 'ready' };

const ABSENT: RemoteState = { status: 'absent' };

const isMissingChunk = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';

/**
 * Loads remotes lazily, with one state each: a failure stays in one remote (sections 7 and 8 of
 * docs/design.md).
 */
export function createRemoteLoader(options: RemoteLoaderOptions): RemoteLoader {
  const listeners = new Set<() => void>();
  const notify = (): void => listeners.forEach((listener) => listener());
  const screens = createRemoteScreens(options.menusFor, notify);

  async function readRegistry(isAgain: boolean): Promise<Registry> {
    const registry = await options.readRegistry({ isAgain });
    screens.applyRegistry(registry);
    return registry;
  }

  const opener = createRemoteOpener(options, async (isAgain) => {
    const registry = await readRegistry(isAgain);
    screens.chooseMenus(registry);
    return registry;
  });
  const loads = createLoads(options, opener, notify);

  if (options.inlined !== null) screens.applyRegistry(options.inlined);

  return {
    ...loads,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    screens: screens.list,
    retry(name) {
      options.crashes.unblock(name);
      return loads.loadAgain(name);
    },
    forgetUser() {
      loads.forgetUser();
      screens.forgetUser();
    },
    prefetch(name, what = 'files') {
      readRegistry(false).then(
        ({ remotes }) => {
          const remote = remotes[name];
          const files = remote?.versions[remote.active];
          const none = what === 'entry' ? { preload: [], styles: [] } : {};
          if (files !== undefined) options.linkFiles({ ...files, ...none }, 'prefetch');
        },
        (error: unknown) => console.warn(`remotes: ${name} not prefetched`, error),
      );
    },
  };
}

/** The state of each remote, the loads that run, and what follows when a version mounts or crashes. */
function createLoads(options: RemoteLoaderOptions, opener: RemoteOpener, notify: () => void) {
  const { crashes, report, mounted } = options;
  const states = new Map<string, RemoteState>();
  const loading = new Map<string, Promise<void>>();
  /** The ready state in which a chunk first failed, by "name version". */
  const failedChunks = new Map<string, RemoteState>();
  let sessionCount = 0;

  const stateOf = (name: string): RemoteState => states.get(name) ?? ABSENT;

  function setState(name: string, state: RemoteState): void {
    states.set(name, state);
    notify();
  }

  function noteMounted(name: string, state: ReadyState): void {
    if (stateOf(name) !== state) return;
    const inUse = `${name} ${state.version}`;
    crashes.clearStarts(inUse);
    // A chunk failure in this state is kept, so that a second one after Réessayer leads to the previous
    // version.
    if (failedChunks.get(inUse) !== state) failedChunks.delete(inUse);
    mounted(name, state.version, opener.remotesWithCanary.has(name));
  }

  async function run(name: string, isAgain: boolean): Promise<void> {
    const sessionCountBefore = sessionCount;
    const state = await opener.open(name, isAgain).catch((error: unknown): RemoteState => {
      console.error(`remotes: ${name} cannot be loaded`, error);
      return { status: 'failed' };
    });
    loading.delete(name);
    // The version was chosen for a user who has signed out. A new object makes the screen of the next user
    // notice a change and load again.
    if (sessionCount !== sessionCountBefore && opener.remotesWithCanary.has(name))
      return setState(name, { ...ABSENT });
    setState(name, state);
    if (state.status === 'ready') setTimeout(() => noteMounted(name, state), MOUNTED_AFTER_MS);
  }

  function begin(name: string, isAgain: boolean): Promise<void> {
    const already = loading.get(name);
    if (already !== undefined) return already;
    setState(name, { status: 'loading' });
    const load = run(name, isAgain);
    loading.set(name, load);
    return load;
  }

  return {
    stateOf,
    loadAgain: (name: string): Promise<void> => begin(name, true),
    load: (name: string): Promise<void> =>
      stateOf(name).status === 'absent' ? begin(name, false) : (loading.get(name) ?? Promise.resolve()),
    fallBack(name: string, stage: FailureStage, error: unknown): void {
      const state = stateOf(name);
      // The version is no longer in use, for example because the user has signed out.
      if (state.status !== 'ready') return;
      const { version } = state;
      const inUse = `${name} ${version}`;
      const isFirstChunkFailure = isMissingChunk(error) && (failedChunks.get(inUse) ?? state) === state;
      report({ remote: name, version, stage: isFirstChunkFailure ? 'load' : stage, reason: error });
      if (isFirstChunkFailure) failedChunks.set(inUse, state);
      if (isFirstChunkFailure || stage === 'screen') return;
      console.error(`remotes: ${inUse} crashed`, error);
      crashes.block(inUse);
      void begin(name, false);
    },
    forgetUser(): void {
      sessionCount += 1;
      opener.remotesWithCanary.forEach((name) => states.delete(name));
    },
  };
}
