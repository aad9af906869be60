import type { RemoteRoutes } from '@palier/shared/routes';
import { speaksContract } from './contract';
import type { Federation } from './federation';
import type { RemoteVersion } from './registry';

/** Section 7 of docs/design.md: three tries of 5 s at most. */
export const TRIES = 3;
export const TRY_LIMIT_MS = 5_000;
/** A host that is restarting gets a moment between tries. */
const PAUSE_BETWEEN_TRIES_MS = 250;

let askedAgain = 0;

/** Another address for the same file, so that neither the browser nor the runtime answers from a failed try. */
function freshAddress(entry: string): string {
  askedAgain += 1;
  return `${entry}${entry.includes('?') ? '&' : '?'}essai=${askedAgain}`;
}

interface LoadOptions {
  readonly federation: Federation;
  /** Remotes and entries the runtime already knows: naming them again needs force. */
  readonly known: Set<string>;
  readonly discardFailedLoad: (version: RemoteVersion) => Promise<void>;
  readonly name: string;
  readonly version: RemoteVersion;
  /** When there is no time left for this version, in ms since the epoch. */
  readonly deadline: number;
}

/**
 * Loads one version of a remote, trying again as the limits allow. Throws the last error; a version built for another
 * contract is not tried.
 */
export async function loadVersion(options: LoadOptions): Promise<RemoteRoutes> {
  const { federation, known, discardFailedLoad, name, version, deadline } = options;
  if (!speaksContract(version.contract))
    throw new Error(`remotes: it was built for the routes contract ${version.contract}`);
  let lastError: unknown = new Error('remotes: no time was left for it');
  for (let attempt = 1; attempt <= TRIES && Date.now() < deadline; attempt += 1) {
    if (attempt > 1) await pause(PAUSE_BETWEEN_TRIES_MS);
    const wasAsked = known.has(version.entry);
    const load = async (): Promise<unknown> => {
      if (wasAsked) await discardFailedLoad(version);
      const entry = wasAsked ? freshAddress(version.entry) : version.entry;
      federation.register(name, entry, { isAgain: known.has(name) });
      known.add(name).add(version.entry);
      return federation.load(`${name}/routes`);
    };
    try {
      return routesOf(await withinLimit(load(), Math.min(TRY_LIMIT_MS, deadline - Date.now())));
    } catch (error) {
      lastError = error;
      console.warn(`remotes: ${name}, try ${attempt} of ${TRIES} failed`, error);
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

/** The `routes` of what a remote exposes. Throws when it is not the contract's shape. */
function routesOf(module: unknown): RemoteRoutes {
  const routes = (module as { routes?: unknown } | null)?.routes;
  const isRoute = (route: unknown): boolean =>
    typeof route === 'object' && route !== null && 'path' in route && 'element' in route;
  if (!Array.isArray(routes) || !routes.every(isRoute))
    throw new Error('remotes: ./routes exposes no routes');
  return routes as RemoteRoutes;
}
