import type { BalanceLine, DayClose, HistoryItem } from '@palier/shared/contracts';
import { runWire } from '@palier/shared/testing';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** The wire of the report screens, the only thing these tests replace. */
export const api = (path: string): string => `*/api/v1${path}`;

export const item = (id: number, overrides: Partial<HistoryItem> = {}): HistoryItem => ({
  id,
  date: '2026-03-01T10:20:30.456',
  targetUsername: `joueur${id}`,
  initiatorUsername: 'admin',
  initiatorTransactionType: 'DEPOSIT',
  amount: 10,
  balanceAfter: 1310.5,
  ...overrides,
});

export const pageOfItems = (
  data: HistoryItem[],
  totalElements = data.length,
  size = 25,
  currentPage = 0,
) => ({
  data,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
  currentPage,
});

export const day = (overrides: Partial<DayClose> = {}): DayClose => ({
  date: '2026-03-01',
  readAt: '2026-03-02T08:00:00.120',
  isOver: true,
  opening: 1000,
  received: 500,
  collected: 100.5,
  totalIn: 600.5,
  distributed: 250,
  returned: 40,
  totalOut: 290,
  closing: 1310.5,
  movementCount: 6,
  subAccounts: [
    { id: 4, username: 'client', added: 200, withdrawn: 100.5, movementCount: 3 },
    { id: 5, username: 'sami', added: 50, withdrawn: 0, movementCount: 1 },
  ],
  others: null,
  ...overrides,
});

export const balanceLine = (
  id: number,
  username: string,
  overrides: Partial<BalanceLine> = {},
): BalanceLine => ({
  id,
  username,
  own: 100,
  below: 850.5,
  total: 950.5,
  inPlay: -49.5,
  issued: 1000,
  withdrawn: 99,
  gap: 0,
  ...overrides,
});

export const wire = setupServer(
  http.get(api('/books/day-close'), () => HttpResponse.json(day())),
  http.get(api('/books/trial-balance'), () =>
    HttpResponse.json({
      readAt: '2026-03-02T08:00:00.120',
      whole: balanceLine(2, 'superadmin'),
      subAccounts: [balanceLine(3, 'admin'), balanceLine(6, 'admin-sfax')],
    }),
  ),
  http.get(api('/transactions/report'), () =>
    HttpResponse.json({ totalIn: 1234.5, totalOut: 200, totalNet: 1034.5 }),
  ),
  http.get(api('/transactions/report/days'), ({ request }) => {
    const date = new URL(request.url).searchParams.get('from');
    return HttpResponse.json({ days: [{ date, totalIn: 1234.5, totalOut: 200, totalNet: 1034.5 }] });
  }),
  http.get(api('/transactions/history/incoming'), () => HttpResponse.json(pageOfItems([item(1)], 1, 10))),
  http.get(api('/transactions/history/outgoing'), () => HttpResponse.json(pageOfItems([item(1)]))),
);

/** Runs the wire around a file's tests. */
export function mockWire(): void {
  runWire(wire);
  beforeEach(() => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
}
