import type { RemoteRoutes } from '@palier/shared/routes';
import { isContractSupported } from './contract';
import type { Federation } from './federation';
import type { RemoteVersion } from './registry';

export const MAX_TRIES = 3;
export const TRY_LIMIT_MS = 5_000;
const PAUSE_BETWEEN_TRIES_MS = 250;

let retryCount = 0;

/**
 * Another address of the same file, so that neither the browser nor the runtime answers from a failed try.
 */
function retryAddress(entry: string): string {
  retryCount += 1;
  return `${entry}?essai=${retryCount}`;
}

interface LoadOptions {
  readonly federation: Federation;
  /** Remotes and entries that the runtime knows; registering them again needs force. */
  readonly registered: Set<string>;
  readonly discardFailedLoad: (version: RemoteVersion) => Promise<void>;
  readonly name: string;
  readonly version: RemoteVersion;
  /** In ms since the epoch. */
  readonly deadline: number;
}

/**
 * Loads one version of a remote, with up to three tries. Throws the last error, or at once for a version of
 * another contract.
 */
export async function loadVersion(options: LoadOptions): Promise<RemoteRoutes> {
  const { federation, registered, discardFailedLoad, name, version, deadline } = options;
  if (!isContractSupported(version.contract))
    throw new Error(`remotes: built for the routes contract ${version.contract}`);
  let lastError: unknown = new Error('remotes: no time left');
  for (let attempt = 1; attempt <= MAX_TRIES && Date.now() < deadline; attempt += 1) {
    if (attempt > 1) await pause(PAUSE_BETWEEN_TRIES_MS);
    const wasAsked = registered.has(version.entry);
    const load = async (): Promise<unknown> => {
      if (wasAsked) await discardFailedLoad(version);
      const entry = wasAsked ? retryAddress(version.entry) : version.entry;
      federation.register(name, entry, { isAgain: registered.has(name) });
      registered.add(name).add(version.entry);
      return federation.load(`${name}/routes`);
    };
    try {
      return routesOf(await withinLimit(load(), Math.min(TRY_LIMIT_MS, deadline - Date.now())));
    } catch (error) {
      lastError = error;
      console.warn(`remotes: ${name}, try ${attempt} of ${MAX_TRIES} failed`, error);
    }
  }
  throw lastError;
}

const pause = (durationMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, durationMs));

async function withinLimit<Value>(promise: Promise<Value>, limitMs: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`remotes: no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Throws when the module does not have the shape of the contract. */
function routesOf(module: unknown): RemoteRoutes {
  const routes = (module as { routes?: unknown } | null)?.routes;
  const isRoute = (route: unknown): boolean =>
    typeof route === 'object' && route !== null && 'path' in route && 'element' in route;
  if (!Array.isArray(routes) || !routes.every(isRoute))
    throw new Error('remotes: ./routes exposes no routes');
  return routes as RemoteRoutes;
}
