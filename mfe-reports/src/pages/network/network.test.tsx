import { lost, renderRoutes, signInForTest } from '@palier/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import {
  mockWire,
  networkFigures,
  networkReport,
  recordDownloads,
  rowTexts,
  serve,
} from '../../testing/wire';

mockWire();

const NETWORK = 'GET /transactions/report/network';
const PERIOD = 'from=2026-02-24&to=2026-03-02';
const open = (query = `?${PERIOD}`) => renderRoutes(routes, `/report/network${query}`);
const table = () => screen.findByRole('table', { name: 'Réseau par sous-compte' });

beforeEach(() => void signInForTest({ id: 1, username: 'capo', roleName: 'ROLE_CAPO' }));

describe('network', () => {
  test('network: a table shows each sub-account, the others and the total', async () => {
    open();
    expect(rowTexts(await table())).toEqual([
      'NomReçuRenduÀ réglerDépôtsRetraitsNetMisesGainsProduit brutActifs',
      'superadmin500,00100,00400,00350,00120,00230,00900,50840,2560,2512',
      'superadmin-sud500,00100,00400,00350,00120,00230,00900,50840,2560,2512',
      '3 autres sous-comptes0,000,000,000,000,000,000,000,000,001 234',
      'Total1 000,00200,00800,00700,00240,00460,001 801,001 680,50120,501 258',
    ]);
    expect(screen.getByText("Du 2026-02-24 au 2026-03-02, jusqu'à 08:00.")).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Comptes au-dessus' })).toBeNull();
  });

  test('network: the last seven days of the caller are read without a period', async () => {
    const calls = serve(NETWORK, () => undefined);
    open('');
    await table();
    expect(calls[0]?.search).toMatch(/^\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
    expect(screen.getByRole('button', { name: '7 jours' })).toHaveAttribute('aria-current', 'true');
  });

  test('network: a sub-account opens with the same period, and its path leads back', async () => {
    const calls = serve(NETWORK, () => undefined);
    open();
    await userEvent.click(within(await table()).getByRole('link', { name: 'superadmin' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Réseau de superadmin' })).toBeVisible();
    expect(calls.map(({ search }) => search)).toEqual([`?${PERIOD}`, `?${PERIOD}&of=2`]);
    const path = screen.getByRole('navigation', { name: 'Comptes au-dessus' });
    expect(path).toHaveTextContent('capo › superadmin');
    await userEvent.click(within(path).getByRole('link', { name: 'capo' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Réseau' })).toBeVisible();
  });

  test('network: an admin sees clients without a link, and a column of jackpots', async () => {
    const figures = { ...networkFigures, jackpotPrizes: 21 };
    serve(NETWORK, {
      ...networkReport,
      path: [{ id: 3, username: 'admin', roleName: 'ROLE_ADMIN' }],
      whole: figures,
      subAccounts: [{ id: 4, username: 'client', roleName: 'ROLE_CLIENT', ...figures }],
      others: null,
    });
    open();
    expect(rowTexts(await table())).toEqual([
      'NomDépôtsRetraitsNetMisesGainsProduit brutJackpotsActifs',
      'client350,00120,00230,00900,50840,2560,2521,0012',
    ]);
    expect(within(await table()).queryByRole('link')).toBeNull();
    expect(screen.queryByText('Reçu moins Rendu.')).toBeNull();
  });

  test('network: the exported file has the columns and the rows of the table', async () => {
    const files = recordDownloads();
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Exporter (CSV)' }));
    expect(await screen.findByText('Export terminé : 4 lignes.')).toBeVisible();
    const lines = (await files.get('reseau-capo-2026-02-24-2026-03-02.csv'))?.split('\r\n');
    expect(lines?.[0]).toBe(
      '\uFEFFNom;Reçu;Rendu;À régler;Dépôts;Retraits;Net;Mises;Gains;Produit brut;Actifs',
    );
    expect(lines?.[1]).toBe('superadmin;500,00;100,00;400,00;350,00;120,00;230,00;900,50;840,25;60,25;12');
    expect(lines).toHaveLength(6);
  });

  test('network: a text says that it cannot be read, and Réessayer reads it again', async () => {
    serve(NETWORK, lost, { once: true });
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent("Le réseau n'a pas pu être lu.");
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await table()).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('network: the empty text shows if there is no sub-account', async () => {
    serve(NETWORK, { ...networkReport, subAccounts: [], others: null });
    open();
    expect(await screen.findByText('Aucune donnée disponible')).toBeVisible();
  });
});
