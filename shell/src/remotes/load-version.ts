import type { RemoteRoutes } from '@palier/shared/routes';
import type { Federation } from './federation';

/** Design §7: three tries of 5 s at most, and 8 s in all when the host hangs. */
export const TRIES = 3;
export const TRY_LIMIT_MS = 5_000;
export const VERSION_LIMIT_MS = 8_000;
/** A host that is restarting gets a moment between tries. */
const PAUSE_BETWEEN_TRIES_MS = 250;

let askedAgain = 0;

/** Another address for the same file, so that neither the browser nor the runtime answers from a failed try. */
function freshAddress(entry: string): string {
  askedAgain += 1;
  return `${entry}${entry.includes('?') ? '&' : '?'}essai=${askedAgain}`;
}

/** Remotes the runtime already knows: naming them again needs force. */
export type KnownEntries = Map<string, string>;

/** Loads one version of a remote, trying again as the limits allow. Throws the last fault. */
export async function loadVersion(
  federation: Federation,
  known: KnownEntries,
  name: string,
  entry: string,
): Promise<RemoteRoutes> {
  const deadline = Date.now() + VERSION_LIMIT_MS;
  let fault: unknown;
  for (let attempt = 1; attempt <= TRIES && Date.now() < deadline; attempt += 1) {
    if (attempt > 1) await pause(PAUSE_BETWEEN_TRIES_MS);
    const wasAsked = known.has(entry) || attempt > 1;
    try {
      federation.register(name, wasAsked ? freshAddress(entry) : entry, { isAgain: known.has(name) });
      known.set(name, entry).set(entry, entry);
      const limitMs = Math.min(TRY_LIMIT_MS, deadline - Date.now());
      return routesOf(await withinLimit(federation.load(`${name}/routes`), limitMs));
    } catch (error) {
      fault = error;
      console.warn(`remotes: ${name}, try ${attempt} of ${TRIES} failed`, error);
    }
  }
  throw fault;
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
