import { toDateInput } from '@palier/shared/dates';
import { held, renderRoutes, renderWithMenu, signInForTest } from '@palier/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { routes } from '../../routes';
import { api, mockWire, wire } from '../../testing/wire';

mockWire();

const REPORT = api('/transactions/report');

function recordReports(): string[] {
  const asked: string[] = [];
  wire.use(
    http.get(REPORT, ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(`${query.get('from')} ${query.get('to')}`);
      return HttpResponse.json({ totalIn: 1234.5, totalOut: 200, totalNet: 1034.5 });
    }),
  );
  return asked;
}

/** The one row of the report; the days below show the same amounts. */
const reportRow = async () =>
  within(await screen.findByRole('table', { name: 'Rapport' })).findByText(/1.234,50/);

describe('report', () => {
  beforeEach(() => void signInForTest());

  test('When it opens, then both dates are today and one row shows De, À, In, Out, Net', async () => {
    const asked = recordReports();
    renderRoutes(routes, '/report');
    const now = toDateInput(new Date());
    expect(screen.getByLabelText('De')).toHaveValue(now);
    expect(screen.getByLabelText('À')).toHaveValue(now);
    expect(await reportRow()).toBeVisible();
    expect(
      screen
        .getAllByRole('columnheader')
        .slice(0, 5)
        .map((head) => head.textContent),
    ).toEqual(['De', 'À', 'In', 'Out', 'Net']);
    expect(within(screen.getByRole('table', { name: 'Rapport' })).getAllByRole('row')).toHaveLength(2);
    expect(asked).toEqual([`${now}T00:00:00 ${now}T23:59:59.999`]);
  });

  test('When the report is on its way, then its row stands there with its dates, so that nothing below moves when the figures come', async () => {
    const answer = held();
    wire.use(
      http.get(REPORT, async () => {
        await answer.isDue;
        return HttpResponse.json({ totalIn: 1234.5, totalOut: 200, totalNet: 1034.5 });
      }),
    );
    renderRoutes(routes, '/report?from=2026-03-01&to=2026-03-05');
    const table = screen.getByRole('table', { name: 'Rapport' });
    const row = (): HTMLElement | undefined => within(table).getAllByRole('row')[1];
    expect(row()).toHaveTextContent('2026-03-01 00:00:002026-03-05 23:59:59———');
    expect(screen.getByText('Chargement...')).toHaveAttribute('role', 'status');
    answer.release();
    await reportRow();
    expect(row()).toHaveTextContent(/23:59:591.234,50200,001.034,50$/);
  });

  test('When the dates change, then only Afficher asks again', async () => {
    const asked = recordReports();
    renderRoutes(routes, '/report');
    await reportRow();
    fireEvent.change(screen.getByLabelText('De'), { target: { value: '2026-03-01' } });
    fireEvent.change(screen.getByLabelText('À'), { target: { value: '2026-03-05' } });
    expect(asked).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Afficher' }));
    await waitFor(() => expect(asked[1]).toBe('2026-03-01T00:00:00 2026-03-05T23:59:59.999'));
    expect(await screen.findByText('2026-03-05 23:59:59')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Afficher' }));
    await waitFor(() => expect(asked).toHaveLength(3));
    fireEvent.change(screen.getByLabelText('À'), { target: { value: '2026-03-06' } });
    await userEvent.click(screen.getByRole('button', { name: 'Afficher' }));
    await waitFor(() => expect(asked[3]).toBe('2026-03-01T00:00:00 2026-03-06T23:59:59.999'));
  });

  test('When the period would end before it begins, then Afficher asks for none', async () => {
    const asked = recordReports();
    renderRoutes(routes, '/report');
    await reportRow();
    fireEvent.change(screen.getByLabelText('De'), { target: { value: '2026-03-05' } });
    fireEvent.change(screen.getByLabelText('À'), { target: { value: '2026-03-01' } });
    await userEvent.click(screen.getByRole('button', { name: 'Afficher' }));
    await waitFor(() => expect(screen.getByLabelText('À')).toBeInvalid());
    expect(asked).toHaveLength(1);
  });

  test('When a preset is pressed, then its report shows at once and the address holds it', async () => {
    const asked = recordReports();
    renderRoutes(routes, '/report?page=2&from=2026-03-01&to=2026-03-05');
    expect(screen.getByLabelText('De')).toHaveValue('2026-03-01');
    expect(screen.queryByRole('button', { current: true })).toBeNull();
    await waitFor(() => expect(asked).toEqual(['2026-03-01T00:00:00 2026-03-05T23:59:59.999']));
    await userEvent.click(screen.getByRole('button', { name: "Aujourd'hui" }));
    const now = toDateInput(new Date());
    await waitFor(() => expect(asked[1]).toBe(`${now}T00:00:00 ${now}T23:59:59.999`));
    expect(screen.getByRole('status', { name: 'location' })).toHaveTextContent(
      `/report?page=2&from=${now}&to=${now}`,
    );
    expect(screen.getByLabelText('À')).toHaveValue(now);
  });

  test('When the report is of a preset, then that preset is marked, also while other dates are chosen', async () => {
    renderRoutes(routes, '/report');
    await reportRow();
    fireEvent.change(screen.getByLabelText('De'), { target: { value: '2026-03-01' } });
    expect(screen.getByRole('button', { name: "Aujourd'hui" })).toHaveAttribute('aria-current', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Hier' }));
    expect(screen.getAllByRole('button', { current: true }).map((button) => button.textContent)).toEqual([
      'Hier',
    ]);
  });

  test('When the address holds no real period, then the report is of today', async () => {
    const asked = recordReports();
    renderRoutes(routes, '/report?from=2026-03-01&to=bientot');
    const now = toDateInput(new Date());
    await waitFor(() => expect(asked).toEqual([`${now}T00:00:00 ${now}T23:59:59.999`]));
  });

  test('When the link to the report that is shown is followed, then it is read again', async () => {
    const asked = recordReports();
    renderWithMenu(routes, '/report');
    await reportRow();
    await userEvent.click(screen.getByRole('link', { name: 'Menu' }));
    await waitFor(() => expect(asked).toHaveLength(2));
  });

  test('When it fails, then the red box says so; asked again with success, then it goes', async () => {
    wire.use(http.get(REPORT, () => new HttpResponse(null, { status: 500 }), { once: true }));
    renderRoutes(routes, '/report');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch report data');
    expect(screen.getByRole('alert').closest('[lang]')).toHaveAttribute('lang', 'en');
    await userEvent.click(screen.getByRole('button', { name: 'Afficher' }));
    expect(await reportRow()).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
