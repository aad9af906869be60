import { refused, renderRoutes } from '@palier/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { runMockServer, recordDownloads, rowTexts, serve } from '../../testing/wire';
import { isTooLongForDays } from './report.rules';

runMockServer();

const DAYS_CALL = 'GET /transactions/report/days';
const days = [
  { date: '2026-03-01', totalIn: 1000, totalOut: 0, totalNet: 1000 },
  { date: '2026-03-02', totalIn: 234.5, totalOut: 200, totalNet: 34.5 },
];
const open = () => renderRoutes(routes, '/report?from=2026-03-01&to=2026-03-02');

describe('daily report', () => {
  test('daily report: the days of the report show in a chart and in a table', async () => {
    const calls = serve(DAYS_CALL, { days });
    open();
    const name = /In, Out et Net par jour, du 1er au 2\smars\s2026/;
    expect(await screen.findByRole('img', { name })).toBeVisible();
    expect(calls.map(({ search }) => search)).toEqual(['?from=2026-03-01&to=2026-03-02']);
    await userEvent.click(screen.getByText('Chiffres par jour'));
    expect(rowTexts(screen.getByRole('table', { name: 'In, Out et Net par jour' }))).toEqual([
      'DateInOutNet',
      '2026-03-011 000,000,001 000,00',
      '2026-03-02234,50200,0034,50',
    ]);
  });

  test('daily report: the exported file contains the days and the total', async () => {
    serve(DAYS_CALL, { days });
    const files = recordDownloads();
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Exporter en CSV' }));
    expect(await screen.findByText('Export terminé : 3 lignes.')).toBeVisible();
    expect(await files.get('rapport-2026-03-01-2026-03-02.csv')).toBe(
      '\uFEFFDate;In;Out;Net\r\n2026-03-01;1000,00;0,00;1000,00\r\n2026-03-02;234,50;200,00;34,50\r\n' +
        'Total;1234,50;200,00;1034,50\r\n',
    );
  });

  test.each([
    [404, 0],
    [500, 1],
  ])('daily report: the report shows if its days answer %d, with %d Réessayer', async (status, count) => {
    serve(DAYS_CALL, () => refused(status, {}));
    open();
    expect(await screen.findByText(/1.234,50/)).toBeVisible();
    await waitFor(() => expect(console.warn).toHaveBeenCalled());
    await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Réessayer' })).toHaveLength(count));
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('daily report: the days of a period longer than 366 days are not read', async () => {
    expect(isTooLongForDays({ from: '2028-01-01', to: '2028-12-31' })).toBe(false);
    expect(isTooLongForDays({ from: '2028-01-01', to: '2029-01-01' })).toBe(true);
    renderRoutes(routes, '/report?from=2024-01-01&to=2026-03-02');
    expect(await screen.findByText('Le détail par jour couvre 366 jours au plus.')).toBeVisible();
  });

  test('daily report: the report on the transactions screen has no days', async () => {
    renderRoutes(routes, '/transaction');
    expect(await screen.findByText(/1.234,50/)).toBeVisible();
    expect(screen.queryByRole('img')).toBeNull();
  });
});
