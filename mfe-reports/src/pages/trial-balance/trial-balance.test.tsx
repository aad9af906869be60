import { lost, renderRoutes, signInForTest } from '@palier/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { balanceLine, runMockServer, rowTexts, serve } from '../../testing/wire';

runMockServer();

const TRIAL_BALANCE = 'GET /reports/trial-balance';
const open = () => renderRoutes(routes, '/report/trial-balance');
const equality = () => screen.getByRole('region', { name: "L'égalité des comptes" });

describe('trial balance', () => {
  beforeEach(() => void signInForTest({ id: 2, username: 'superadmin', roleName: 'ROLE_SUPER_ADMIN' }));

  test('trial balance: a table shows each sub-account and the whole in equal figures', async () => {
    open();
    expect(rowTexts(await screen.findByRole('table', { name: 'Balance de vérification' }))).toEqual([
      'NomSolde propreSous-comptesTotalEn jeuÉmisRetiréContrôle',
      'admin100,00850,50950,50−49,501 000,0099,00Équilibrée',
      'admin-sfax100,00850,50950,50−49,501 000,0099,00Équilibrée',
      'superadmin (ensemble)100,00850,50950,50−49,501 000,0099,00Équilibrée',
    ]);
    expect(equality().textContent.replace(/\s+/g, ' ')).toBe(
      'Sous-comptes850,50+ plus Solde propre100,00+ plus En jeu−49,50= égale Émis1 000,00− moins ' +
        'Retiré99,00Équilibrée',
    );
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText(/^Comptée le 2\smars\s2026 à 08:00\.$/)).toBeVisible();
  });

  test('trial balance: the row and the whole show a gap, and an alert says what to do', async () => {
    serve(TRIAL_BALANCE, {
      readAt: '2026-03-02T08:00:00.120',
      whole: balanceLine(2, 'superadmin', { gap: -0.000001 }),
      subAccounts: [balanceLine(3, 'admin', { gap: -0.000001 }), balanceLine(6, 'admin-sfax')],
    });
    open();
    expect((await screen.findByText('admin')).closest('tr')).toHaveTextContent('Écart −0,000001');
    expect(screen.getByText('admin-sfax').closest('tr')).toHaveTextContent('Équilibrée');
    expect(equality()).toHaveTextContent('diffère de');
    expect(screen.getByRole('alert')).toHaveTextContent('Les comptes ne sont pas équilibrés');
  });

  test('trial balance: no button shows while it loads, because the table would move', async () => {
    serve(TRIAL_BALANCE, () => new Promise<never>(() => undefined));
    open();
    expect(await screen.findByText('Chargement...')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Actualiser' })).toBeNull();
  });

  test('trial balance: a text says that it cannot be read, and Réessayer reads it again', async () => {
    serve(TRIAL_BALANCE, lost, { once: true });
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent("La balance n'a pas pu être lue.");
    expect(screen.queryByRole('button', { name: 'Imprimer' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('superadmin (ensemble)')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test.each([
  ['ROLE_CAPO', ['Réseau', 'Clôture du jour', 'Balance de vérification']],
  ['ROLE_SUPER_ADMIN', ['Réseau', 'Clôture du jour', 'Balance de vérification']],
  ['ROLE_ADMIN', ['Réseau', 'Clôture du jour']],
] as const)('report: the links of a %s are %j', async (roleName, names) => {
  signInForTest({ roleName });
  renderRoutes(routes, '/report');
  expect((await screen.findAllByRole('link')).map((link) => link.textContent)).toEqual(names);
});
