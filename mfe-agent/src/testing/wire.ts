import type { SubAccount } from '@palier/shared/contracts';
import { runWire } from '@palier/shared/testing';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** The wire of the agent's screens, the only thing these tests replace. */
export const api = (path: string): string => `*/api/v1${path}`;

export const account = (id: number, overrides: Partial<SubAccount> = {}): SubAccount => ({
  id,
  username: `joueur${id}`,
  balance: 500,
  active: true,
  roleName: 'ROLE_CLIENT',
  parentId: 3,
  ...overrides,
});

export const pageOfAccounts = (data: SubAccount[], totalElements = data.length, currentPage = 0) => ({
  data,
  totalElements,
  totalPages: Math.ceil(totalElements / 25),
  currentPage,
});

export const wire = setupServer(
  http.post(api('/user/sub-accounts'), () => HttpResponse.json(pageOfAccounts([account(7), account(8)]))),
  http.get(api('/user/sub-account/:id'), () => HttpResponse.json({ username: 'joueur7', balance: 500 })),
);

/** Runs the wire around a file's tests. */
export function mockWire(): void {
  runWire(wire);
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
}
