import type { RemoteRoutes } from '@palier/shared/routes';
import { speaksContract } from './contract';
import type { CrashMemory } from './crash-memory';
import type { Federation } from './federation';
import { loadVersion } from './load-version';
import type { RegisteredRemote, Registry, RemoteName, RemoteVersion } from './registry';
import type { FailureStage, RemoteFailure } from './report-failure';

/** Section 7 of docs/design.md: when a host hangs, the region says so within 8 s of the visit. */
const OPEN_LIMIT_MS = 7_500;
/** How much of that time the page's own start may have taken from the first remote. */
const START_LIMIT_MS = 2_000;
/** The share for a version that another may replace, so that the other one has time to load. */
const SHARE_OF_TIME = 0.6;
/** A screen that has stood this long has mounted. */
const MOUNTED_AFTER_MS = 2_000;

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
  /**
   * The version in use crashed on screen: the previous one takes its place, or else the fallback. Two errors are no crash. When a
   * chunk could not be fetched, the version stays and the screen offers Réessayer; it is a crash when that fails too. When the
   * version lacks the screen, since the shell may be the newer of the two, that screen says so and the others stay.
   */
  fallBack(name: RemoteName, stage: FailureStage, error: unknown): void;
  /** Forgets the choices that depended on the user, so that the next user does not get this one's canary. */
  forgetUser(): void;
  /** Fetches a remote's files for later, without running them. */
  prefetch(name: RemoteName): void;
}

export interface RemoteLoaderOptions {
  readonly federation: Federation;
  /** The registry of the page's start, then (`isAgain`) as it is now. */
  readonly readRegistry: (options: { isAgain: boolean }) => Promise<Registry>;
  readonly linkFiles: (version: RemoteVersion, rel: 'preload' | 'prefetch') => void;
  readonly discardFailedLoad: (version: RemoteVersion) => Promise<void>;
  readonly canaryFor: (name: RemoteName, remote: RegisteredRemote) => Promise<string | null>;
  readonly crashes: CrashMemory;
  readonly report: (failure: RemoteFailure) => void;
  /** Reloads the page, in the build that is live by then. */
  readonly reload: () => void;
}

const ABSENT: RemoteState = { status: 'absent' };
const LOADING: RemoteState = { status: 'loading' };
const FAILED: RemoteState = { status: 'failed' };

/** webpack's name for a script or style that the network or the host did not give. */
const isMissingChunk = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';

/** Loads remotes lazily, one state each; a remote that fails hurts no other (sections 7 and 8 of docs/design.md). */
export function createRemoteLoader(options: RemoteLoaderOptions): RemoteLoader {
  const { federation, readRegistry, linkFiles, discardFailedLoad, canaryFor, crashes, report, reload } =
    options;
  const states = new Map<RemoteName, RemoteState>();
  const underWay = new Map<RemoteName, Promise<void>>();
  const listeners = new Set<() => void>();
  /** Versions, as "name version", of which a chunk did not come, and the load after which it did not. */
  const missed = new Map<string, RemoteState>();
  const known = new Set<string>();
  /** Remotes that had a canary when they were opened. */
  const personal = new Set<RemoteName>();
  let usersGone = 0;

  const stateOf = (name: RemoteName): RemoteState => states.get(name) ?? ABSENT;

  function become(name: RemoteName, state: RemoteState): void {
    states.set(name, state);
    for (const listener of listeners) listener();
  }

  /** The versions this user may get, the wanted one first, without those that crashed here lately. */
  async function versionsToTry(name: RemoteName, remote: RegisteredRemote): Promise<string[]> {
    if (remote.canary !== null) personal.add(name);
    const wanted = [await canaryFor(name, remote), remote.active, remote.previous];
    const named = [...new Set(wanted)].filter((version) => version !== null);
    return named.filter((version) => version in remote.versions && !crashes.isAside(`${name} ${version}`));
  }

  async function open(name: RemoteName, isAgain: boolean): Promise<RemoteState> {
    const startTook = known.size === 0 ? Math.min(performance.now(), START_LIMIT_MS) : 0;
    const deadline = Date.now() + OPEN_LIMIT_MS - startTook;
    const remote = (await readRegistry({ isAgain })).remotes[name];
    if (remote === undefined) throw new Error('the registry does not name it');
    // The live version needs a newer shell than this page, which was opened before it: trying again would be of no use.
    if (isAgain && !speaksContract(remote.versions[remote.active]?.contract)) reload();
    const versions = await versionsToTry(name, remote);
    if (versions.length === 0) console.warn(`remotes: every version of ${name} crashed here lately`);
    for (const [index, version] of versions.entries()) {
      const files = remote.versions[version];
      if (files === undefined) continue;
      const timeLeft = deadline - Date.now();
      const share = index === versions.length - 1 ? timeLeft : timeLeft * SHARE_OF_TIME;
      crashes.noteStart(`${name} ${version}`);
      try {
        linkFiles(files, 'preload');
        const routes = await loadVersion({
          federation,
          known,
          discardFailedLoad,
          name,
          version: files,
          deadline: Date.now() + share,
        });
        if (version !== remote.active) console.warn(`remotes: ${name} runs version ${version}`);
        return { status: 'ready', routes, version };
      } catch (error) {
        crashes.noteMounted(`${name} ${version}`);
        console.error(`remotes: ${name} ${version} cannot be loaded`, error);
        report({ remote: name, version, stage: 'load', reason: error });
      }
    }
    return FAILED;
  }

  function begin(name: RemoteName, isAgain: boolean): Promise<void> {
    const already = underWay.get(name);
    if (already !== undefined) return already;
    become(name, LOADING);
    const usersGoneBefore = usersGone;
    const run = open(name, isAgain)
      .catch((error: unknown) => {
        console.error(`remotes: ${name} cannot be loaded`, error);
        return FAILED;
      })
      .then((state) => {
        underWay.delete(name);
        // Chosen for a user who has left meanwhile: a new object, so that the next user's screen sees a change and asks again.
        if (usersGone !== usersGoneBefore && personal.has(name)) return become(name, { ...ABSENT });
        become(name, state);
        if (state.status !== 'ready') return;
        setTimeout(() => {
          if (stateOf(name) !== state) return;
          crashes.noteMounted(`${name} ${state.version}`);
          missed.delete(`${name} ${state.version}`);
        }, MOUNTED_AFTER_MS);
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
      stateOf(name).status === 'absent' ? begin(name, false) : (underWay.get(name) ?? Promise.resolve()),
    retry(name) {
      crashes.forget(name);
      return begin(name, true);
    },
    fallBack(name, stage, error) {
      const state = stateOf(name);
      if (state.status !== 'ready') return;
      const { version } = state;
      const inUse = `${name} ${version}`;
      // Without Réessayer, coming back to the screen fetches nothing: React keeps the rejected import.
      const isDropped = isMissingChunk(error) && (missed.get(inUse) ?? state) === state;
      report({ remote: name, version, stage: isDropped ? 'load' : stage, reason: error });
      if (isDropped) missed.set(inUse, state);
      if (isDropped || stage === 'screen') return;
      console.error(`remotes: ${inUse} crashed`, error);
      crashes.noteCrash(inUse);
      void begin(name, false);
    },
    forgetUser() {
      usersGone += 1;
      personal.forEach((name) => states.delete(name));
    },
    prefetch(name) {
      readRegistry({ isAgain: false }).then(
        ({ remotes }) => {
          const remote = remotes[name];
          const files = remote?.versions[remote.active];
          if (files !== undefined) linkFiles(files, 'prefetch');
        },
        (error: unknown) => console.warn(`remotes: ${name} was not fetched for later`, error),
      );
    },
  };
}
