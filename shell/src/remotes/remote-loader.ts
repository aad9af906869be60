import { listScreens, type Screen } from '@palier/shared/contracts/screens';
import type { RemoteRoutes } from '@palier/shared/routes';
import { isContractSupported } from './contract';
import type { CrashMemory } from './crash-memory';
import type { Federation } from './federation';
import { loadVersion } from './load-version';
import type { RegisteredRemote, Registry, RemoteVersion } from './registry';
import type { FailureStage, RemoteFailure } from './report-failure';

/** A region shows its failure within 8 s of the visit (section 7 of docs/design.md). */
const OPEN_LIMIT_MS = 7_500;
/** The start of the page counts towards the limit of the first remote, up to this time. */
const START_LIMIT_MS = 2_000;
/** Share of the remaining time for a version after which another version can be tried. */
const SHARE_OF_TIME = 0.6;
/** A version counts as mounted when it is still in use this long after it was loaded. */
const MOUNTED_AFTER_MS = 2_000;

export type RemoteState =
  | { readonly status: 'absent' | 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly routes: RemoteRoutes; readonly version: string };

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
  /** Fetches the files of a remote without running them. */
  prefetch(name: string): void;
}

export interface RemoteLoaderOptions {
  readonly federation: Federation;
  /** The registry in the page, whose screens are known before anything is loaded. */
  readonly inlined: Registry | null;
  /** The registry with which the page started, or with `isAgain` the registry that the host has now. */
  readonly readRegistry: (options: { isAgain: boolean }) => Promise<Registry>;
  readonly linkFiles: (version: RemoteVersion, rel: 'preload' | 'prefetch') => void;
  readonly discardFailedLoad: (version: RemoteVersion) => Promise<void>;
  readonly canaryFor: (name: string, remote: RegisteredRemote) => Promise<string | null>;
  /**
   * The remotes with a canary that the user gets and whose screens differ from those of the active version.
   */
  readonly menusFor: (registry: Registry) => Promise<readonly string[]>;
  readonly crashes: CrashMemory;
  readonly report: (failure: RemoteFailure) => void;
  /** A version has mounted; `hasCanary`: its remote has one. */
  readonly mounted: (name: string, version: string, hasCanary: boolean) => void;
  readonly reload: () => void;
}

const ABSENT: RemoteState = { status: 'absent' };
const LOADING: RemoteState = { status: 'loading' };
const FAILED: RemoteState = { status: 'failed' };

const isMissingChunk = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';

/**
 * Loads remotes lazily, with one state each: a failure stays in one remote (sections 7 and 8 of
 * docs/design.md).
 */
export function createRemoteLoader(options: RemoteLoaderOptions): RemoteLoader {
  const { federation, linkFiles, discardFailedLoad, canaryFor, menusFor, crashes, report, mounted, reload } =
    options;
  const states = new Map<string, RemoteState>();
  const loading = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();
  /** The ready state in which a chunk first failed, by "name version". */
  const failedChunks = new Map<string, RemoteState>();
  const registered = new Set<string>();
  /** Remotes with a canary: their version depends on the user. */
  const remotesWithCanary = new Set<string>();
  let sessionCount = 0;
  let current: Registry | null = null;
  let screens: readonly Screen[] | null = null;
  /** Remotes whose canary the user gets, with other screens than the active version has. */
  let remotesWithCanaryScreens: readonly string[] = [];

  const notify = (): void => listeners.forEach((listener) => listener());

  function rebuildScreens(names: readonly string[]): void {
    remotesWithCanaryScreens = names;
    if (current === null) return;
    screens = listScreens(
      current.described,
      (fault) => console.error(`remotes: ${fault}`),
      remotesWithCanaryScreens,
    );
    notify();
  }

  function applyRegistry(registry: Registry): Registry {
    if (registry === current) return registry;
    current = registry;
    rebuildScreens(remotesWithCanaryScreens);
    return registry;
  }

  const readRegistry = (isAgain: boolean): Promise<Registry> =>
    options.readRegistry({ isAgain }).then(applyRegistry);

  /** The menu has the entries of the canaries that the user gets, also before their remotes are loaded. */
  function chooseMenus(registry: Registry): void {
    const sessionCountBefore = sessionCount;
    void menusFor(registry).then((names) => {
      if (names.length > 0 && sessionCount === sessionCountBefore) rebuildScreens(names);
    });
  }

  const stateOf = (name: string): RemoteState => states.get(name) ?? ABSENT;

  function setState(name: string, state: RemoteState): void {
    states.set(name, state);
    notify();
  }

  /** The versions for this user in order of preference, without those that crashed here recently. */
  async function versionsToTry(name: string, remote: RegisteredRemote): Promise<string[]> {
    if (remote.canary !== null) remotesWithCanary.add(name);
    const wanted = [await canaryFor(name, remote), remote.active, remote.previous];
    // Once each: an operator may offer the previous version as a canary.
    const offered = [...new Set(wanted)].filter((version) => version !== null);
    return offered.filter((version) => !crashes.isBlocked(`${name} ${version}`));
  }

  async function open(name: string, isAgain: boolean): Promise<RemoteState> {
    const startTook = registered.size === 0 ? Math.min(performance.now(), START_LIMIT_MS) : 0;
    const deadline = Date.now() + OPEN_LIMIT_MS - startTook;
    const registry = await readRegistry(isAgain);
    chooseMenus(registry);
    const remote = registry.remotes[name];
    if (remote === undefined) throw new Error('not in the registry');
    // The active version needs a newer shell than this page.
    if (isAgain && !isContractSupported(remote.versions[remote.active]?.contract)) reload();
    const versions = await versionsToTry(name, remote);
    if (versions.length === 0) console.warn(`remotes: every version of ${name} crashed here recently`);
    for (const [index, version] of versions.entries()) {
      const files = remote.versions[version];
      if (files === undefined) continue;
      const timeLeft = deadline - Date.now();
      const share = index === versions.length - 1 ? timeLeft : timeLeft * SHARE_OF_TIME;
      crashes.recordStart(`${name} ${version}`);
      try {
        linkFiles(files, 'preload');
        const routes = await loadVersion({
          federation,
          registered,
          discardFailedLoad,
          name,
          version: files,
          deadline: Date.now() + share,
        });
        if (version !== remote.active) console.warn(`remotes: ${name} runs version ${version}`);
        return { status: 'ready', routes, version };
      } catch (error) {
        crashes.clearStarts(`${name} ${version}`);
        console.error(`remotes: ${name} ${version} cannot be loaded`, error);
        report({ remote: name, version, stage: 'load', reason: error });
      }
    }
    return FAILED;
  }

  function begin(name: string, isAgain: boolean): Promise<void> {
    const already = loading.get(name);
    if (already !== undefined) return already;
    setState(name, LOADING);
    const sessionCountBefore = sessionCount;
    const run = open(name, isAgain)
      .catch((error: unknown) => {
        console.error(`remotes: ${name} cannot be loaded`, error);
        return FAILED;
      })
      .then((state) => {
        loading.delete(name);
        // The version was chosen for a user who has signed out. A new object makes the screen of the next
        // user notice a change and load again.
        if (sessionCount !== sessionCountBefore && remotesWithCanary.has(name))
          return setState(name, { ...ABSENT });
        setState(name, state);
        if (state.status !== 'ready') return;
        setTimeout(() => {
          if (stateOf(name) !== state) return;
          const inUse = `${name} ${state.version}`;
          crashes.clearStarts(inUse);
          // A chunk failure in this state is kept, so that a second one after Réessayer leads to the previous
          // version.
          if (failedChunks.get(inUse) !== state) failedChunks.delete(inUse);
          mounted(name, state.version, remotesWithCanary.has(name));
        }, MOUNTED_AFTER_MS);
      });
    loading.set(name, run);
    return run;
  }

  if (options.inlined !== null) applyRegistry(options.inlined);

  return {
    stateOf,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    screens: () => screens,
    load: (name) =>
      stateOf(name).status === 'absent' ? begin(name, false) : (loading.get(name) ?? Promise.resolve()),
    retry(name) {
      crashes.unblock(name);
      return begin(name, true);
    },
    fallBack(name, stage, error) {
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
    forgetUser() {
      sessionCount += 1;
      remotesWithCanary.forEach((name) => states.delete(name));
      if (remotesWithCanaryScreens.length > 0) rebuildScreens([]);
    },
    prefetch(name) {
      readRegistry(false).then(
        ({ remotes }) => {
          const remote = remotes[name];
          const files = remote?.versions[remote.active];
          if (files !== undefined) linkFiles(files, 'prefetch');
        },
        (error: unknown) => console.warn(`remotes: ${name} not prefetched`, error),
      );
    },
  };
}
