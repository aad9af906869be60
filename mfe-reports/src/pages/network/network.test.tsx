import { currentPath, lost, renderRoutes, signInForTest } from '@palier/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import {
  mockDialogs,
  runMockServer,
  networkFigures,
  networkReport,
  recordDownloads,
  rowTexts,
  serve,
} from '../../testing/wire';

runMockServer();
mockDialogs();

const NETWORK = 'GET /transactions/report/network';
const PERIOD = 'from=2026-02-24&to=2026-03-02';
const open = (query = `?${PERIOD}`) => renderRoutes(routes, `/report/network${query}`);
const table = () => screen.findByRole('table', { name: 'Réseau par sous-compte' });

beforeEach(() => void signInForTest({ id: 1, username: 'capo', roleName: 'ROLE_CAPO' }));

describe('network', () => {
  test('network: a table shows each sub-account, the others and the total', async () => {
    open();
    await table();
    await waitFor(() => expect(within(screen.getByRole('table')).getAllByText('400,00')).toHaveLength(4));
    expect(rowTexts(await table())).toEqual([
      'NomAjoutéRetiréÀ régler17–23 févr.Joueurs : ajoutéJoueurs : retiréJoueurs : netMisesGains' +
        'Produit brutJoueurs avec misesAttente (demandes)',
      'superadmin500,00100,00400,00400,00350,00120,00230,00900,50840,2560,251212 min (8)',
      'superadmin-sud500,00100,00400,00400,00350,00120,00230,00900,50840,2560,2512–',
      '3 autres sous-comptes0,000,000,000,000,000,000,000,000,000,001 234–',
      'Total1 000,00200,00800,00800,00700,00240,00460,001 801,001 680,50120,501 258–',
    ]);
    const period = screen.getByText(/^Du 24/);
    expect(period.textContent.replace(/\s/g, ' ')).toBe('Du 24 février au 2 mars 2026, chiffres à 08:00');
    // Rapport counts a reversed deposit and its reversal; here, neither is counted.
    expect(screen.getByText('Sans les ajouts annulés.')).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Comptes au-dessus' })).toBeNull();
  });

  test('network: without a period the week from Monday to Sunday is read, and the one before', async () => {
    const calls = serve(NETWORK, () => undefined);
    open('');
    await table();
    expect(screen.getByRole('button', { name: /^Cette semaine/ })).toBeVisible();
    await waitFor(() => expect(calls).toHaveLength(2));
    const weeks = calls
      .map(({ search }) => [...new URLSearchParams(search).values()].map(Date.parse))
      .sort(([one = 0], [other = 0]) => one - other);
    const days = weeks.flat().map((time) => (time - (weeks[0]?.[0] ?? 0)) / 86_400_000);
    expect(days).toEqual([0, 6, 7, 13]);
    expect(new Date(weeks[0]?.[0] ?? NaN).getUTCDay()).toBe(1);
  });

  test('network: another period is chosen in the sheet or by the button of the other week', async () => {
    open();
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Semaine dernière' }));
    expect(await screen.findByRole('button', { name: /^Semaine dernière/ })).toHaveAttribute(
      'aria-haspopup',
      'dialog',
    );
    await userEvent.click(screen.getByRole('button', { name: /^Semaine dernière/ }));
    const sheet = within(screen.getByRole('dialog', { name: 'Choisir la période' }));
    fireEvent.change(sheet.getByLabelText('Du'), { target: { value: '2026-02-05' } });
    await waitFor(() => expect(currentPath()).toMatch(/\?from=2026-02-05&to=/));
    await userEvent.click(sheet.getByRole('button', { name: 'Fermer' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(
      within(screen.getByRole('group', { name: 'Choisir la période' })).getAllByRole('button')[0]!,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Hier' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('network: the titles sort the rows, first from the largest, and the others stay last', async () => {
    const [one, other] = networkReport.subAccounts;
    serve(NETWORK, { ...networkReport, subAccounts: [one, { ...other, settlement: 900 }] });
    open();
    const names = async () =>
      within(await table())
        .getAllByRole('rowheader')
        .map(({ firstChild }) => firstChild?.textContent);
    await userEvent.click(within(await table()).getByRole('button', { name: 'À régler' }));
    expect(await names()).toEqual(['superadmin-sud', 'superadmin', '3 autres sous-comptes', 'Total']);
    expect(screen.getByRole('columnheader', { name: 'À régler' })).toHaveAttribute('aria-sort', 'descending');
    await userEvent.click(within(await table()).getByRole('button', { name: 'À régler' }));
    expect(await names()).toEqual(['superadmin', 'superadmin-sud', '3 autres sous-comptes', 'Total']);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Trier' }), 'settlement');
    expect(await names()).toEqual(['superadmin-sud', 'superadmin', '3 autres sous-comptes', 'Total']);
  });

  test('network: the order of the rows is kept in the address, also below a sub-account', async () => {
    open();
    const head = async (name: string) => {
      await table();
      return screen.getByRole('columnheader', { name });
    };
    await userEvent.click(within(await table()).getByRole('button', { name: 'À régler' }));
    expect(currentPath()).toBe(`/report/network?${PERIOD}&tri=-settlement`);
    await userEvent.click(within(await table()).getByRole('link', { name: 'superadmin' }));
    await screen.findByRole('heading', { level: 1, name: 'Réseau de superadmin' });
    expect(await head('À régler')).toHaveAttribute('aria-sort', 'descending');
    await userEvent.click(within(await table()).getByRole('button', { name: 'À régler' }));
    expect(currentPath()).toMatch(/&tri=settlement/);
    expect(await head('À régler')).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Trier' }), 'name');
    expect(currentPath()).not.toContain('tri=');
  });

  test('network: an address with an order that does not exist shows the rows by name', async () => {
    open(`?${PERIOD}&tri=-solde`);
    await table();
    expect(screen.getByRole('columnheader', { name: 'Nom' })).toHaveAttribute('aria-sort', 'ascending');
  });

  test('network: a sub-account opens with the same period, and its path leads back', async () => {
    const calls = serve(NETWORK, () => undefined);
    open();
    await userEvent.click(within(await table()).getByRole('link', { name: 'superadmin' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Réseau de superadmin' })).toBeVisible();
    const shown = calls.map(({ search }) => search).filter((search) => search.includes(PERIOD));
    expect(shown).toEqual([`?${PERIOD}`, `?${PERIOD}&of=2`]);
    const path = screen.getByRole('navigation', { name: 'Comptes au-dessus' });
    expect(path).toHaveTextContent('capo › superadmin');
    await userEvent.click(within(path).getByRole('link', { name: 'capo' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Réseau' })).toBeVisible();
  });

  test('network: an admin sees clients with links to their pages, and a column of jackpots', async () => {
    const figures = { ...networkFigures, jackpotPrizes: 21 };
    serve(NETWORK, {
      ...networkReport,
      path: [{ id: 3, username: 'admin', roleName: 'ROLE_ADMIN' }],
      whole: figures,
      subAccounts: [{ id: 4, username: 'client', roleName: 'ROLE_CLIENT', ...figures }],
      others: null,
    });
    open();
    await table();
    await waitFor(() => expect(within(screen.getByRole('table')).getAllByText('230,00')).toHaveLength(2));
    expect(rowTexts(await table())).toEqual([
      'NomAjoutéRetiréNet17–23 févr.MisesGainsProduit brutJackpotsJoueurs avec mises',
      'client350,00120,00230,00230,00900,50840,2560,2521,0012',
    ]);
    expect(within(await table()).getByRole('link', { name: 'client' })).toHaveAttribute('href', '/admin/4');
    expect(screen.queryByText('Ajouté moins Retiré.')).toBeNull();
  });

  test('network: the exported file has the columns and the rows of the table', async () => {
    const files = recordDownloads();
    open();
    await waitFor(() => expect(within(screen.getByRole('table')).getAllByText('400,00')).toHaveLength(4));
    await userEvent.click(await screen.findByRole('button', { name: 'Exporter en CSV' }));
    expect(await screen.findByText('Export terminé : 4 lignes.')).toBeVisible();
    const lines = (await files.get('reseau-capo-2026-02-24-2026-03-02.csv'))?.split('\r\n');
    expect(lines?.[0]).toBe(
      '\uFEFFNom;Ajouté;Retiré;À régler;Joueurs\u00a0: ajouté;Joueurs\u00a0: retiré;Joueurs\u00a0: net;' +
        'Mises;Gains;Produit brut;Joueurs avec mises;' +
        'Demandes traitées;Attente moyenne (s);À régler 2026-02-24 2026-03-02',
    );
    expect(lines?.[1]).toBe(
      'superadmin;500,00;100,00;400,00;350,00;120,00;230,00;900,50;840,25;60,25;12;8;725;400,00',
    );
    expect(lines).toHaveLength(6);
  });

  test('network: a text says that it cannot be read, and Réessayer reads it again', async () => {
    serve(NETWORK, lost, { once: true });
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent("Le réseau n'a pas pu être lu.");
    expect(screen.queryByRole('button', { name: 'Imprimer' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await table()).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Imprimer' })).toBeVisible();
  });

  test('network: the empty text shows if there is no sub-account', async () => {
    serve(NETWORK, { ...networkReport, subAccounts: [], others: null });
    open();
    expect(await screen.findByText('Aucune donnée disponible')).toBeVisible();
  });
});
