import type {
  BalanceLine,
  DayClose,
  HistoryItem,
  NetworkFigures,
  NetworkReport,
} from '@palier/shared/contracts';
import { createServe, runWire, signInForTest } from '@palier/shared/testing';
import { within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

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

export const dayClose = (overrides: Partial<DayClose> = {}): DayClose => ({
  date: '2026-03-01',
  readAt: '2026-03-02T08:00:00.120',
  isOver: true,
  opening: 1000,
  received: 500,
  collected: 100.5,
  reversed: 0,
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

export const networkFigures: NetworkFigures = {
  received: 500,
  returned: 100,
  settlement: 400,
  deposits: 350,
  withdrawals: 120,
  net: 230,
  stakes: 900.5,
  wins: 840.25,
  grossGamingRevenue: 60.25,
  jackpotPrizes: 0,
  activePlayers: 12,
};
const scaled = (factor: number): NetworkFigures =>
  Object.fromEntries(
    Object.entries(networkFigures).map(([field, value]) => [field, value * factor]),
  ) as NetworkFigures;

export const networkReport: NetworkReport = {
  from: '2026-02-24',
  to: '2026-03-02',
  readAt: '2026-03-02T08:00:00.120',
  path: [{ id: 1, username: 'capo', roleName: 'ROLE_CAPO' }],
  whole: { ...scaled(2), activePlayers: 1_258 },
  subAccounts: [
    {
      id: 2,
      username: 'superadmin',
      roleName: 'ROLE_SUPER_ADMIN',
      ...networkFigures,
      answers: 8,
      averageWaitS: 725,
    },
    {
      id: 6,
      username: 'superadmin-sud',
      roleName: 'ROLE_SUPER_ADMIN',
      ...networkFigures,
      answers: 0,
      averageWaitS: null,
    },
  ],
  others: { count: 3, ...scaled(0), activePlayers: 1_234 },
};

const server = setupServer(
  http.get('*/api/v1/transactions/report/network', ({ request }) => {
    const of = new URL(request.url).searchParams.get('of');
    const path = [...networkReport.path];
    if (of === '2') path.push({ id: 2, username: 'superadmin', roleName: 'ROLE_SUPER_ADMIN' });
    return HttpResponse.json({ ...networkReport, path });
  }),
  http.get('*/api/v1/reports/day-close', () => HttpResponse.json(dayClose())),
  http.get('*/api/v1/reports/trial-balance', () =>
    HttpResponse.json({
      readAt: '2026-03-02T08:00:00.120',
      whole: balanceLine(2, 'superadmin'),
      subAccounts: [balanceLine(3, 'admin'), balanceLine(6, 'admin-sfax')],
    }),
  ),
  http.get('*/api/v1/transactions/report', () =>
    HttpResponse.json({ totalIn: 1234.5, totalOut: 200, totalNet: 1034.5 }),
  ),
  http.get('*/api/v1/transactions/report/days', ({ request }) => {
    const date = new URL(request.url).searchParams.get('from');
    return HttpResponse.json({ days: [{ date, totalIn: 1234.5, totalOut: 200, totalNet: 1034.5 }] });
  }),
  http.get('*/api/v1/transactions/history/incoming', () => HttpResponse.json(pageOfItems([item(1)], 1, 10))),
  http.get('*/api/v1/transactions/history/outgoing', () => HttpResponse.json(pageOfItems([item(1)]))),
);

export const serve = createServe(server);

/** Runs the mocked server around a file's tests, with an admin signed in. */
export function runMockServer(): void {
  runWire(server);
  beforeEach(() => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    signInForTest();
  });
}

/** Replaces the browser's download. Returns the promise of each file's text by file name. */
export function recordDownloads(): Map<string, Promise<string>> {
  const files = new Map<string, Promise<string>>();
  let last: Blob;
  URL.createObjectURL = (blob) => {
    last = blob as Blob;
    return 'blob:made';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    // `Blob.text` drops the byte order mark.
    const text = last.arrayBuffer().then((bytes) => Buffer.from(bytes).toString('utf8'));
    files.set(this.download, text);
  });
  return files;
}

/** The text of each row, with plain spaces. */
export const rowTexts = (table: HTMLElement): string[] =>
  within(table)
    .getAllByRole('row')
    .map((row) => row.textContent.replace(/\s/g, ' '));

/** jsdom has no modal dialogs. */
export function mockDialogs(): void {
  beforeAll(() => {
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    };
  });
}
