import type { HistoryItem } from '@palier/shared/contracts';
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

export const wire = setupServer(
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

/** Starts and stops the wire around a file's tests; what it did not expect fails the test. */
export function mockWire(): void {
  beforeAll(() => wire.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => wire.resetHandlers());
  afterAll(() => wire.close());
}
