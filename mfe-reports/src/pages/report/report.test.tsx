import { platformDay } from '@palier/shared/dates';
import { currentPath, createHold, refused, renderRoutes, renderWithMenu } from '@palier/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { runMockServer, serve } from '../../testing/wire';

runMockServer();

const REPORT = 'GET /transactions/report';
const TOTALS = { totalIn: 1234.5, totalOut: 200, totalNet: 1034.5 };
const now = platformDay();

const queryOf = (from: string, to: string): string => `?from=${from}T00:00:00&to=${to}T23:59:59.999`;
const open = (query = '') => renderRoutes(routes, `/report${query}`);
const table = () => screen.findByRole('table', { name: 'Rapport' });
/** The figures of the report. The days below show the same amounts. */
const totals = async () => within(await table()).findByText(/1.234,50/);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const choose = (label: 'De' | 'À', value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('report', () => {
  let calls: ReturnType<typeof serve>;
  const searches = () => calls.map(({ search }) => decodeURIComponent(search));
  beforeEach(() => {
    calls = serve(REPORT, TOTALS);
  });

  test('report: both dates are today, and one row shows De, À, In, Out, Net', async () => {
    open();
    expect(screen.getByLabelText('De')).toHaveValue(now);
    expect(screen.getByLabelText('À')).toHaveValue(now);
    expect(await totals()).toBeVisible();
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads.slice(0, 5)).toEqual(['De', 'À', 'In', 'Out', 'Net']);
    expect(within(await table()).getAllByRole('row')).toHaveLength(2);
    expect(searches()).toEqual([queryOf(now, now)]);
  });

  test('report: its row shows its dates while it loads, so that nothing below moves', async () => {
    const answer = createHold();
    serve(REPORT, () => answer.released.then(() => TOTALS));
    open('?from=2026-03-01&to=2026-03-05');
    const [, row] = within(await table()).getAllByRole('row');
    expect(row).toHaveTextContent('2026-03-01 00:00:002026-03-05 23:59:59———');
    expect(screen.getByText('Chargement...')).toHaveAttribute('role', 'status');
    answer.release();
    await totals();
    expect(row).toHaveTextContent(/23:59:591.234,50200,001.034,50$/);
  });

  test('report: only Afficher reads the report again after its dates change', async () => {
    open();
    await totals();
    choose('De', '2026-03-01');
    choose('À', '2026-03-05');
    expect(calls).toHaveLength(1);
    await press('Afficher');
    expect(await screen.findByText('2026-03-05 23:59:59')).toBeVisible();
    await press('Afficher');
    await waitFor(() => expect(calls).toHaveLength(3));
    choose('À', '2026-03-06');
    await press('Afficher');
    await waitFor(() => expect(calls).toHaveLength(4));
    const [, second, third, fourth] = searches();
    expect([second, third]).toEqual(Array(2).fill(queryOf('2026-03-01', '2026-03-05')));
    expect(fourth).toBe(queryOf('2026-03-01', '2026-03-06'));
  });

  test('report: Afficher does not read a period that ends before it starts', async () => {
    open();
    await totals();
    choose('De', '2026-03-05');
    choose('À', '2026-03-01');
    await press('Afficher');
    await waitFor(() => expect(screen.getByLabelText('À')).toBeInvalid());
    expect(calls).toHaveLength(1);
  });

  test('report: a preset shows its report, and the URL has its dates and other parameters', async () => {
    open('?page=2&from=2026-03-01&to=2026-03-05');
    expect(screen.getByLabelText('De')).toHaveValue('2026-03-01');
    expect(screen.queryByRole('button', { current: true })).toBeNull();
    await totals();
    await press("Aujourd'hui");
    await waitFor(() => expect(searches()).toEqual([queryOf('2026-03-01', '2026-03-05'), queryOf(now, now)]));
    expect(currentPath()).toBe(`/report?page=2&from=${now}&to=${now}`);
    expect(screen.getByLabelText('À')).toHaveValue(now);
  });

  test('report: the preset of the shown report is marked, also while other dates are chosen', async () => {
    open();
    await totals();
    choose('De', '2026-03-01');
    const marked = () => screen.getAllByRole('button', { current: true }).map((button) => button.textContent);
    expect(marked()).toEqual(["Aujourd'hui"]);
    await press('Hier');
    expect(marked()).toEqual(['Hier']);
  });

  test('report: following its menu link again reads it again', async () => {
    renderWithMenu(routes, '/report');
    await totals();
    await userEvent.click(screen.getByRole('link', { name: 'Menu' }));
    await waitFor(() => expect(calls).toHaveLength(2));
  });

  test('report: the red box says in English that it failed until the next read succeeds', async () => {
    serve(REPORT, () => refused(500), { once: true });
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch report data');
    expect(screen.getByRole('alert').closest('[lang]')).toHaveAttribute('lang', 'en');
    await press('Afficher');
    expect(await totals()).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
