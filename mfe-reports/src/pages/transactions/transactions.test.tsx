import { held, renderRoutes, renderWithMenu, signInForTest } from '@palier/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { routes } from '../../routes';
import { api, item, pageOfItems, mockWire, wire } from '../../testing/wire';
import { initiatorOf } from './transactions.rules';

mockWire();

const INCOMING = api('/transactions/history/incoming');

test('When a server sends no initiator, then Initiateur shows the target', () => {
  const { initiatorUsername: _, ...bare } = item(1);
  expect(initiatorOf(bare)).toBe('joueur1');
  expect(initiatorOf(item(1, { initiatorUsername: 'capo' }))).toBe('capo');
});

describe('transactions', () => {
  beforeEach(() => void signInForTest());

  test('When it opens, then the report stands above Initiateur / Montant / Type / Date', async () => {
    wire.use(
      http.get(INCOMING, () =>
        HttpResponse.json(pageOfItems([item(1, { initiatorTransactionType: 'JACKPOT_WIN' })], 1, 10)),
      ),
    );
    renderRoutes(routes, '/transaction');
    expect(screen.getAllByText('Chargement...')[0]).toBeVisible();
    const row = (await screen.findByText('JACKPOT WIN')).closest('tr')!;
    expect(row).toHaveTextContent('admin10,00JACKPOT WIN2026-03-01 10:20:30 n° 1 · votre solde 1 310,50');
    expect(screen.getByRole('button', { name: 'Afficher' })).toBeVisible();
    expect(
      screen
        .getAllByRole('columnheader')
        .slice(-4)
        .map((head) => head.textContent),
    ).toEqual(['Initiateur', 'Montant', 'Type', 'Date']);
  });

  test('When there are more than 10, then pages of 10 turn', async () => {
    const asked: string[] = [];
    wire.use(
      http.get(INCOMING, ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        asked.push(search);
        return HttpResponse.json(pageOfItems([item(1)], 11, 10, Number(searchParams.get('page'))));
      }),
    );
    renderRoutes(routes, '/transaction');
    await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
    await screen.findByText('Ajouter');
    expect(asked).toEqual(['?page=0&size=10', '?page=1&size=10']);
  });

  test('When a page is turned, then the pager and its focus stay while Chargement... stands for the rows', async () => {
    const answer = held();
    wire.use(
      http.get(INCOMING, async ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        if (page === 1) await answer.isDue;
        return HttpResponse.json(
          pageOfItems([item(1, { initiatorTransactionType: `PART_${page}` })], 11, 10, page),
        );
      }),
    );
    renderRoutes(routes, '/transaction');
    const second = await screen.findByRole('button', { name: 'Page 2' });
    await userEvent.click(second);
    expect(screen.getAllByText('Chargement...')[0]).toBeVisible();
    expect(screen.queryByText('PART 0')).toBeNull();
    expect(second).toHaveFocus();
    answer.release();
    expect(await screen.findByText('PART 1')).toBeVisible();
    expect(second).toHaveFocus();
  });

  test('When it fails, then the red box says so and the report stays', async () => {
    wire.use(http.get(INCOMING, () => new HttpResponse(null, { status: 500 })));
    renderRoutes(routes, '/transaction');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch transaction history');
    expect(screen.getByRole('alert').closest('[lang]')).toHaveAttribute('lang', 'en');
    expect(await screen.findByText(/1.234,50/)).toBeVisible();
  });

  test('When a player opens its own, then what it was given and what was taken back stand there, without a report', async () => {
    signInForTest({ roleName: 'ROLE_CLIENT' });
    const taken = item(2, { initiatorTransactionType: 'WITHDRAWAL', balanceAfter: 5 });
    wire.use(http.get(INCOMING, () => HttpResponse.json(pageOfItems([taken, item(1)], 2, 10))));
    renderRoutes(routes, '/history');
    await userEvent.click(await screen.findByRole('link', { name: 'Ajouts et retraits' }));
    expect((await screen.findByText('Retirer')).closest('tr')).toHaveTextContent('n° 2 · votre solde 5,00');
    expect(screen.getByText('Ajouter')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Afficher' })).toBeNull();
    expect(screen.getByRole('link', { name: "Retour à l'historique" })).toHaveAttribute('href', '/history');
  });

  test('When an agent reads its history, then no link stands there: its menu has the transactions', async () => {
    renderRoutes(routes, '/history');
    await screen.findByRole('columnheader', { name: 'Nom' });
    expect(screen.queryByRole('link', { name: 'Ajouts et retraits' })).toBeNull();
  });

  test('When it failed, then Réessayer reads it again, and a second failure is another box, which is read out', async () => {
    const again = held();
    const failure = () => new HttpResponse(null, { status: 500 });
    wire.use(
      http.get(INCOMING, failure, { once: true }),
      http.get(INCOMING, () => again.isDue.then(failure), { once: true }),
    );
    renderRoutes(routes, '/transaction');
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    again.release();
    await screen.findByRole('alert');
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('Ajouter')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('When it failed, then the link to the same address reads it again', async () => {
    wire.use(http.get(INCOMING, () => new HttpResponse(null, { status: 500 }), { once: true }));
    renderWithMenu(routes, '/transaction');
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('link', { name: 'Menu' }));
    expect(await screen.findByText('Ajouter')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
