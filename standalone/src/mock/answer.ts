import { MockRefusal } from './operations';
import { isAllowed, MOCK_ROUTES, type MockRoute } from './routes';
import { accountIdOf } from './token';
import type { MockAccount, MockWorld } from './world';

/** A call as it crosses the wire; `path` begins behind /api/v1. */
export interface MockRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly token: string | null;
  readonly idempotencyKey: string | null;
  readonly gameAddress: string;
}

export interface MockAnswer {
  readonly status: number;
  readonly body: unknown;
}

function matchPath(pattern: string, path: string): string[] | null {
  const source = pattern.replaceAll(/:[^/]+/g, '([^/]+)');
  return new RegExp(`^${source}$`).exec(path)?.slice(1).map(decodeURIComponent) ?? null;
}

function findRoute({ method, path }: MockRequest): { route: MockRoute; params: string[] } {
  for (const route of MOCK_ROUTES) {
    const params = route.method === method ? matchPath(route.path, path) : null;
    if (params !== null) return { route, params };
  }
  console.warn(`mock: no answer is written for ${method} ${path}`);
  throw new MockRefusal(404, 'not-found', 'Adresse introuvable.');
}

/** The account, where it may still act: deactivated ones are signed out. */
const callerOf = (world: MockWorld, token: string | null): MockAccount | null => {
  const id = accountIdOf(token);
  return world.accounts.find((account) => account.id === id && account.isActive) ?? null;
};

function requireValid(route: MockRoute, body: unknown): void {
  const parsed = route.request?.safeParse(body);
  if (parsed?.success !== false) return;
  // Some rules of the contracts bring a sentence of their own.
  const sentence = parsed.error.issues[0]?.message ?? '';
  throw new MockRefusal(400, 'invalid-input', sentence.endsWith('.') ? sentence : 'La requête est invalide.');
}

/** Runs `act` once per key and caller: the same request is answered as before, another under the same key is refused. */
function once(world: MockWorld, key: string, request: string, act: () => unknown): unknown {
  if (!Object.hasOwn(world.attempts, key)) {
    const answer = act();
    world.attempts[key] = { request, answer };
    return answer;
  }
  const before = world.attempts[key] ?? null;
  if (before?.request === request) return before.answer;
  throw new MockRefusal(422, 'invalid-idempotency', 'Cette opération a déjà été envoyée autrement.');
}

/**
 * Answers one call as the server would, and changes `world` as it would. An answer that breaks its contract is a fault of
 * the mock and is thrown.
 */
export function answerCall(world: MockWorld, request: MockRequest): MockAnswer {
  try {
    const { route, params } = findRoute(request);
    const caller = callerOf(world, request.token);
    if (caller === null && route.access !== 'anybody') {
      throw new MockRefusal(401, 'unauthenticated', 'Votre session a expiré. Veuillez vous reconnecter.');
    }
    if (!isAllowed(route, caller)) {
      throw new MockRefusal(403, 'not-allowed', "Vous n'avez pas le droit d'effectuer cette action.");
    }
    requireValid(route, request.body);
    const { query, body, gameAddress, idempotencyKey } = request;
    const act = (): unknown =>
      route.answer({ world, caller: caller as MockAccount, params, query, body, gameAddress });
    const answer =
      idempotencyKey === null
        ? act()
        : once(world, idempotencyKey, `${request.path} ${JSON.stringify(body)}`, act);
    return { status: 200, body: route.response.parse(answer) };
  } catch (error) {
    if (error instanceof MockRefusal) return { status: error.status, body: error.body };
    throw error;
  }
}
