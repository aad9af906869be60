import { addDays, platformDay } from '@palier/shared/dates';
import { formatDay } from '@palier/shared/french-dates';
import { currentPath, lost, renderRoutes } from '@palier/shared/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { dayClose, runMockServer, rowTexts, serve } from '../../testing/wire';

runMockServer();

const DAY_CLOSE = 'GET /reports/day-close';
const open = (query = '') => renderRoutes(routes, `/report/day-close${query}`);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const heading = (date: string) =>
  screen.findByRole('heading', { name: new RegExp(`^Clôture du ${formatDay(date).replace(/\s/g, '\\s')}$`) });

const serveDays = () =>
  serve(DAY_CLOSE, ({ url }) => {
    const date = new URL(url).searchParams.get('date');
    return dayClose(date === null ? {} : { date });
  });

describe('day close', () => {
  test('day close: the today of the server is read and shown from opening to close', async () => {
    const calls = serveDays();
    open();
    expect(await heading('2026-03-01')).toBeVisible();
    expect(calls.map(({ search }) => search)).toEqual(['']);
    expect(screen.getByLabelText('Date')).toHaveValue('2026-03-01');
    expect(rowTexts(screen.getByRole('table', { name: 'Relevé de la journée' }))).toEqual([
      "Solde d'ouverture1 000,00 TND",
      'Ajouté par le compte supérieur500,00',
      'Retiré aux sous-comptes100,50',
      'Total en plus+600,50',
      'Ajouté aux sous-comptes250,00',
      'Retiré par le compte supérieur40,00',
      'Total en moins−290,00',
      'Solde de clôture1 310,50 TND',
      'Mouvements6',
    ]);
    expect(rowTexts(screen.getByRole('table', { name: 'Par sous-compte' }))).toEqual([
      'NomAjoutéRetiréNetMouvements',
      'client200,00100,5099,503',
      'sami50,000,0050,001',
      'Total250,00100,50149,504',
    ]);
    expect(screen.getByText(/^Journée terminée, lue le 2\smars\s2026 à 08:00\.$/)).toBeVisible();
    expect(screen.getByText('Nom et signature')).toBeInTheDocument();
    expect(screen.getByRole('button', { current: true })).toHaveTextContent("Aujourd'hui");
  });

  test('day close: Afficher and the presets read their day, and the URL has it', async () => {
    const calls = serveDays();
    open('?date=2026-02-27');
    await heading('2026-02-27');
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-02-20' } });
    expect(calls).toHaveLength(1);
    await press('Afficher');
    expect(await heading('2026-02-20')).toBeVisible();
    expect(currentPath()).toBe('/report/day-close?date=2026-02-20');
    await press('Hier');
    await waitFor(() => expect(calls).toHaveLength(3));
    await press("Aujourd'hui");
    await waitFor(() => expect(calls).toHaveLength(4));
    expect(calls.map(({ search }) => search)).toEqual([
      '?date=2026-02-27',
      '?date=2026-02-20',
      `?date=${addDays(platformDay(), -1)}`,
      '',
    ]);
  });

  test('day close: today is read if the URL has an invalid date', async () => {
    const calls = serveDays();
    open('?date=bientot');
    await heading('2026-03-01');
    expect(calls.map(({ search }) => search)).toEqual(['']);
  });

  test('day close: a text says when the figures were read if the day is not over', async () => {
    serve(DAY_CLOSE, dayClose({ isOver: false }));
    open();
    expect(await screen.findByText(/^Journée en cours, chiffres du 2\smars\s2026 à 08:00\.$/)).toBeVisible();
  });

  test('day close: deposits that were taken back have a line of their own', async () => {
    serve(DAY_CLOSE, dayClose({ reversed: 30 }));
    open();
    await heading('2026-03-01');
    const lines = rowTexts(screen.getByRole('table', { name: 'Relevé de la journée' }));
    expect(lines.slice(2, 4)).toEqual(['Retiré aux sous-comptes100,50', 'dont ajouts annulés30,00']);
  });

  test('day close: a text says that no sub-account moved, and a row sums up the unlisted', async () => {
    serve(DAY_CLOSE, dayClose({ subAccounts: [] }));
    const { unmount } = open();
    expect(await screen.findByText("Aucun sous-compte n'a bougé ce jour-là.")).toBeVisible();
    unmount();
    serve(DAY_CLOSE, dayClose({ others: { count: 12, added: 30, withdrawn: 5, movementCount: 20 } }));
    open('?date=2026-03-01');
    const others = (await screen.findByText('12 autres sous-comptes')).closest('tr');
    expect(others).toHaveTextContent('12 autres sous-comptes30,005,0025,0020');
  });

  test('day close: Imprimer prints the page', async () => {
    window.print = jest.fn();
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Imprimer' }));
    expect(window.print).toHaveBeenCalledTimes(1);
  });

  test('day close: one that cannot be read offers no print', async () => {
    serve(DAY_CLOSE, lost);
    open();
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Imprimer' })).toBeNull();
  });
});
