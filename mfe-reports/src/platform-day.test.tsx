import { formatDay } from '@palier/shared/french-dates';
import { currentPath, renderRoutes } from '@palier/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, type JsonBodyType } from 'msw';
import { routes } from './routes';
import {
  dayClose,
  item,
  runMockServer,
  networkReport,
  pageOfItems,
  recordDownloads,
  serve,
} from './testing/wire';

runMockServer();

const TODAY = '2031-03-01';
const YESTERDAY = '2031-02-28';
/** In a title, a date may be on two lines. */
const titleOf = (day: string): string => `Clôture du ${formatDay(day)}`.replaceAll('\u00a0', ' ');
const TOTALS = { totalIn: 1234.5, totalOut: 200, totalNet: 1034.5 };

/** An answer of a server whose day is years ahead of this device's. */
const answered = (body: JsonBodyType): Response =>
  HttpResponse.json(body, { headers: { 'X-Platform-Day': `${TODAY};ends-in=3600` } });

beforeEach(() => {
  serve('GET /transactions/report', answered(TOTALS));
  serve('GET /transactions/history/outgoing', () => answered(pageOfItems([item(1)])));
  serve('GET /transactions/history/incoming', () => answered(pageOfItems([item(1)], 1, 10)));
  serve('GET /reports/day-close', ({ url }) =>
    answered(dayClose({ date: new URL(url).searchParams.get('date') ?? TODAY })),
  );
  serve('GET /transactions/report/network', () => answered(networkReport));
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const marked = () => screen.getAllByRole('button', { current: true }).map((button) => button.textContent);
const hasPeriod = async (from: string, to: string): Promise<void> => {
  await waitFor(() => expect(screen.getByLabelText('De')).toHaveValue(from));
  expect(screen.getByLabelText('À')).toHaveValue(to);
};

describe('device with another day than the platform', () => {
  test.each([
    ['/report', TODAY, "Aujourd'hui"],
    ['/transaction', TODAY, "Aujourd'hui"],
  ])('platform day: %s opens with the days of the platform from %s', async (path, from, preset) => {
    renderRoutes(routes, path);
    await hasPeriod(from, TODAY);
    expect(marked()).toContain(preset);
    await press('Hier');
    await hasPeriod(YESTERDAY, YESTERDAY);
    await press('Ce mois');
    await hasPeriod(TODAY, TODAY);
  });

  test('platform day: the network opens with its week, from Monday to Sunday', async () => {
    const calls = serve('GET /transactions/report/network', () => answered(networkReport));
    renderRoutes(routes, '/report/network');
    await waitFor(() =>
      expect(calls.map(({ search }) => search)).toContain('?from=2031-02-24&to=2031-03-02'),
    );
    expect(await screen.findByRole('button', { name: /^Cette semaine/ })).toBeVisible();
  });

  test('platform day: the figures of the report are those of the platform day', async () => {
    const calls = serve('GET /transactions/report', () => answered(TOTALS));
    renderRoutes(routes, '/report');
    await hasPeriod(TODAY, TODAY);
    expect(await within(screen.getByRole('table', { name: 'Rapport' })).findByText(/1.234,50/)).toBeVisible();
    expect(decodeURIComponent(calls.at(-1)?.search ?? '')).toBe(
      `?from=${TODAY}T00:00:00&to=${TODAY}T23:59:59.999`,
    );
  });

  test('platform day: Hier of the history lists the day before it', async () => {
    renderRoutes(routes, '/history');
    await screen.findByText('joueur1');
    await press('Hier');
    await waitFor(() => expect(currentPath()).toBe(`/history?du=${YESTERDAY}&au=${YESTERDAY}`));
    expect(screen.getByRole('button', { name: 'Retirer le filtre Hier' })).toBeVisible();
  });

  test('platform day: Hier of the day close reads the day before it', async () => {
    renderRoutes(routes, '/report/day-close');
    await screen.findByRole('heading', { name: titleOf(TODAY) });
    await press('Hier');
    await screen.findByRole('heading', { name: titleOf(YESTERDAY) });
    expect(marked()).toEqual(['Hier']);
  });

  test.each([
    ['/history', `historique-${TODAY}.csv`],
    ['/transaction', `transactions-${TODAY}.csv`],
  ])('platform day: the file that %s exports has it in its name', async (path, name) => {
    const files = recordDownloads();
    renderRoutes(routes, path);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Exporter en CSV' })).toBeEnabled());
    await press('Exporter en CSV');
    await waitFor(() => expect([...files.keys()]).toEqual([name]));
  });
});
