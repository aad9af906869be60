import { toDateInput } from '@palier/shared/dates';
import { renderRoutes, signInForTest } from '@palier/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { routes } from '../../routes';
import { api, day, mockWire, wire } from '../../testing/wire';

mockWire();

/** The first screen of a file is compiled and read while others are. */
const PATIENT = { timeout: 5_000 };
const DAY_CLOSE = api('/books/day-close');

function recordDays(): (string | null)[] {
  const asked: (string | null)[] = [];
  wire.use(
    http.get(DAY_CLOSE, ({ request }) => {
      const date = new URL(request.url).searchParams.get('date');
      asked.push(date);
      return HttpResponse.json(day(date === null ? {} : { date }));
    }),
  );
  return asked;
}

const textsOf = (table: HTMLElement): string[] =>
  within(table)
    .getAllByRole('row')
    .map((row) => row.textContent.replace(/\s/g, ' '));

// Compiled here rather than inside the first test's time.
beforeAll(() => import('./day-close.page'));

describe('day close', () => {
  beforeEach(() => void signInForTest());

  test('When it opens, then today is asked of the server and the day reads from opening to close', async () => {
    const asked = recordDays();
    renderRoutes(routes, '/report/day-close');
    expect(await screen.findByRole('heading', { name: 'Clôture du 2026-03-01' }, PATIENT)).toBeVisible();
    expect(asked).toEqual([null]);
    expect(screen.getByLabelText('Date')).toHaveValue('2026-03-01');
    expect(textsOf(screen.getByRole('table', { name: 'Relevé de la journée' }))).toEqual([
      "Solde d'ouverture1 000,00 TND",
      'Reçu du compte supérieur500,00',
      'Retiré aux sous-comptes100,50',
      'Entrées+600,50',
      'Ajouté aux sous-comptes250,00',
      'Repris par le compte supérieur40,00',
      'Sorties−290,00',
      'Solde de clôture1 310,50 TND',
      'Mouvements6',
    ]);
    expect(textsOf(screen.getByRole('table', { name: 'Par sous-compte' }))).toEqual([
      'NomAjoutéRetiréNetMouvements',
      'client200,00100,5099,503',
      'sami50,000,0050,001',
      'Total250,00100,50149,504',
    ]);
    expect(screen.getByText('Journée terminée, lue le 2026-03-02 08:00:00.')).toBeVisible();
    expect(screen.getByText('Nom et signature')).toBeInTheDocument();
    expect(screen.getByRole('button', { current: true })).toHaveTextContent("Aujourd'hui");
  });

  test('When a date is chosen, then Afficher asks for it and the address holds it', async () => {
    const asked = recordDays();
    renderRoutes(routes, '/report/day-close?date=2026-02-27');
    await screen.findByRole('heading', { name: 'Clôture du 2026-02-27' });
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-02-20' } });
    expect(asked).toEqual(['2026-02-27']);
    await userEvent.click(screen.getByRole('button', { name: 'Afficher' }));
    expect(await screen.findByRole('heading', { name: 'Clôture du 2026-02-20' })).toBeVisible();
    expect(screen.getByRole('status', { name: 'location' })).toHaveTextContent(
      '/report/day-close?date=2026-02-20',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Hier' }));
    const yesterday = new Date();
    yesterday.setDate(yesterday.getDate() - 1);
    await waitFor(() => expect(asked.at(-1)).toBe(toDateInput(yesterday)));
    await userEvent.click(screen.getByRole('button', { name: "Aujourd'hui" }));
    await waitFor(() => expect(asked.at(-1)).toBeNull());
    expect(asked).toHaveLength(4);
  });

  test('When the address holds no real date, then the day is today', async () => {
    const asked = recordDays();
    renderRoutes(routes, '/report/day-close?date=bientot');
    await screen.findByRole('heading', { name: 'Clôture du 2026-03-01' });
    expect(asked).toEqual([null]);
  });

  test('When the day goes on, then it says up to when the figures are', async () => {
    wire.use(http.get(DAY_CLOSE, () => HttpResponse.json(day({ isOver: false }))));
    renderRoutes(routes, '/report/day-close');
    expect(await screen.findByText('Journée en cours, chiffres au 2026-03-02 08:00:00.')).toBeVisible();
  });

  test('When nobody moved, then it says so; when more moved than are told, then the others have a line', async () => {
    wire.use(http.get(DAY_CLOSE, () => HttpResponse.json(day({ subAccounts: [] })), { once: true }));
    const { unmount } = renderRoutes(routes, '/report/day-close');
    expect(await screen.findByText("Aucun sous-compte n'a bougé ce jour-là.")).toBeVisible();
    unmount();
    const others = { count: 12, added: 30, withdrawn: 5, movementCount: 20 };
    wire.use(http.get(DAY_CLOSE, () => HttpResponse.json(day({ others }))));
    renderRoutes(routes, '/report/day-close?date=2026-03-01');
    expect((await screen.findByText('12 autres sous-comptes')).closest('tr')).toHaveTextContent(
      '12 autres sous-comptes30,005,0025,0020',
    );
  });

  test('When the server refuses, then its sentence shows; asked again with success, then it goes', async () => {
    wire.use(
      http.get(
        DAY_CLOSE,
        () =>
          HttpResponse.json({ errors: ['La date est invalide.'], code: 'invalid-input' }, { status: 400 }),
        { once: true },
      ),
    );
    renderRoutes(routes, '/report/day-close?date=1850-01-01');
    expect(await screen.findByRole('alert')).toHaveTextContent('La date est invalide.');
    expect(screen.queryByRole('table')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Afficher' }));
    expect(await screen.findByText('Solde de clôture')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('When the call is lost, then the screen says it in its own words', async () => {
    wire.use(http.get(DAY_CLOSE, () => HttpResponse.error()));
    renderRoutes(routes, '/report/day-close');
    expect(await screen.findByRole('alert')).toHaveTextContent("La clôture n'a pas pu être lue.");
  });

  test('When Imprimer is pressed, then the page is printed', async () => {
    window.print = jest.fn();
    renderRoutes(routes, '/report/day-close');
    await userEvent.click(await screen.findByRole('button', { name: 'Imprimer' }));
    expect(window.print).toHaveBeenCalledTimes(1);
  });
});
