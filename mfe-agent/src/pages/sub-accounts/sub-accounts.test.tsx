import { platformDay } from '@palier/shared/dates';
import { currentUser } from '@palier/shared/session';
import { clearSession } from '@palier/shared/session/writer';
import {
  currentPath,
  createHold,
  lost,
  noContent,
  recordEvents,
  refused,
  renderRoutes,
  renderWithMenu,
  signInForTest,
} from '@palier/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { routes } from '../../routes';
import { account, runMockServer, pageOfAccounts, rowOf, serve } from '../../testing/wire';

runMockServer();

const LIST = 'POST /user/sub-accounts';
const SEARCH = 'POST /user/search';
const FIND = 'GET /user/find';
const REPORT = 'GET /transactions/report';
const UPDATE_7 = 'POST /user/update-status/7';
const UNREAD = "La liste n'a pas pu être lue. Veuillez réessayer.";
const DEACTIVATED = {
  tone: 'success',
  text: 'Désactivation avec succès',
  detail: 'joueur7\u00a0: ses sessions sont terminées et le restent si vous annulez.',
  undo: expect.objectContaining({
    label: 'Annuler',
    path: '/user/update-status/7',
    body: { active: true },
  }) as object,
};
const UPDATE_FAILED = { tone: 'failure', text: "Erreur lors de la mise à jour de l'utilisateur." };

const open = (query = '') => renderRoutes(routes, `/admin${query}`);
const press = async (username: string, name: string) =>
  userEvent.click(within(await rowOf(username)).getByRole('button', { name }));
async function deactivate(username: string): Promise<void> {
  await press(username, 'Désactiver');
  await press(username, 'Confirmer');
}
const followMenu = () => userEvent.click(screen.getByRole('link', { name: 'Menu' }));
const pageAsked = ({ url }: Request) => Number(new URL(url).searchParams.get('page'));

describe('sub-account list', () => {
  test('sub-account list: page 0 of 25 is read, with the columns, the links and the toggle', async () => {
    const calls = serve(LIST, pageOfAccounts([account(7), account(8, { active: false, balance: 12.5 })]));
    open();
    expect(screen.getByText('Chargement...')).toBeVisible();
    const row = await rowOf('joueur8');
    expect(calls.map(({ search }) => search)).toEqual(['?page=0&size=25']);
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['No', 'Nom', 'Montant', 'Action']);
    expect(row).toHaveTextContent(/^2joueur8Inactif12,50/);
    for (const [name, href] of [
      ['Ajouter', '/refund/8'],
      ['Retirer', '/withdraw/8'],
      ['Modifier', '/admin/8/edit'],
      ['Historique', '/reportItem/8'],
      ['Journal', '/admin/8/journal'],
    ] as const) {
      const link = within(row).getByRole('link', { name });
      expect(link).toHaveAttribute('href', href);
      expect(link).toHaveAccessibleDescription('joueur8');
    }
    expect(within(row).getByRole('button', { name: 'Activer' })).toHaveAccessibleDescription('joueur8');
    const create = screen.getByRole('link', { name: 'Ajouter un nouveux Utilisateur' });
    expect(create).toHaveAttribute('href', '/admin/create');
    expect(screen.queryByRole('navigation', { name: 'Pagination' })).toBeNull();
  });

  test('sub-account list: a click on a row beside its actions opens the account', async () => {
    open('?page=2');
    const row = await rowOf('joueur8');
    expect(within(row).getByRole('link', { name: 'joueur8' })).toHaveAttribute('href', '/admin/8');
    await userEvent.click(within(row).getByRole('cell', { name: '500,00' }));
    expect(currentPath()).toBe('/admin/8');
  });

  test('sub-account list: a click beside the buttons or after selecting text opens no account', async () => {
    open();
    const row = await rowOf('joueur8');
    await userEvent.click(within(row).getByRole('link', { name: 'Retirer' }).parentElement!);
    const amount = within(row).getByRole('cell', { name: '500,00' });
    getSelection()?.selectAllChildren(amount);
    fireEvent.click(amount);
    expect(currentPath()).toBe('/admin');
    getSelection()?.removeAllRanges();
  });

  test('sub-account list: a button opens the other actions of a row, and Escape closes them', async () => {
    open();
    const row = await rowOf('joueur8');
    const opener = within(row).getByRole('button', { name: 'Autres actions' });
    const panel = document.getElementById(opener.getAttribute('aria-controls') ?? '')!;
    expect(opener).toHaveAccessibleDescription('joueur8');
    expect(within(panel).queryByRole('link', { name: 'Ajouter' })).toBeNull();
    const isOpen = () => [opener.getAttribute('aria-expanded'), panel.dataset['open']];
    expect(isOpen()).toEqual(['false', 'false']);
    await userEvent.click(opener);
    expect(isOpen()).toEqual(['true', 'true']);
    act(() => within(panel).getByRole('link', { name: 'Retirer' }).focus());
    await userEvent.keyboard('{Escape}');
    expect(isOpen()).toEqual(['false', 'false']);
    expect(opener).toHaveFocus();
    await userEvent.click(opener);
    act(() => screen.getByRole('searchbox').focus());
    await userEvent.keyboard('{Escape}');
    expect(isOpen()).toEqual(['true', 'true']);
    await userEvent.click(opener);
    expect(isOpen()).toEqual(['false', 'false']);
  });

  test('sub-account list: arrows go from row to row, and only one row has tab stops', async () => {
    serve(LIST, pageOfAccounts([account(7), account(8), account(9)]));
    open();
    const controlOf = async (username: string, name: string) =>
      within(await rowOf(username)).getByRole('link', { name });
    const name7 = await controlOf('joueur7', 'joueur7');
    act(() => name7.focus());
    const refund8 = await controlOf('joueur8', 'Ajouter');
    await waitFor(() => expect(refund8).toHaveAttribute('tabindex', '-1'));
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(refund8).toHaveFocus();
    expect(refund8).toHaveAttribute('tabindex', '0');
    expect(name7).toHaveAttribute('tabindex', '-1');
    await userEvent.keyboard('{End}');
    expect(await controlOf('joueur9', 'Ajouter')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Home}{ArrowLeft}{ArrowUp}');
    expect(name7).toHaveFocus();
  });

  test('sub-account list: it says until when the balance lasts, and fills the request', async () => {
    serve('GET /user/float', { endsAt: '2026-11-29T18:40:00', missing: 450 });
    open();
    expect(
      await screen.findByText(/À ce rythme, votre solde dure jusque vers 18.h.40 \(estimation\)\./),
    ).toHaveTextContent("D'après vos quatre dernières semaines, le même jour.");
    expect(screen.getByRole('link', { name: 'Demander du solde' })).toHaveAttribute(
      'href',
      '/requests/balance?amount=450',
    );
  });

  test('sub-account list: without an estimate nothing is said, and the request has no amount', async () => {
    const calls = serve('GET /user/float', { endsAt: null, missing: null });
    open();
    await rowOf('joueur7');
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByText(/À ce rythme/)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Demander du solde' })).toHaveAttribute(
      'href',
      '/requests/balance',
    );
  });

  test('sub-account list: the figures of today are read after the list, and are dashes before', async () => {
    const answer = createHold();
    serve(LIST, () => answer.released.then(() => pageOfAccounts([account(7)])));
    const calls = serve(REPORT, { totalIn: 1250.5, totalOut: 300, totalNet: 950.5 });
    serve(REPORT, () => refused(500), { once: true });
    const figures = () => screen.getByLabelText("Aujourd'hui").textContent;
    renderWithMenu(routes, '/admin');
    expect(figures()).toBe('Ajouté ce jourRetiré ce jourNet du jour');
    expect(calls).toEqual([]);
    answer.release();
    await waitFor(() => expect(figures()).toBe('Ajouté ce jour–Retiré ce jour–Net du jour–Non lusRéessayer'));
    await followMenu();
    await waitFor(() =>
      expect(figures()).toMatch(/^Ajouté ce jour1.250,50Retiré ce jour300,00Net du jour950,50$/),
    );
    const today = platformDay();
    expect(calls.map(({ search }) => new URLSearchParams(search).get('from'))).toEqual([`${today}T00:00:00`]);
  });

  test('sub-account list: the figures are those of the platform day, not of the device', async () => {
    const headers = { 'X-Platform-Day': '2031-03-01;ends-in=3600' };
    serve(LIST, () => HttpResponse.json(pageOfAccounts([account(7)]), { headers }));
    const calls = serve(REPORT, { totalIn: 1250.5, totalOut: 300, totalNet: 950.5 });
    open();
    await waitFor(() =>
      expect(screen.getByLabelText("Aujourd'hui")).toHaveTextContent(/^Ajouté ce jour1.250,50/),
    );
    expect(calls.map(({ search }) => decodeURIComponent(search))).toEqual([
      '?from=2031-03-01T00:00:00&to=2031-03-01T23:59:59.999',
    ]);
  });

  test('sub-account list: the figures of a new day replace those of the day before', async () => {
    const ending = { 'X-Platform-Day': '2031-03-01;ends-in=3600' };
    serve(LIST, () => HttpResponse.json(pageOfAccounts([account(7)]), { headers: ending }));
    const answer = createHold();
    const calls = serve(REPORT, ({ url }) => {
      const isNewDay = url.includes('2031-03-02');
      const report = { totalIn: isNewDay ? 0 : 1250.5, totalOut: 0, totalNet: isNewDay ? 0 : 1250.5 };
      return isNewDay ? answer.released.then(() => report) : report;
    });
    open();
    const figures = screen.getByLabelText("Aujourd'hui");
    await waitFor(() => expect(figures).toHaveTextContent(/^Ajouté ce jour1.250,50/));
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + 3_600_000);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(figures).toHaveTextContent(/^Ajouté ce jourRetiré ce jourNet du jour$/);
    answer.release();
    await waitFor(() => expect(figures).toHaveTextContent(/^Ajouté ce jour0,00Retiré ce jour0,00/));
    clock.mockRestore();
    expect(calls).toHaveLength(2);
  });

  test('sub-account list: a failure is logged and shown, and its menu link reads again', async () => {
    serve(SEARCH, pageOfAccounts([]));
    serve(SEARCH, () => refused(500), { once: true });
    renderWithMenu(routes, '/admin?username=joueur7');
    const failure = await screen.findByRole('alert');
    expect(failure).toHaveTextContent(UNREAD);
    const empty = screen.getByText('Aucune donnée disponible');
    expect(failure.compareDocumentPosition(empty)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole('link', { name: 'Afficher tous les comptes' })).toBeNull();
    await waitFor(() => expect(console.warn).toHaveBeenCalled());
    await followMenu();
    await waitFor(() => expect(screen.queryByText(UNREAD)).toBeNull());
    expect(await screen.findByText('Aucune donnée disponible')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Afficher tous les comptes' })).toHaveAttribute('href', '/admin');
  });

  test('sub-account list: rows are outlined while they are read, and an empty list leads on', async () => {
    const answer = createHold();
    serve(LIST, () => answer.released.then(() => pageOfAccounts([])));
    const { container } = open();
    expect(await screen.findByText('Chargement...')).toBeVisible();
    expect(container.querySelectorAll('[data-waiting] tbody[aria-hidden] tr').length).toBeGreaterThan(3);
    expect(screen.getAllByRole('row')).toHaveLength(1);
    answer.release();
    expect(await screen.findByRole('link', { name: 'Créer un premier compte' })).toHaveAttribute(
      'href',
      '/admin/create',
    );
    expect(container.querySelector('[data-waiting]')).toBeNull();
  });

  test('sub-account list: Réessayer reads the page that failed, and the title has the focus', async () => {
    serve(LIST, pageOfAccounts([account(7)], 60, 2));
    serve(LIST, () => refused(503), { once: true });
    open('?page=3');
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
    expect(screen.getByRole('heading', { name: 'Admin' })).toHaveFocus();
    expect(await rowOf('joueur7')).toHaveTextContent(/^51/);
    expect(currentPath()).toBe('/admin?page=3');
  });

  test('sub-account list: the pager of more than 25 rows keeps its focus, and the URL the page', async () => {
    const answer = createHold();
    serve(LIST, async (request) => {
      const page = pageAsked(request);
      if (page === 2) await answer.released;
      return pageOfAccounts([account(100 + page)], 60, page);
    });
    open();
    const third = await screen.findByRole('button', { name: 'Page 3' });
    await userEvent.click(third);
    expect(screen.getByText('Chargement...')).toBeVisible();
    expect(screen.queryByText('joueur100')).toBeNull();
    expect(third).toHaveFocus();
    answer.release();
    expect(await rowOf('joueur102')).toHaveTextContent(/^51/);
    expect(third).toHaveFocus();
    expect(currentPath()).toBe('/admin?page=3');
  });

  test('sub-account list: the rows and the pager of the list before go while a search loads', async () => {
    const answer = createHold();
    serve(LIST, pageOfAccounts([account(7)], 60));
    serve(SEARCH, () => answer.released.then(() => pageOfAccounts([account(9)])));
    open();
    await rowOf('joueur7');
    await userEvent.type(screen.getByRole('searchbox'), 'ali{Enter}');
    const status = screen.getByText('Chargement...');
    expect(status).toHaveAttribute('role', 'status');
    expect(screen.queryByText('joueur7')).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Pagination' })).toBeNull();
    answer.release();
    await rowOf('joueur9');
    expect(status).toHaveTextContent(/^1 compte$/);
  });

  test('search box: Enter sends the trimmed term to the URL, and an empty term shows the list', async () => {
    const calls = serve(SEARCH, pageOfAccounts([account(9)]));
    open('?page=2');
    const box = screen.getByRole('searchbox');
    await userEvent.type(box, '  ali {Enter}');
    expect(await screen.findByText('joueur9')).toBeVisible();
    expect(currentPath()).toBe('/admin?username=ali');
    await userEvent.clear(box);
    await userEvent.type(box, '   ');
    await userEvent.click(screen.getByRole('button', { name: 'Rechercher' }));
    expect(await screen.findByText('joueur7')).toBeVisible();
    expect(currentPath()).toBe('/admin');
    expect(calls.map(({ search }) => search)).toEqual(['?username=ali&page=0&size=25']);
  });

  test('search box: a click selects the term, also in Safari, and the next moves the caret', async () => {
    serve(SEARCH, pageOfAccounts([account(9)]));
    open('?username=ali');
    const input = await screen.findByRole<HTMLInputElement>('searchbox', { name: "Nom d'utilisateur" });
    act(() => input.focus());
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 3]);
    // `fireEvent` returns false when the default action is prevented.
    expect(fireEvent.mouseUp(input)).toBe(false);
    expect(fireEvent.mouseUp(input)).toBe(true);
  });

  test('sub-account list: the server orders and filters all pages, and the URL keeps both', async () => {
    const calls = serve(LIST, pageOfAccounts([account(7), account(8)], 60));
    const { unmount } = open('?page=3');
    await rowOf('joueur7');
    await userEvent.selectOptions(screen.getByLabelText('Trier'), 'Montant décroissant');
    expect(currentPath()).toBe('/admin?tri=-montant');
    expect(await rowOf('joueur8')).toHaveTextContent(/^2/);
    await userEvent.selectOptions(screen.getByLabelText('État'), 'Inactifs');
    expect(currentPath()).toBe('/admin?tri=-montant&etat=inactifs');
    await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
    await waitFor(() =>
      expect(calls.map(({ search }) => search)).toEqual([
        '?page=2&size=25',
        '?page=0&size=25&sort=balance&order=desc',
        '?page=0&size=25&sort=balance&order=desc&active=false',
        '?page=1&size=25&sort=balance&order=desc&active=false',
      ]),
    );
    unmount();
    open('?tri=mouvement&etat=actifs');
    await rowOf('joueur7');
    expect(screen.getByLabelText('Trier')).toHaveValue('mouvement');
    expect(screen.getByLabelText('État')).toHaveValue('actifs');
  });

  test('sub-account list: a search offers each account further below once, with its path', async () => {
    signInForTest({ roleName: 'ROLE_CAPO' });
    serve(SEARCH, pageOfAccounts([account(9)]));
    const found = [
      { id: 9, username: 'ali', role: 'ROLE_SUPER_ADMIN', active: true, path: ['capo'], balance: 1 },
      { id: 12, username: 'ali.b', role: 'ROLE_CLIENT', active: false, path: ['capo', 'sami', 'lea'] },
    ];
    const calls = serve(FIND, { accounts: found });
    open('?username=ali&tri=nom');
    const section = await screen.findByRole('region', { name: 'Plus bas dans votre réseau' });
    expect(
      within(section)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['ali.bInactifsami › lea']);
    expect(within(section).getByRole('link', { name: 'ali.b' })).toHaveAttribute('href', '/admin/12');
    expect(calls.map(({ search }) => search)).toEqual(['?query=ali']);
  });

  test('sub-account list: a search of one character, or by an admin, finds only children', async () => {
    serve(SEARCH, pageOfAccounts([account(9)]));
    const calls = serve(FIND, { accounts: [] });
    const { unmount } = open('?username=ali');
    await rowOf('joueur9');
    unmount();
    signInForTest({ roleName: 'ROLE_CAPO' });
    open('?username=a');
    await rowOf('joueur9');
    expect(calls).toHaveLength(0);
  });

  test('sub-account list: a sentence says that accounts further below cannot be read', async () => {
    signInForTest({ roleName: 'ROLE_CAPO' });
    serve(SEARCH, pageOfAccounts([account(9)]));
    serve(FIND, { accounts: [] });
    serve(FIND, () => refused(503), { once: true });
    open('?username=ali');
    const section = await screen.findByRole('region', { name: 'Plus bas dans votre réseau' });
    await userEvent.click(within(section).getByRole('button', { name: 'Réessayer' }));
    await waitFor(() => expect(section).not.toBeInTheDocument());
  });

  test.each([
    ['Ajouter', '7'],
    ['Modifier', 'Nouveau1234'],
  ])('sub-account list: Back and success of %s lead to the page of the search', async (action, typed) => {
    const list = '/admin?page=2&username=jou&tri=nom';
    serve(SEARCH, pageOfAccounts([account(7)], 60, 1));
    serve('POST /transactions', { agentNewBalance: 990 });
    serve('POST /auth/change-sub-account-password/7', { agentNewBalance: 990 });
    renderRoutes(routes, list);
    await userEvent.click(within(await rowOf('joueur7')).getByRole('link', { name: action }));
    expect(await screen.findByRole('link', { name: 'Back' })).toHaveAttribute('href', list);
    await userEvent.type(await screen.findByLabelText(/Montant|Mot de passe/), `${typed}{Enter}`);
    await waitFor(() => expect(currentPath()).toBe(list));
  });

  test('sub-account list: it opens again silently if one of its accounts cannot be read', async () => {
    serve(LIST, pageOfAccounts([account(7)], 60, 1));
    serve('GET /user/sub-account/:id', () => refused(404));
    open('?page=2');
    await userEvent.click(within(await rowOf('joueur7')).getByRole('link', { name: 'Ajouter' }));
    await waitFor(() => expect(currentPath()).toBe('/admin?page=2'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('sub-account list: only a row from which the agent returns has the focus, also the last', async () => {
    serve(LIST, pageOfAccounts(Array.from({ length: 25 }, (_, index) => account(index + 1))));
    open();
    await userEvent.click(within(await rowOf('joueur25')).getByRole('link', { name: 'Modifier' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Back' }));
    await waitFor(async () => expect(await screen.findByText('joueur25')).toHaveFocus());
    await userEvent.click(screen.getByRole('link', { name: 'Ajouter un nouveux Utilisateur' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Back' }));
    await rowOf('joueur25');
    expect(document.body).toHaveFocus();
  });
});

describe('status toggle', () => {
  test('status toggle: a double click flips the row at once, sends one call and shows a notice', async () => {
    const answer = createHold();
    const calls = serve(UPDATE_7, () => answer.released.then(noContent));
    const notices = recordEvents('notice/raised');
    open();
    const row = await rowOf('joueur7');
    await userEvent.click(within(row).getByRole('button', { name: 'Désactiver' }));
    expect(within(row).getByRole('group', { name: 'Désactiver joueur7\u00a0?' })).toBeVisible();
    await userEvent.dblClick(within(row).getByRole('button', { name: 'Confirmer' }));
    expect(within(row).getByRole('button', { name: 'Activer' })).toHaveFocus();
    expect(notices).toEqual([]);
    answer.release();
    await waitFor(() => expect(notices).toEqual([DEACTIVATED]));
    await press('joueur7', 'Activer');
    await waitFor(() =>
      expect(notices[1]).toEqual({ tone: 'success', text: 'Activation avec succès', detail: 'joueur7' }),
    );
    expect(calls.map(({ body }) => body)).toEqual([{ active: false }, { active: true }]);
  });

  test('status toggle: Annuler of its question sends nothing and gives the focus back', async () => {
    const calls = serve(UPDATE_7, noContent);
    open();
    const row = await rowOf('joueur7');
    await press('joueur7', 'Désactiver');
    await press('joueur7', 'Annuler');
    expect(within(row).getByRole('button', { name: 'Désactiver' })).toHaveFocus();
    expect(calls).toEqual([]);
  });

  test('status toggle: only the first key press toggles while Enter is held down', async () => {
    open();
    const toggle = within(await rowOf('joueur7')).getByRole('button', { name: 'Désactiver' });
    expect(fireEvent.keyDown(toggle, { key: 'Enter' })).toBe(true);
    expect(fireEvent.keyDown(toggle, { key: 'Enter', repeat: true })).toBe(false);
  });

  test('status toggle: the list is read again once both of two toggles are answered', async () => {
    let balance = 500;
    const inactive = new Set<number>();
    const reread = createHold();
    const answers = { 7: createHold(), 8: createHold() };
    const reads = serve(LIST, async () => {
      if (reads.length === 2) await reread.released;
      return pageOfAccounts([7, 8].map((id) => account(id, { balance, active: !inactive.has(id) })));
    });
    for (const id of [7, 8] as const)
      serve(`POST /user/update-status/${id}`, async () => {
        await answers[id].released;
        inactive.add(id);
        return noContent();
      });
    const notices = recordEvents('notice/raised');
    open();
    await rowOf('joueur7');
    balance = 900;
    act(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
    });
    await waitFor(() => expect(reads).toHaveLength(2));
    await deactivate('joueur7');
    await deactivate('joueur8');
    answers[7].release();
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(reads).toHaveLength(2);
    answers[8].release();
    await waitFor(async () => expect(await rowOf('joueur7')).toHaveTextContent('900,00'));
    expect(reads).toHaveLength(3);
    expect(within(await rowOf('joueur8')).getByRole('button', { name: 'Activer' })).toBeVisible();
    reread.release();
  });

  test('status toggle: the list is not read again if it was not being read', async () => {
    const reads = serve(LIST, pageOfAccounts([account(7)]));
    serve(UPDATE_7, noContent);
    const notices = recordEvents('notice/raised');
    open();
    await deactivate('joueur7');
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(reads).toHaveLength(1);
  });

  test.each([
    ['was read', false, '502,00'],
    ['is being read', true, '503,00'],
  ])('status toggle: no old flag stays if the list %s before the answer', async (_, isHeld, balance) => {
    let active = true;
    const update = createHold();
    const reading = createHold();
    const reads = serve(LIST, async () => {
      const list = pageOfAccounts([account(7, { active, balance: 500 + reads.length })]);
      if (isHeld && reads.length === 2) await reading.released;
      return list;
    });
    serve(UPDATE_7, async () => {
      await update.released;
      active = false;
      return noContent();
    });
    const notices = recordEvents('notice/raised');
    renderWithMenu(routes, '/admin');
    const row = await rowOf('joueur7');
    await deactivate('joueur7');
    await followMenu();
    await waitFor(() => expect(reads).toHaveLength(2));
    if (!isHeld) await waitFor(() => expect(row).toHaveTextContent(balance));
    update.release();
    await waitFor(() => expect(notices).toHaveLength(1));
    reading.release();
    await waitFor(() => expect(row).toHaveTextContent(balance));
    expect(await within(row).findByRole('button', { name: 'Activer' })).toBeVisible();
  });

  test('status toggle: the flag reverts and a notice shows the failure if the update fails', async () => {
    const answer = createHold();
    serve(UPDATE_7, () => answer.released.then(() => refused(500, { errors: ['x'], code: 'internal' })));
    const notices = recordEvents('notice/raised');
    open();
    const row = await rowOf('joueur7');
    await deactivate('joueur7');
    expect(await within(row).findByRole('button', { name: 'Activer' })).toBeVisible();
    answer.release();
    expect(await within(row).findByRole('button', { name: 'Désactiver' })).toBeVisible();
    expect(notices).toEqual([UPDATE_FAILED]);
  });

  test('status toggle: the list is read again after a lost answer and shows the server’s flag', async () => {
    let active = true;
    const reads = serve(LIST, () => pageOfAccounts([account(7, { active })]));
    serve(UPDATE_7, () => {
      active = false;
      return lost();
    });
    const notices = recordEvents('notice/raised');
    open();
    const row = await rowOf('joueur7');
    await deactivate('joueur7');
    await waitFor(() => expect(reads).toHaveLength(2));
    expect(notices).toEqual([UPDATE_FAILED]);
    expect(await within(row).findByRole('button', { name: 'Activer' })).toBeVisible();
    expect(row).toHaveTextContent('Inactif');
  });

  test.each([
    ['is refused with the session', 401, () => undefined],
    ['is answered after a sign-out', 204, () => act(() => clearSession())],
  ])('status toggle: the next user gets no notice of a deactivation that %s', async (_, status, leave) => {
    const answer = createHold();
    serve(LIST, pageOfAccounts([account(7), account(8, { active: false })]));
    serve(UPDATE_7, () => answer.released.then(() => (status === 204 ? noContent() : refused(status))));
    serve('POST /user/update-status/8', noContent);
    const notices = recordEvents('notice/raised');
    open();
    await deactivate('joueur7');
    answer.release();
    leave();
    await waitFor(() => expect(currentUser()).toBeNull());
    act(() => void signInForTest({ id: 9 }));
    await press('joueur8', 'Activer');
    await waitFor(() => expect(notices.at(-1)?.text).toBe('Activation avec succès'));
    expect(notices).toHaveLength(1);
  });
});
