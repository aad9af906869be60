import { currentUser } from '@palier/shared/session';
import { clearSession } from '@palier/shared/session/writer';
import { held, renderRoutes, renderWithMenu, signInForTest } from '@palier/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { routes } from '../../routes';
import { recordNotices } from '../../testing/record-notices';
import { account, api, pageOfAccounts, mockWire, wire } from '../../testing/wire';

mockWire();

const UNREAD = "La liste n'a pas pu être lue. Veuillez réessayer.";
const place = () => screen.getByRole('status', { name: 'location' }).textContent;
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

describe('sub-account list', () => {
  beforeEach(() => void signInForTest());

  test('When the list opens, then it loads page 0 of 25 and shows columns, links and the toggle', async () => {
    let query = '';
    wire.use(
      http.post(api('/user/sub-accounts'), ({ request }) => {
        query = new URL(request.url).search;
        return HttpResponse.json(pageOfAccounts([account(7), account(8, { active: false, balance: 12.5 })]));
      }),
    );
    renderRoutes(routes, '/admin');
    expect(screen.getByText('Chargement...')).toBeVisible();
    const row = await rowOf('joueur8');
    expect(query).toBe('?page=0&size=25');
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'No',
      'Nom',
      'Montant',
      'Action',
    ]);
    expect(row).toHaveTextContent(/^2joueur8Inactif12,50/);
    for (const [name, href] of [
      ['Ajouter', '/refund/8'],
      ['Retirer', '/withdraw/8'],
      ['Modifier', '/admin/8/edit'],
      ['Historique', '/reportItem/8'],
    ] as const) {
      expect(within(row).getByRole('link', { name })).toHaveAttribute('href', href);
    }
    expect(within(row).getByRole('button', { name: 'Activer' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ajouter un nouveux Utilisateur' })).toHaveAttribute(
      'href',
      '/admin/create',
    );
    expect(screen.queryByRole('navigation', { name: 'Pagination' })).toBeNull();
  });

  test('When there is nobody, then it says Aucune donnée disponible', async () => {
    wire.use(http.post(api('/user/sub-accounts'), () => HttpResponse.json(pageOfAccounts([]))));
    renderRoutes(routes, '/admin');
    expect(await screen.findByText('Aucune donnée disponible')).toBeVisible();
  });

  test('When the list fails, then the failure is only logged and the list has no rows, but is not called empty', async () => {
    wire.use(http.post(api('/user/search'), () => new HttpResponse(null, { status: 500 }), { once: true }));
    renderWithMenu(routes, '/admin?username=joueur7');
    expect(await screen.findByText(UNREAD)).toBeVisible();
    expect(screen.queryByText('Aucune donnée disponible')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(console.warn).toHaveBeenCalled());
    wire.use(http.post(api('/user/search'), () => HttpResponse.json(pageOfAccounts([]))));
    await userEvent.click(screen.getByRole('link', { name: 'Menu' }));
    await waitFor(() => expect(screen.queryByText(UNREAD)).toBeNull());
    expect(await screen.findByText('Aucune donnée disponible')).toBeVisible();
  });

  test('When Réessayer is pressed on a later page that could not be read, then that page is read, and the focus is on the title', async () => {
    wire.use(
      http.post(api('/user/sub-accounts'), () => new HttpResponse(null, { status: 503 }), { once: true }),
      http.post(api('/user/sub-accounts'), () => HttpResponse.json(pageOfAccounts([account(7)], 60, 2))),
    );
    renderRoutes(routes, '/admin?page=3');
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
    expect(screen.getByRole('heading', { name: 'Admin' })).toHaveFocus();
    expect(await rowOf('joueur7')).toHaveTextContent(/^51/);
    expect(place()).toBe('/admin?page=3');
  });

  test('When the link to the list that is shown is followed, then its balances are read again', async () => {
    let balance = 500;
    wire.use(
      http.post(api('/user/sub-accounts'), () =>
        HttpResponse.json(pageOfAccounts([account(7, { balance })])),
      ),
    );
    renderWithMenu(routes, '/admin');
    expect(await rowOf('joueur7')).toHaveTextContent('500,00');
    balance = 900;
    await userEvent.click(screen.getByRole('link', { name: 'Menu' }));
    await waitFor(async () => expect(await rowOf('joueur7')).toHaveTextContent('900,00'));
  });

  test('When the total is above 25, then the pager turns pages and the address remembers', async () => {
    wire.use(
      http.post(api('/user/sub-accounts'), ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        return HttpResponse.json(pageOfAccounts([account(100 + page)], 60, page));
      }),
    );
    renderRoutes(routes, '/admin');
    await userEvent.click(await screen.findByRole('button', { name: 'Page 3' }));
    expect(await rowOf('joueur102')).toHaveTextContent(/^51/);
    expect(place()).toBe('/admin?page=3');
  });

  test('When a click enters the search, then its release leaves the last name selected, in Safari too, and a next click is free', async () => {
    renderRoutes(routes, '/admin');
    const input = await screen.findByRole('searchbox', { name: "Nom d'utilisateur" });
    act(() => input.focus());
    // False where the browser is kept from what it does by itself.
    expect(fireEvent.mouseUp(input)).toBe(false);
    expect(fireEvent.mouseUp(input)).toBe(true);
  });

  test('When a page is turned, then the pager and its focus stay while Chargement... stands for the rows', async () => {
    const answer = held();
    wire.use(
      http.post(api('/user/sub-accounts'), async ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        if (page === 1) await answer.isDue;
        return HttpResponse.json(pageOfAccounts([account(100 + page)], 60, page));
      }),
    );
    renderRoutes(routes, '/admin');
    const second = await screen.findByRole('button', { name: 'Page 2' });
    await userEvent.click(second);
    expect(screen.getByText('Chargement...')).toBeVisible();
    expect(screen.queryByText('joueur100')).toBeNull();
    expect(second).toHaveFocus();
    answer.release();
    expect(await screen.findByText('joueur101')).toBeVisible();
    expect(second).toHaveFocus();
  });

  test('When a search is being read, then the rows and the pager of the list before are gone', async () => {
    const answer = held();
    wire.use(
      http.post(api('/user/sub-accounts'), () => HttpResponse.json(pageOfAccounts([account(7)], 60))),
      http.post(api('/user/search'), async () => {
        await answer.isDue;
        return HttpResponse.json(pageOfAccounts([account(9)]));
      }),
    );
    renderRoutes(routes, '/admin');
    await rowOf('joueur7');
    await userEvent.type(screen.getByRole('searchbox'), 'ali{Enter}');
    expect(screen.getByText('Chargement...')).toBeVisible();
    expect(screen.queryByText('joueur7')).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Pagination' })).toBeNull();
    const told = screen.getByText('Chargement...');
    expect(told).toHaveAttribute('role', 'status');
    answer.release();
    await rowOf('joueur9');
    expect(told).toHaveTextContent(/^1 compte$/);
  });

  test('When a term is searched with Enter, then it is trimmed, kept in the address, and emptying it falls back', async () => {
    const searched: string[] = [];
    wire.use(
      http.post(api('/user/search'), ({ request }) => {
        searched.push(new URL(request.url).search);
        return HttpResponse.json(pageOfAccounts([account(9)]));
      }),
    );
    renderRoutes(routes, '/admin?page=2');
    const box = screen.getByRole('searchbox');
    await userEvent.type(box, '  ali {Enter}');
    expect(await screen.findByText('joueur9')).toBeVisible();
    expect(searched).toEqual(['?username=ali&page=0&size=25']);
    expect(place()).toBe('/admin?username=ali');
    await userEvent.clear(box);
    await userEvent.type(box, '   ');
    await userEvent.click(screen.getByRole('button', { name: 'Rechercher' }));
    expect(await screen.findByText('joueur7')).toBeVisible();
    expect(place()).toBe('/admin');
    expect(searched).toHaveLength(1);
  });

  test('When an order is chosen, then the rows follow, No counts on, and an address with an order opens on it', async () => {
    wire.use(
      http.post(api('/user/sub-accounts'), () =>
        HttpResponse.json(pageOfAccounts([account(7, { balance: 9 }), account(8, { balance: 800 })])),
      ),
    );
    const { unmount } = renderRoutes(routes, '/admin');
    await rowOf('joueur7');
    await userEvent.selectOptions(screen.getByLabelText('Trier la page'), 'Montant décroissant');
    expect(place()).toBe('/admin?tri=-montant');
    expect(await rowOf('joueur8')).toHaveTextContent(/^1/);
    expect(await rowOf('joueur7')).toHaveTextContent(/^2/);
    unmount();
    renderRoutes(routes, '/admin?tri=montant&page=2');
    expect(await rowOf('joueur7')).toHaveTextContent(/^26/);
    expect(screen.getByLabelText('Trier la page')).toHaveValue('montant');
  });

  test("When a screen reader stands on a row's button, then it hears the account's name", async () => {
    renderRoutes(routes, '/admin');
    const row = await rowOf('joueur8');
    for (const name of ['Ajouter', 'Retirer', 'Modifier', 'Historique']) {
      expect(within(row).getByRole('link', { name })).toHaveAccessibleDescription('joueur8');
    }
    expect(within(row).getByRole('button', { name: 'Désactiver' })).toHaveAccessibleDescription('joueur8');
  });

  test('When the address holds a search, then the page opens on it', async () => {
    wire.use(http.post(api('/user/search'), () => HttpResponse.json(pageOfAccounts([account(9)]))));
    renderRoutes(routes, '/admin?username=ali');
    expect(await screen.findByText('joueur9')).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('ali');
  });

  test('When Enter is held down on a toggle, then it is pressed once', async () => {
    renderRoutes(routes, '/admin');
    const toggle = within(await rowOf('joueur7')).getByRole('button', { name: 'Désactiver' });
    // False where the browser is kept from what it does by itself, here the press.
    expect(fireEvent.keyDown(toggle, { key: 'Enter' })).toBe(true);
    expect(fireEvent.keyDown(toggle, { key: 'Enter', repeat: true })).toBe(false);
  });

  test('When an account is deactivated, then the row flips before the answer and the success is told', async () => {
    const bodies: unknown[] = [];
    const answer = held();
    wire.use(
      http.post(api('/user/update-status/7'), async ({ request }) => {
        bodies.push(await request.json());
        await answer.isDue;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { notices, stop } = recordNotices();
    renderRoutes(routes, '/admin');
    const row = await rowOf('joueur7');
    await userEvent.dblClick(within(row).getByRole('button', { name: 'Désactiver' }));
    expect(within(row).getByRole('button', { name: 'Activer' })).toBeVisible();
    expect(notices).toEqual([]);
    answer.release();
    await waitFor(() => expect(notices).toEqual([{ tone: 'success', text: 'Désactivation avec succès' }]));
    expect(bodies).toEqual([{ active: false }]);
    await userEvent.click(within(row).getByRole('button', { name: 'Activer' }));
    await waitFor(() => expect(notices[1]).toEqual({ tone: 'success', text: 'Activation avec succès' }));
    stop();
    expect(bodies[1]).toEqual({ active: true });
  });

  test('When the list is being read again as accounts are deactivated, then it is read once they are, and shows its balances', async () => {
    let balance = 500;
    let reads = 0;
    const rereads = held();
    const first = held();
    const second = held();
    const inactive = new Set<number>();
    const update = (id: number, { isDue }: ReturnType<typeof held>) =>
      http.post(api(`/user/update-status/${id}`), async () => {
        await isDue;
        inactive.add(id);
        return new HttpResponse(null, { status: 204 });
      });
    wire.use(
      http.post(api('/user/sub-accounts'), async () => {
        reads += 1;
        if (reads === 2) await rereads.isDue;
        return HttpResponse.json(
          pageOfAccounts([7, 8].map((id) => account(id, { balance, active: !inactive.has(id) }))),
        );
      }),
      update(7, first),
      update(8, second),
    );
    const { unmount } = renderRoutes(routes, '/admin');
    await rowOf('joueur7');
    balance = 900;
    act(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
    });
    await waitFor(() => expect(reads).toBe(2));
    await userEvent.click(within(await rowOf('joueur7')).getByRole('button', { name: 'Désactiver' }));
    await userEvent.click(within(await rowOf('joueur8')).getByRole('button', { name: 'Désactiver' }));
    const { notices, stop } = recordNotices();
    first.release();
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(reads).toBe(2);
    second.release();
    await waitFor(async () => expect(await rowOf('joueur7')).toHaveTextContent('900,00'));
    stop();
    expect(reads).toBe(3);
    expect(within(await rowOf('joueur8')).getByRole('button', { name: 'Activer' })).toBeVisible();
    rereads.release();
    unmount();
  });

  test('When the list stands still as an account is deactivated, then it is not read again', async () => {
    let reads = 0;
    wire.use(
      http.post(api('/user/sub-accounts'), () => {
        reads += 1;
        return HttpResponse.json(pageOfAccounts([account(7)]));
      }),
      http.post(api('/user/update-status/7'), () => new HttpResponse(null, { status: 204 })),
    );
    const { notices, stop } = recordNotices();
    renderRoutes(routes, '/admin');
    await userEvent.click(within(await rowOf('joueur7')).getByRole('button', { name: 'Désactiver' }));
    await waitFor(() => expect(notices).toHaveLength(1));
    stop();
    expect(reads).toBe(1);
  });

  test.each([
    ['has been read', false, '502,00'],
    ['is being read', true, '503,00'],
  ])(
    'When the list %s as a deactivation is answered, then its old flag does not stay',
    async (_, isHeld, balance) => {
      let active = true;
      let reads = 0;
      const update = held();
      const reading = held();
      wire.use(
        http.post(api('/user/sub-accounts'), async () => {
          reads += 1;
          const list = pageOfAccounts([account(7, { active, balance: 500 + reads })]);
          if (isHeld && reads === 2) await reading.isDue;
          return HttpResponse.json(list);
        }),
        http.post(api('/user/update-status/7'), async () => {
          await update.isDue;
          active = false;
          return new HttpResponse(null, { status: 204 });
        }),
      );
      const { notices, stop } = recordNotices();
      renderWithMenu(routes, '/admin');
      const row = await rowOf('joueur7');
      await userEvent.click(within(row).getByRole('button', { name: 'Désactiver' }));
      await userEvent.click(screen.getByRole('link', { name: 'Menu' }));
      await waitFor(() => expect(reads).toBe(2));
      if (!isHeld) await waitFor(() => expect(row).toHaveTextContent(balance));
      update.release();
      await waitFor(() => expect(notices).toHaveLength(1));
      stop();
      reading.release();
      await waitFor(() => expect(row).toHaveTextContent(balance));
      expect(await within(row).findByRole('button', { name: 'Activer' })).toBeVisible();
    },
  );

  test('When the update fails, then the flag reverts and the failure is told', async () => {
    const answer = held();
    wire.use(
      http.post(api('/user/update-status/7'), async () => {
        await answer.isDue;
        return HttpResponse.json({ errors: ['x'], code: 'internal' }, { status: 500 });
      }),
    );
    const { notices, stop } = recordNotices();
    renderRoutes(routes, '/admin');
    const row = await rowOf('joueur7');
    await userEvent.click(within(row).getByRole('button', { name: 'Désactiver' }));
    expect(await within(row).findByRole('button', { name: 'Activer' })).toBeVisible();
    answer.release();
    expect(await within(row).findByRole('button', { name: 'Désactiver' })).toBeVisible();
    stop();
    expect(notices).toEqual([{ tone: 'failure', text: "Erreur lors de la mise à jour de l'utilisateur." }]);
  });

  test.each([
    ['is refused with the session', 401, () => undefined],
    ['is answered after a sign-out', 204, () => act(() => clearSession())],
  ])('When a deactivation %s, then whoever signs in next is told nothing of it', async (_, status, leave) => {
    const answer = held();
    wire.use(
      http.post(api('/user/sub-accounts'), () =>
        HttpResponse.json(pageOfAccounts([account(7), account(8, { active: false })])),
      ),
      http.post(api('/user/update-status/7'), async () => {
        await answer.isDue;
        return new HttpResponse(null, { status });
      }),
      http.post(api('/user/update-status/8'), () => new HttpResponse(null, { status: 204 })),
    );
    const { notices, stop } = recordNotices();
    renderRoutes(routes, '/admin');
    await userEvent.click(within(await rowOf('joueur7')).getByRole('button', { name: 'Désactiver' }));
    answer.release();
    leave();
    await waitFor(() => expect(currentUser()).toBeNull());
    act(() => void signInForTest({ id: 9 }));
    await userEvent.click(within(await rowOf('joueur8')).getByRole('button', { name: 'Activer' }));
    await waitFor(() => expect(notices.at(-1)?.text).toBe('Activation avec succès'));
    stop();
    expect(notices).toHaveLength(1);
  });

  test('When the answer to a deactivation is lost, then the list is read again and shows what became of it', async () => {
    let active = true;
    let reads = 0;
    wire.use(
      http.post(api('/user/sub-accounts'), () => {
        reads += 1;
        return HttpResponse.json(pageOfAccounts([account(7, { active })]));
      }),
      http.post(api('/user/update-status/7'), () => {
        active = false;
        return HttpResponse.error();
      }),
    );
    const { notices, stop } = recordNotices();
    renderRoutes(routes, '/admin');
    const row = await rowOf('joueur7');
    await userEvent.click(within(row).getByRole('button', { name: 'Désactiver' }));
    await waitFor(() => expect(reads).toBe(2));
    stop();
    expect(notices[0]?.text).toBe("Erreur lors de la mise à jour de l'utilisateur.");
    expect(await within(row).findByRole('button', { name: 'Activer' })).toBeVisible();
    expect(row).toHaveTextContent('Inactif');
  });

  test.each([
    ['Ajouter', '7'],
    ['Retirer', '7'],
    ['Modifier', 'Nouveau1234'],
  ])(
    'When %s is opened from a page of a search, then Back and success lead to that page, in its order',
    async (action, typed) => {
      const list = '/admin?page=2&username=jou&tri=nom';
      const succeeds = () => HttpResponse.json({ agentNewBalance: 990 });
      wire.use(
        http.post(api('/user/search'), () => HttpResponse.json(pageOfAccounts([account(7)], 60, 1))),
        http.post(api('/transactions'), succeeds),
        http.post(api('/auth/change-sub-account-password/7'), succeeds),
      );
      renderRoutes(routes, list);
      const link = within(await rowOf('joueur7')).getByRole('link', { name: action });
      await userEvent.click(link);
      expect(await screen.findByRole('link', { name: 'Back' })).toHaveAttribute('href', list);
      await userEvent.type(await screen.findByLabelText(/Montant|Mot de passe/), `${typed}{Enter}`);
      await waitFor(() => expect(place()).toBe(list));
    },
  );

  test('When an account that cannot be read is opened from a page, then the way leads silently back to that page', async () => {
    wire.use(
      http.post(api('/user/sub-accounts'), () => HttpResponse.json(pageOfAccounts([account(7)], 60, 1))),
      http.get(api('/user/sub-account/:id'), () => new HttpResponse(null, { status: 404 })),
    );
    renderRoutes(routes, '/admin?page=2');
    await userEvent.click(within(await rowOf('joueur7')).getByRole('link', { name: 'Ajouter' }));
    await waitFor(() => expect(place()).toBe('/admin?page=2'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('When one comes back from a row, then that row has the focus; from elsewhere, none has', async () => {
    const { unmount } = renderRoutes(routes, '/admin');
    await userEvent.click(within(await rowOf('joueur8')).getByRole('link', { name: 'Modifier' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Back' }));
    await waitFor(async () => expect(await screen.findByText('joueur8')).toHaveFocus());
    await userEvent.click(screen.getByRole('link', { name: 'Ajouter un nouveux Utilisateur' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Back' }));
    await rowOf('joueur8');
    expect(document.body).toHaveFocus();
    unmount();
  });
});
