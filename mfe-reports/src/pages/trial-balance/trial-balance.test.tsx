import { renderRoutes, signInForTest } from '@palier/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { routes } from '../../routes';
import { api, balanceLine, mockWire, wire } from '../../testing/wire';

mockWire();

/** The first screen of a file is compiled and read while others are. */
const PATIENT = { timeout: 5_000 };
const TRIAL_BALANCE = api('/books/trial-balance');
const open = () => renderRoutes(routes, '/report/trial-balance');

// Compiled here rather than inside the first test's time.
beforeAll(() => import('./trial-balance.page'));

describe('trial balance', () => {
  beforeEach(() => void signInForTest({ id: 2, username: 'superadmin', roleName: 'ROLE_SUPER_ADMIN' }));

  test('When it opens, then each child and the whole stand in a table, and the equality in figures', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'Balance de vérification' }, PATIENT);
    const rows = within(table).getAllByRole('row');
    expect(rows.map((row) => row.textContent.replace(/\s/g, ' '))).toEqual([
      'NomSolde propreSous-comptesTotalEn jeuÉmisRetiréContrôle',
      'admin100,00850,50950,50-49,501 000,0099,00Équilibrée',
      'admin-sfax100,00850,50950,50-49,501 000,0099,00Équilibrée',
      'superadmin (ensemble)100,00850,50950,50-49,501 000,0099,00Équilibrée',
    ]);
    const equality = screen.getByRole('region', { name: "L'égalité des comptes" });
    expect(equality.textContent.replace(/\s+/g, ' ')).toBe(
      'Sous-comptes850,50+ plus Solde propre100,00+ plus En jeu-49,50= égale Émis1 000,00− moins Retiré99,00Équilibrée',
    );
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('Comptée le 2026-03-02 08:00:00.')).toBeVisible();
  });

  test('When the books are wrong, then the line and the whole show the gap, and a sentence says what to do', async () => {
    wire.use(
      http.get(TRIAL_BALANCE, () =>
        HttpResponse.json({
          readAt: '2026-03-02T08:00:00.120',
          whole: balanceLine(2, 'superadmin', { gap: -0.000001 }),
          subAccounts: [balanceLine(3, 'admin', { gap: -0.000001 }), balanceLine(6, 'admin-sfax')],
        }),
      ),
    );
    open();
    expect((await screen.findByText('admin')).closest('tr')).toHaveTextContent('Écart -0,000001');
    expect(screen.getByText('admin-sfax').closest('tr')).toHaveTextContent('Équilibrée');
    expect(screen.getByRole('region', { name: "L'égalité des comptes" })).toHaveTextContent('diffère de');
    expect(screen.getByRole('alert')).toHaveTextContent('Les comptes ne sont pas équilibrés');
  });

  test('When it is on its way, then no button stands where the table will push it down', async () => {
    wire.use(http.get(TRIAL_BALANCE, () => new Promise<never>(() => undefined)));
    open();
    expect(await screen.findByText('Chargement...')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Actualiser' })).toBeNull();
  });

  test('When it fails, then a sentence says so; Actualiser with success shows the balance', async () => {
    wire.use(http.get(TRIAL_BALANCE, () => HttpResponse.error(), { once: true }));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent("La balance n'a pas pu être lue.");
    await userEvent.click(screen.getByRole('button', { name: 'Actualiser' }));
    expect(await screen.findByText('superadmin (ensemble)')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the way from the report', () => {
  test.each([
    ['ROLE_CAPO', ['Clôture du jour', 'Balance de vérification']],
    ['ROLE_SUPER_ADMIN', ['Clôture du jour', 'Balance de vérification']],
    ['ROLE_ADMIN', ['Clôture du jour']],
  ] as const)('When the role is %s, then the report leads to %j', async (roleName, names) => {
    signInForTest({ roleName });
    renderRoutes(routes, '/report');
    expect((await screen.findAllByRole('link')).map((link) => link.textContent)).toEqual(names);
  });
});
