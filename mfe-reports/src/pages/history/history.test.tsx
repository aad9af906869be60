import { useNavigate } from '@palier/shared/router';
import type { RemoteRoutes } from '@palier/shared/routes';
import { returnState } from '@palier/shared/return-to-list';
import { held, renderRoutes, renderWithMenu, signInForTest } from '@palier/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { routes } from '../../routes';
import { api, item, pageOfItems, mockWire, wire } from '../../testing/wire';

mockWire();

const BackAndForward = () => {
  const navigate = useNavigate();
  return (
    <>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => void navigate(1)}>Forward</button>
    </>
  );
};

const withBackAndForward = (screens: RemoteRoutes): RemoteRoutes =>
  screens.map((route) => ({
    ...route,
    element: (
      <>
        <BackAndForward />
        {route.element}
      </>
    ),
  }));

const ToAnAccount = () => {
  const navigate = useNavigate();
  return <button onClick={() => void navigate('/reportItem/7')}>To an account</button>;
};

const OUTGOING = api('/transactions/history/outgoing');
const UNREAD = "L'historique n'a pas pu être lu. Veuillez réessayer.";

describe('history', () => {
  beforeEach(() => void signInForTest());

  test('When the history of an account is opened from one’s own, then nothing of one’s own is shown as that of the account', async () => {
    const answer = held();
    wire.use(
      http.get(OUTGOING, async ({ request }) => {
        const isOfAccount = new URL(request.url).searchParams.has('targetUserId');
        if (isOfAccount) await answer.isDue;
        return HttpResponse.json(
          pageOfItems([item(1, { targetUsername: isOfAccount ? 'joueur7' : 'joueur1' })]),
        );
      }),
    );
    const withWay = routes.map((route) => ({
      ...route,
      element: (
        <>
          <ToAnAccount />
          {route.element}
        </>
      ),
    }));
    renderRoutes(withWay, '/history');
    await screen.findByText('joueur1');
    await userEvent.click(screen.getByRole('button', { name: 'To an account' }));
    expect(screen.queryByText('joueur1')).toBeNull();
    answer.release();
    expect(await screen.findByText('joueur7')).toBeVisible();
  });

  test('When it opens, then it shows Date, Nom, Type, Montant as the spec shows them', async () => {
    let query = '';
    wire.use(
      http.get(OUTGOING, ({ request }) => {
        query = new URL(request.url).search;
        return HttpResponse.json(pageOfItems([item(1, { initiatorTransactionType: 'USER_CREATION' })]));
      }),
    );
    renderRoutes(routes, '/history');
    const row = (await screen.findByText('joueur1')).closest('tr')!;
    expect(row).toHaveTextContent(
      '2026-03-01 10:20:30 n° 1 · votre solde 1 310,50joueur1Création de compte10,00',
    );
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Date',
      'Nom',
      'Type',
      'Montant',
    ]);
    expect(query).toBe('?page=0&size=25');
  });

  test('When somebody disputes a movement, then its row tells its number and the balance after it, and whose balance', async () => {
    wire.use(http.get(OUTGOING, () => HttpResponse.json(pageOfItems([item(48213)]))));
    const { unmount } = renderRoutes(routes, '/history');
    expect(await screen.findByText(/^n° 48213/)).toHaveTextContent('n° 48213 · votre solde 1 310,50');
    unmount();
    renderRoutes(routes, '/reportItem/7');
    expect(await screen.findByText(/^n° 48213/)).toHaveTextContent('n° 48213 · son solde 1 310,50');
  });

  test('When a server sends no balance after, then the number stands alone', async () => {
    const { balanceAfter: _, ...bare } = item(48213);
    wire.use(http.get(OUTGOING, () => HttpResponse.json(pageOfItems([bare]))));
    renderRoutes(routes, '/history');
    expect((await screen.findByText(/^n° 48213/)).textContent).toBe('n°\u00a048213');
  });

  test('When rows take the place of Chargement..., then one live region says how many, and says it of the filter too', async () => {
    wire.use(http.get(OUTGOING, () => HttpResponse.json(pageOfItems([item(1), item(2)]))));
    renderRoutes(routes, '/history');
    const told = screen.getByText('Chargement...');
    expect(told).toHaveAttribute('role', 'status');
    await waitFor(() => expect(told).toHaveTextContent(/^2 lignes$/));
    await userEvent.type(screen.getByRole('searchbox'), 'joueur2');
    expect(told).toHaveTextContent(/^1 ligne$/);
    await userEvent.type(screen.getByRole('searchbox'), 'x');
    expect(told).toHaveTextContent('Aucune transaction trouvée');
  });

  test('When the filter matches nothing, then it says so; cleared, then the rows return', async () => {
    renderRoutes(routes, '/history');
    await screen.findByText('joueur1');
    await userEvent.type(screen.getByRole('searchbox'), 'retirer');
    expect(screen.getByText('Aucune transaction trouvée')).toBeVisible();
    await userEvent.clear(screen.getByRole('searchbox'));
    expect(screen.getByText('joueur1')).toBeVisible();
  });

  test('When letters are put before others in the filter, then they stand where they were typed', async () => {
    renderRoutes(routes, '/history?filtre=eur');
    const box = screen.getByRole<HTMLInputElement>('searchbox');
    await userEvent.click(box);
    box.setSelectionRange(0, 0);
    await userEvent.keyboard('jou');
    expect(box).toHaveValue('joueur');
    expect(screen.getByRole('status', { name: 'location' })).toHaveTextContent('/history?filtre=joueur');
  });

  test('When Back or Forward changes the address, then the box and the rows follow it', async () => {
    wire.use(http.get(OUTGOING, () => HttpResponse.json(pageOfItems([item(1), item(2)], 30))));
    renderRoutes(withBackAndForward(routes), '/history');
    const box = () => screen.getByRole('searchbox');
    await screen.findByText('joueur1');
    await userEvent.type(box(), 'joueur');
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(box()).toHaveValue('joueur');
    await userEvent.type(box(), '2');
    expect(screen.queryByText('joueur1')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(box()).toHaveValue('joueur');
    expect(await screen.findByText('joueur1')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Forward' }));
    expect(box()).toHaveValue('joueur2');
    await userEvent.type(box(), 'x');
    expect(box()).toHaveValue('joueur2x');
  });

  test('When the total is above 25, then the pager turns pages', async () => {
    wire.use(
      http.get(OUTGOING, ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        return HttpResponse.json(pageOfItems([item(100 + page)], 30, 25, page));
      }),
    );
    renderRoutes(routes, '/history');
    await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
    expect(await screen.findByText('joueur101')).toBeVisible();
    expect(screen.getByRole('status', { name: 'location' })).toHaveTextContent('/history?page=2');
  });

  test('When a page is turned, then the pager and its focus stay while Chargement... stands for the rows', async () => {
    const answer = held();
    wire.use(
      http.get(OUTGOING, async ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        if (page === 1) await answer.isDue;
        return HttpResponse.json(pageOfItems([item(100 + page)], 30, 25, page));
      }),
    );
    renderRoutes(routes, '/history');
    const second = await screen.findByRole('button', { name: 'Page 2' });
    await userEvent.click(second);
    expect(screen.getByText('Chargement...')).toBeVisible();
    expect(screen.queryByText('joueur100')).toBeNull();
    expect(second).toHaveFocus();
    answer.release();
    expect(await screen.findByText('joueur101')).toBeVisible();
    expect(second).toHaveFocus();
  });

  test('When the address holds a page and a filter, then the screen opens on them', async () => {
    const asked: string[] = [];
    wire.use(
      http.get(OUTGOING, ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(pageOfItems([item(1), item(2)], 60, 25, 2));
      }),
    );
    renderRoutes(routes, '/history?page=3&filtre=joueur2');
    expect(await screen.findByText('joueur2')).toBeVisible();
    expect(screen.queryByText('joueur1')).toBeNull();
    expect(screen.getByRole('searchbox')).toHaveValue('joueur2');
    expect(asked).toEqual(['?page=2&size=25']);
  });

  test('When a history has several pages, then the filter says that it looks at the one that is shown', async () => {
    wire.use(http.get(OUTGOING, () => HttpResponse.json(pageOfItems([item(1)], 26))));
    const { unmount } = renderRoutes(routes, '/history?filtre=joueur2');
    const hint = "Le filtre porte sur la page affichée, l'export sur toutes.";
    expect(await screen.findByText(hint)).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveAccessibleDescription(hint);
    unmount();
    wire.use(http.get(OUTGOING, () => HttpResponse.json(pageOfItems([item(1)], 25))));
    renderRoutes(routes, '/history');
    await screen.findByText('joueur1');
    expect(screen.queryByText(hint)).toBeNull();
  });

  test('When the call fails, then the failure is only logged, and the history is not called empty', async () => {
    wire.use(http.get(OUTGOING, () => new HttpResponse(null, { status: 500 })));
    renderRoutes(routes, '/history');
    expect(await screen.findByText(UNREAD)).toBeVisible();
    expect(screen.queryByText('Aucune transaction trouvée')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(console.warn).toHaveBeenCalled());
  });

  test('When a history that is shown is asked for again and the call fails, then its old rows do not pass for the latest', async () => {
    wire.use(http.get(OUTGOING, () => HttpResponse.json(pageOfItems([item(1)], 30)), { once: true }));
    renderWithMenu(routes, '/history');
    await screen.findByText('joueur1');
    wire.use(http.get(OUTGOING, () => new HttpResponse(null, { status: 500 })));
    await userEvent.click(screen.getByRole('link', { name: 'Menu' }));
    expect(await screen.findByText(UNREAD)).toBeVisible();
    expect(screen.queryByText('joueur1')).toBeNull();
    expect(screen.getByRole('button', { name: 'Page 2' })).toBeVisible();
  });

  test('When the call failed, then the link to the same address reads it again, and a filter does not', async () => {
    let reads = 0;
    wire.use(
      http.get(OUTGOING, () => {
        reads += 1;
        return reads === 1
          ? new HttpResponse(null, { status: 500 })
          : HttpResponse.json(pageOfItems([item(1)]));
      }),
    );
    renderWithMenu(routes, '/history');
    expect(await screen.findByText(UNREAD)).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Menu' }));
    expect(await screen.findByText('joueur1')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), 'jou');
    expect(screen.getByText('joueur1')).toBeVisible();
    expect(reads).toBe(2);
  });

  test('When the history of one account could not be read, then Réessayer reads it', async () => {
    wire.use(http.get(OUTGOING, () => new HttpResponse(null, { status: 503 }), { once: true }));
    renderRoutes(routes, '/reportItem/7');
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('row', { name: /joueur1/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
  });

  test('When one account is asked for, then only its transactions are', async () => {
    let query = '';
    wire.use(
      http.get(OUTGOING, ({ request }) => {
        query = new URL(request.url).search;
        return HttpResponse.json(pageOfItems([item(7)]));
      }),
    );
    renderRoutes(routes, '/reportItem/7');
    expect(await screen.findByRole('heading', { name: 'Historique\u00a0: joueur7' })).toBeVisible();
    expect(query).toBe('?page=0&size=25&targetUserId=7');
  });

  test('When an account has no transaction, then the screen that its row led to names it all the same', async () => {
    wire.use(http.get(OUTGOING, () => HttpResponse.json(pageOfItems([]))));
    renderRoutes(routes, '/reportItem/7', returnState('', 'joueur7'));
    expect(await screen.findByText('Aucune transaction trouvée')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Historique\u00a0: joueur7' })).toBeVisible();
  });

  test('When it was opened from a page of the list, then Back leads to that page, also after a page of its own', async () => {
    wire.use(http.get(OUTGOING, () => HttpResponse.json(pageOfItems([item(7)], 60))));
    renderRoutes(routes, '/reportItem/7', returnState('?page=3&username=jou'));
    const back = screen.getByRole('link', { name: 'Back' });
    expect(back).toHaveAttribute('href', '/admin?page=3&username=jou');
    await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
    await userEvent.type(screen.getByRole('searchbox'), 'a');
    expect(back).toHaveAttribute('href', '/admin?page=3&username=jou');
  });
});
