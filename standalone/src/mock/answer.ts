import { matchPath } from '@palier/shared/router';
import { MockRefusal } from './operations';
import { isAllowed, MOCK_ROUTES, type MockRoute } from './routes';
import { accountIdOf } from './token';
import type { MockAccount, MockWorld } from './world';

/** A call on the wire; `path` is relative to /api/v1. */
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

function findRoute({ method, path }: MockRequest): { route: MockRoute; params: string[] } {
  for (const route of MOCK_ROUTES) {
    const match = route.method === method ? matchPath(route.path, path) : null;
    if (match !== null) return { route, params: Object.values(match.params).map(String) };
  }
  console.warn(`mock: no route for ${method} ${path}`);
  throw new MockRefusal(404, 'not-found', 'Adresse introuvable.');
}

/** The account of a token; null for deactivated accounts. */
const callerOf = (world: MockWorld, token: string | null): MockAccount | null => {
  const id = accountIdOf(token);
  return world.accounts.find((account) => account.id === id && account.isActive) ?? null;
};

function requireValid(route: MockRoute, body: unknown): void {
  const parsed = route.request?.safeParse(body);
  if (parsed?.success !== false) return;
  // Some rules of the contracts have a French sentence; the others have the library's English text without a
  // full stop.
  const sentence = parsed.error.issues[0]?.message ?? '';
  throw new MockRefusal(400, 'invalid-input', sentence.endsWith('.') ? sentence : 'La requête est invalide.');
}

/** Runs `act` once per key: a repeated request gets the stored answer. */
function runOnce({ attempts }: MockWorld, key: string | null, act: () => unknown): unknown {
  if (key === null) return act();
  if (!Object.hasOwn(attempts, key)) attempts[key] = act();
  return attempts[key];
}

/**
 * Answers one call like the server and changes `world`. Throws when the answer does not match its contract.
 */
export function answerCall(world: MockWorld, request: MockRequest): MockAnswer {
  try {
    const { route, params } = findRoute(request);
    const caller = callerOf(world, request.token);
    if (caller === null && route.access !== 'anybody')
      throw new MockRefusal(401, 'unauthenticated', 'Votre session a expiré. Veuillez vous reconnecter.');
    if (!isAllowed(route, caller))
      throw new MockRefusal(403, 'not-allowed', "Vous n'avez pas le droit d'effectuer cette action.");
    requireValid(route, request.body);
    const { query, body, gameAddress, idempotencyKey } = request;
    const answer = runOnce(world, idempotencyKey, () =>
      route.answer({ world, caller: caller as MockAccount, params, query, body, gameAddress }),
    );
    return { status: 200, body: route.response.parse(answer) };
  } catch (error) {
    if (error instanceof MockRefusal) return { status: error.status, body: error.body };
    throw error;
  }
}
