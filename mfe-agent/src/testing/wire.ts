import type { SubAccount } from '@palier/shared/contracts';
import { createServe, runWire, signInForTest } from '@palier/shared/testing';
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

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

const server = setupServer(
  http.post('*/api/v1/user/sub-accounts', () => HttpResponse.json(pageOfAccounts([account(7), account(8)]))),
  http.get('*/api/v1/transactions/report', () => HttpResponse.json({ totalIn: 0, totalOut: 0, totalNet: 0 })),
  http.get('*/api/v1/user/float', () => HttpResponse.json({ endsAt: null, missing: null })),
  http.get('*/api/v1/user/sub-account/:id', () => HttpResponse.json({ username: 'joueur7', balance: 500 })),
  http.get('*/api/v1/transactions/history/outgoing', () =>
    HttpResponse.json({ data: [], totalElements: 0, totalPages: 0, currentPage: 0 }),
  ),
);
export const serve = createServe(server);

/** Runs the mocked server around a file's tests, with an admin signed in. */
export function runMockServer(): void {
  runWire(server);
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    signInForTest();
    // The page is never idle, so no socket is opened.
    window.requestIdleCallback = () => 1;
  });
}

/** The row of the sub-account list that shows `username`. */
export const rowOf = async (username: string): Promise<HTMLElement> =>
  (await screen.findByText(username)).closest('tr')!;
