import { http as wire, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import type { CurrentUser, JackpotCounters, User } from '@palier/shared/contracts';
import { createServe, signInForTest } from '@palier/shared/testing';

export const CLIENT: User = {
  id: 4,
  username: 'client',
  balance: 1234.5,
  active: true,
  roleName: 'ROLE_CLIENT',
  parentId: 3,
};

export const api = (path: string): string => `*/api/v1${path}`;

export const COUNTERS: JackpotCounters = { bronzeCounter: 20, silverCounter: 200, goldCounter: 2000 };

/** The layout reads the counters on every screen. */
export const server = setupServer(wire.get(api('/jackpot/counters'), () => HttpResponse.json(COUNTERS)));

export const serve = createServe(server);

export const refused = (status: number, errors: string[] = ['Refusé.']) =>
  HttpResponse.json({ errors, code: 'unauthenticated' }, { status });

/** No call of `fetch` is answered; an aborted one is rejected. */
export const hangFetch = (): void =>
  void jest.spyOn(window, 'fetch').mockImplementation(
    (_address, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );

/**
 * Signs `CLIENT` in, with another role where the test is about it, on a server for which the token is valid.
 */
export function signIn(changes: Partial<CurrentUser> = {}): void {
  const user = signInForTest({ ...CLIENT, ...changes });
  serve('GET /auth/validate-token', {});
  serve('GET /user/me', { ...user });
  serve('POST /auth/logout', {});
}

export { wire, HttpResponse };
