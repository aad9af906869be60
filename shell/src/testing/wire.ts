import { http as wire, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import type { JackpotCounters, User } from '@palier/shared/contracts';

export const CLIENT: User = {
  id: 4,
  username: 'client',
  balance: 1234.5,
  active: true,
  roleName: 'ROLE_CLIENT',
  parentId: 3,
};

export const api = (path: string): string => `*/api/v1${path}`;

export const refused = (status: number, errors: string[] = ['Refusé.']) =>
  HttpResponse.json({ errors, code: 'unauthenticated' }, { status });

/** Handlers of a server for which the token is valid and belongs to `CLIENT`. */
export const signedInHandlers = [
  wire.get(api('/auth/validate-token'), () => HttpResponse.json({})),
  wire.get(api('/user/me'), () => HttpResponse.json(CLIENT)),
  wire.post(api('/auth/logout'), () => HttpResponse.json({})),
];

export const COUNTERS: JackpotCounters = { bronzeCounter: 20, silverCounter: 200, goldCounter: 2000 };

/** The layout reads the counters on every screen. */
export const server = setupServer(wire.get(api('/jackpot/counters'), () => HttpResponse.json(COUNTERS)));

export { wire, HttpResponse };
