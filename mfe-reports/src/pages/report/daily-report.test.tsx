import { renderRoutes, signInForTest } from '@palier/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { routes } from '../../routes';
import { api, mockWire, wire } from '../../testing/wire';

mockWire();

const DAYS = api('/transactions/report/days');
const days = [
  { date: '2026-03-01', totalIn: 1000, totalOut: 0, totalNet: 1000 },
  { date: '2026-03-02', totalIn: 234.5, totalOut: 200, totalNet: 34.5 },
];
const open = () => renderRoutes(routes, '/report?from=2026-03-01&to=2026-03-02');

describe('daily report', () => {
  beforeEach(() => void signInForTest());

  test('When the report shows, then its days stand in a chart and, the same, in a table', async () => {
    let query = '';
    wire.use(
      http.get(DAYS, ({ request }) => {
        query = new URL(request.url).search;
        return HttpResponse.json({ days });
      }),
    );
    open();
    const chart = await screen.findByRole('img', {
      name: /In, Out et Net par jour, du 2026-03-01 au 2026-03-02/,
    });
    expect(chart).toBeVisible();
    expect(query).toBe('?from=2026-03-01&to=2026-03-02');
    await userEvent.click(screen.getByText('Chiffres par jour'));
    const rows = within(screen.getByRole('table', { name: 'In, Out et Net par jour' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent.replace(/\s/g, ' '))).toEqual([
      'DateInOutNet',
      '2026-03-011 000,000,001 000,00',
      '2026-03-02234,50200,0034,50',
    ]);
  });

  test('When Exporter is pressed, then the file holds the days and the total', async () => {
    wire.use(http.get(DAYS, () => HttpResponse.json({ days })));
    const files: Blob[] = [];
    URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
    URL.revokeObjectURL = () => undefined;
    const names: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Exporter (CSV)' }));
    expect(names).toEqual(['rapport-2026-03-01-2026-03-02.csv']);
    const bytes = await files[0]!.arrayBuffer();
    expect(Buffer.from(bytes).toString('utf8')).toBe(
      '\uFEFFDate;In;Out;Net\r\n2026-03-01;1000,00;0,00;1000,00\r\n2026-03-02;234,50;200,00;34,50\r\nTotal;1234,50;200,00;1034,50\r\n',
    );
  });

  test.each([404, 500])('When the days answer %d, then the report stands alone', async (status) => {
    wire.use(http.get(DAYS, () => HttpResponse.json({}, { status })));
    open();
    expect(await screen.findByText(/1.234,50/)).toBeVisible();
    await waitFor(() => expect(console.warn).toHaveBeenCalled());
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('When the period is longer than a year, then the days are not asked for', async () => {
    renderRoutes(routes, '/report?from=2024-01-01&to=2026-03-02');
    expect(await screen.findByText('Le détail par jour couvre 366 jours au plus.')).toBeVisible();
  });

  test('When the report stands on the transactions screen, then it has no days', async () => {
    renderRoutes(routes, '/transaction');
    expect(await screen.findByText(/1.234,50/)).toBeVisible();
    expect(screen.queryByRole('img')).toBeNull();
  });
});
