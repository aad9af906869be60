import { createHold, refused, renderRoutes, signInForTest } from '@palier/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { item, runMockServer, pageOfItems, serve } from '../../testing/wire';

runMockServer();

const INCOMING = 'GET /transactions/history/incoming';
const open = () => renderRoutes(routes, '/transaction');

describe('transactions', () => {
  test('transactions: the report shows above Initiateur / Montant / Type / Date', async () => {
    serve(INCOMING, pageOfItems([item(1, { initiatorTransactionType: 'JACKPOT_WIN' })], 1, 10));
    open();
    expect(screen.getAllByText('Chargement...')[0]).toBeVisible();
    const row = (await screen.findByText('JACKPOT WIN')).closest('tr')!;
    expect(row).toHaveTextContent(/^admin10,00JACKPOT WIN2026-03-01 10:20:30$/);
    expect(row.nextElementSibling).toHaveTextContent(/^n° 1 · votre solde 1 310,50Voir la partieReçu$/);
    expect(screen.getByRole('button', { name: 'Afficher' })).toBeVisible();
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads.slice(-4)).toEqual(['Initiateur', 'Montant', 'Type', 'Date']);
  });

  test('transactions: the pager turns pages of 10, which show the targets', async () => {
    const { initiatorUsername: _, ...bare } = item(1);
    const calls = serve(INCOMING, pageOfItems([bare], 11, 10));
    open();
    expect(await screen.findByText('joueur1')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls.map(({ search }) => search)).toEqual(['?page=0&size=10', '?page=1&size=10']);
  });

  test('transactions: the red box announces each failure, and Réessayer reads them again', async () => {
    const again = createHold();
    serve(INCOMING, () => again.released.then(() => refused(500)), { once: true });
    serve(INCOMING, () => refused(500), { once: true });
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch transaction history');
    expect(screen.getByRole('alert').closest('[lang]')).toHaveAttribute('lang', 'en');
    expect(await screen.findByText(/1.234,50/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    again.release();
    await screen.findByRole('alert');
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('Ajouter', { selector: 'td span span' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('transactions: a player sees own deposits and withdrawals without a report', async () => {
    signInForTest({ roleName: 'ROLE_CLIENT' });
    const withdrawal = item(2, { initiatorTransactionType: 'WITHDRAWAL', balanceAfter: 5 });
    serve(INCOMING, pageOfItems([withdrawal, item(1)], 2, 10));
    renderRoutes(routes, '/history');
    await userEvent.click(await screen.findByRole('link', { name: 'Ajouts et retraits' }));
    const row = (await screen.findByText('Retirer', { selector: 'td span span' })).closest('tr');
    expect(row?.nextElementSibling).toHaveTextContent('n° 2 · votre solde 5,00');
    expect(screen.getByText('Ajouter', { selector: 'td span span' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Afficher' })).toBeNull();
    expect(screen.getByRole('link', { name: "Retour à l'historique" })).toHaveAttribute('href', '/history');
    expect(screen.getByRole('link', { name: 'Demandes' })).toHaveAttribute('href', '/requests');
  });
});
