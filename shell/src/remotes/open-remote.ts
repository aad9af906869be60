import type { RemoteRoutes } from '@palier/shared/routes';
import { isContractSupported } from './contract';
import type { CrashMemory } from './crash-memory';
import type { Federation } from './federation';
import { loadVersion } from './load-version';
import type { RegisteredRemote, Registry, RemoteVersion } from './registry';
import type { RemoteState } from './remote-state';
import type { RemoteFailure } from './report-failure';

/** A region shows its failure within 8 s of the visit (section 7 of docs/design.md). */
const OPEN_LIMIT_MS = 7_500;
/** The start of the page counts towards the limit of the first remote, up to this time. */
const START_LIMIT_MS = 2_000;
/** Share of the remaining time for a version after which another version can be tried. */
const SHARE_OF_TIME = 0.6;

export interface RemoteOpenerOptions {
  readonly federation: Federation;
  readonly linkFiles: (version: RemoteVersion, rel: 'preload' | 'prefetch') => void;
  readonly discardFailedLoad: (version: RemoteVersion) => Promise<void>;
  readonly canaryFor: (name: string, remote: RegisteredRemote) => Promise<string | null>;
  readonly crashes: CrashMemory;
  readonly report: (failure: RemoteFailure) => void;
  readonly reload: () => void;
}

export interface RemoteOpener {
  /** Loads the first version that can be loaded. Rejects when the registry lacks the remote. */
  open(name: string, isAgain: boolean): Promise<RemoteState>;
  /** The opened remotes with a canary: their version depends on the user. */
  readonly remotesWithCanary: ReadonlySet<string>;
}

export function createRemoteOpener(
  options: RemoteOpenerOptions,
  readRegistry: (isAgain: boolean) => Promise<Registry>,
): RemoteOpener {
  const { federation, linkFiles, discardFailedLoad, canaryFor, crashes, report, reload } = options;
  const registered = new Set<string>();
  const remotesWithCanary = new Set<string>();

  /** The versions for this user in order of preference, without those that crashed here recently. */
  async function versionsToTry(name: string, remote: RegisteredRemote): Promise<string[]> {
    if (remote.canary !== null) remotesWithCanary.add(name);
    const wanted = [await canaryFor(name, remote), remote.active, remote.previous];
    // Once each: an operator may offer the previous version as a canary.
    const offered = [...new Set(wanted)].filter((version) => version !== null);
    return offered.filter((version) => !crashes.isBlocked(`${name} ${version}`));
  }

  /** The routes of a version; null when it cannot be loaded until the deadline. */
  async function tryVersion(
    name: string,
    version: string,
    files: RemoteVersion,
    deadline: number,
  ): Promise<RemoteRoutes | null> {
    crashes.recordStart(`${name} ${version}`);
    try {
      linkFiles(files, 'preload');
      return await loadVersion({ federation, registered, discardFailedLoad, name, version: files, deadline });
    } catch (error) {
      crashes.clearStarts(`${name} ${version}`);
      console.error(`remotes: ${name} ${version} cannot be loaded`, error);
      report({ remote: name, version, stage: 'load', reason: error });
      return null;
    }
  }

  async function open(name: string, isAgain: boolean): Promise<RemoteState> {
    const startTook = registered.size === 0 ? Math.min(performance.now(), START_LIMIT_MS) : 0;
    const deadline = Date.now() + OPEN_LIMIT_MS - startTook;
    const remote = (await readRegistry(isAgain)).remotes[name];
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
      const routes = await tryVersion(name, version, files, Date.now() + share);
      if (routes === null) continue;
      if (version !== remote.active) console.warn(`remotes: ${name} runs version ${version}`);
      return { status: 'ready', routes, version };
    }
    return { status: 'failed' };
  }

  return { open, remotesWithCanary };
}
