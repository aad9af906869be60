import { subAccountLinkState } from '@palier/shared/return-to-list';
import { useNavigate } from '@palier/shared/router';
import { currentUser } from '@palier/shared/session';
import { currentPath, createHold, refused, renderRoutes, renderWithMenu } from '@palier/shared/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NO_SELECTION } from '../../lib/selection/selection.rules';
import { routes } from '../../routes';
import { item, mockDialogs, runMockServer, pageOfItems, serve } from '../../testing/wire';

runMockServer();
mockDialogs();

const OUTGOING = 'GET /transactions/history/outgoing';
const UNREAD = "L'historique n'a pas pu être lu. Veuillez réessayer.";
const EMPTY = 'Aucune transaction trouvée';

const Go = ({ to, name }: { readonly to: number | string; readonly name: string }) => {
  const navigate = useNavigate();
  return <button onClick={() => void (typeof to === 'number' ? navigate(to) : navigate(to))}>{name}</button>;
};
/** The routes with buttons that navigate. */
const routesWithNavigation = routes.map((route) => ({
  ...route,
  element: (
    <>
      <Go to={-1} name="Previous" />
      <Go to={1} name="Next" />
      <Go to="/reportItem/7" name="Account 7" />
      {route.element}
    </>
  ),
}));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const followMenu = () => userEvent.click(screen.getByRole('link', { name: 'Menu' }));
const box = () => screen.getByRole<HTMLInputElement>('searchbox');
const heading = () => screen.findByRole('heading', { name: 'Historique\u00a0: joueur7' });

describe('history', () => {
  test('history: it shows Date, Nom, Type, Montant of the first 25 as the specification does', async () => {
    const calls = serve(OUTGOING, pageOfItems([item(1, { initiatorTransactionType: 'USER_CREATION' })]));
    renderRoutes(routes, '/history');
    const row = (await screen.findByText('joueur1')).closest('tr')!;
    expect(row).toHaveTextContent(/^2026-03-01 10:20:30joueur1Création de compte10,00$/);
    expect(row.nextElementSibling).toHaveTextContent(/^n° 1 · votre solde 1 310,50Reçu$/);
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['Date', 'Nom', 'Type', 'Montant']);
    expect(calls.map(({ search }) => search)).toEqual(['?page=0&size=25']);
    expect(screen.queryByText(/Ajouté/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Ajouts et retraits' })).toBeNull();
  });

  test('history: a row without a balance from the server shows only its number', async () => {
    const { balanceAfter: _, ...bare } = item(48213);
    serve(OUTGOING, pageOfItems([bare]));
    renderRoutes(routes, '/history');
    expect((await screen.findByText(/^n° 48213/)).textContent).toBe('n°\u00a048213');
  });

  test('history: one live region says Chargement..., then the number of matching rows', async () => {
    const prize = item(2, { initiatorTransactionType: 'JACKPOT_WIN' });
    serve(OUTGOING, pageOfItems([item(1, { initiatorTransactionType: 'USER_CREATION' }), prize]));
    renderRoutes(routes, '/history');
    const status = screen.getByText('Chargement...');
    expect(status).toHaveAttribute('role', 'status');
    await waitFor(() => expect(status).toHaveTextContent(/^2 lignes$/));
    for (const [text, shown] of [
      [' JOUEUR2', 'joueur2'],
      ['creation', 'Création de compte'],
      ['jackpot_win ', 'JACKPOT_WIN'],
    ] as const) {
      fireEvent.change(box(), { target: { value: text } });
      expect(status).toHaveTextContent(/^1 ligne$/);
      expect(screen.getByRole('table')).toHaveTextContent(shown);
    }
    await userEvent.type(box(), 'x');
    expect(status).toHaveTextContent(EMPTY);
  });

  test('history: letters typed before others stay at their position in the filter', async () => {
    renderRoutes(routes, '/history?filtre=eur');
    await userEvent.click(box());
    box().setSelectionRange(0, 0);
    await userEvent.keyboard('jou');
    expect(box()).toHaveValue('joueur');
    expect(currentPath()).toBe('/history?filtre=joueur');
  });

  test('history: the filter and the rows follow the URL of Back and Forward', async () => {
    serve(OUTGOING, pageOfItems([item(1), item(2)], 30));
    renderRoutes(routesWithNavigation, '/history');
    await screen.findByText('joueur1');
    await userEvent.type(box(), 'joueur');
    await press('Page 2');
    expect(box()).toHaveValue('joueur');
    await userEvent.type(box(), '2');
    expect(screen.queryByText('joueur1')).toBeNull();
    await press('Previous');
    expect(box()).toHaveValue('joueur');
    expect(await screen.findByText('joueur1')).toBeVisible();
    await press('Next');
    expect(box()).toHaveValue('joueur2');
    await userEvent.type(box(), 'x');
    expect(box()).toHaveValue('joueur2x');
  });

  test('history: a hint says that the filter applies to the shown page, if there are more', async () => {
    serve(OUTGOING, pageOfItems([item(1)], 26));
    const { unmount } = renderRoutes(routes, '/history?filtre=joueur2');
    const hint = "Le filtre porte sur la page affichée, l'export sur toutes.";
    expect(await screen.findByText(hint)).toBeVisible();
    expect(box()).toHaveAccessibleDescription(hint);
    unmount();
    serve(OUTGOING, pageOfItems([item(1)], 25));
    renderRoutes(routes, '/history');
    await screen.findByText('joueur1');
    expect(screen.queryByText(hint)).toBeNull();
  });

  test('history: the pager of more than 25 rows keeps its focus while the page loads', async () => {
    const answer = createHold();
    serve(OUTGOING, async ({ url }) => {
      const page = Number(new URL(url).searchParams.get('page'));
      if (page === 1) await answer.released;
      return pageOfItems([item(100 + page)], 30, 25, page);
    });
    renderRoutes(routes, '/history');
    const second = await screen.findByRole('button', { name: 'Page 2' });
    await userEvent.click(second);
    expect(screen.getByText('Chargement...')).toBeVisible();
    expect(screen.queryByText('joueur100')).toBeNull();
    expect(second).toHaveFocus();
    answer.release();
    expect(await screen.findByText('joueur101')).toBeVisible();
    expect(second).toHaveFocus();
    expect(currentPath()).toBe('/history?page=2');
  });

  test('history: a page and a filter in the URL are restored', async () => {
    const calls = serve(OUTGOING, pageOfItems([item(1), item(2)], 60, 25, 2));
    renderRoutes(routes, '/history?page=3&filtre=joueur2');
    expect(await screen.findByText('joueur2')).toBeVisible();
    expect(screen.queryByText('joueur1')).toBeNull();
    expect(box()).toHaveValue('joueur2');
    expect(calls.map(({ search }) => search)).toEqual(['?page=2&size=25']);
  });

  test('history: a failure stands before the empty text, and its menu link reads again', async () => {
    const calls = serve(OUTGOING, pageOfItems([item(1)]));
    serve(OUTGOING, () => refused(500), { once: true });
    renderWithMenu(routes, '/history');
    const failure = await screen.findByRole('alert');
    expect(failure).toHaveTextContent(UNREAD);
    const empty = screen.getByText(EMPTY);
    expect(failure.compareDocumentPosition(empty)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole('button', { name: 'Réessayer' })).toBeVisible();
    await waitFor(() => expect(console.warn).toHaveBeenCalled());
    await followMenu();
    expect(await screen.findByText('joueur1')).toBeVisible();
    await userEvent.type(box(), 'jou');
    expect(screen.getByText('joueur1')).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  test('history: its old rows go and the pager stays if a second read fails', async () => {
    serve(OUTGOING, () => refused(500));
    serve(OUTGOING, pageOfItems([item(1)], 30), { once: true });
    renderWithMenu(routes, '/history');
    await screen.findByText('joueur1');
    await followMenu();
    expect(await screen.findByText(UNREAD)).toBeVisible();
    expect(screen.queryByText('joueur1')).toBeNull();
    expect(screen.getByRole('button', { name: 'Page 2' })).toBeVisible();
  });
});

describe('history: a selection', () => {
  const totals = { credited: 120, debited: 1310.5 };
  const selected = () => serve(OUTGOING, { ...pageOfItems([item(3)]), totals });
  const openSheet = async () => {
    await press('+ Filtre');
    return screen.findByRole('dialog', { name: 'Filtrer les mouvements' });
  };
  const searchOf = (calls: readonly { readonly search: string }[]) =>
    new URLSearchParams(calls.at(-1)?.search);

  afterEach(() => localStorage.clear());

  test('history: a usual period and an amount are chips, totals show, and Back restores', async () => {
    const calls = selected();
    renderRoutes(routesWithNavigation, '/history?page=2');
    await press('Hier');
    await openSheet();
    await userEvent.type(screen.getByLabelText('Montant exact'), '1 250,50{Enter}');
    await waitFor(() => expect(searchOf(calls).get('amountFrom')).toBe('1250.50'));
    const [, day, both] = calls.map(({ search }) => new URLSearchParams(search));
    expect(day?.get('from')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(day?.get('to')).toBe(day?.get('from'));
    expect([both?.get('page'), both?.get('amountTo')]).toEqual(['0', '1250.50']);
    expect(await screen.findByText(/1 mouvement ·/)).toHaveTextContent('Ajouté 1 310,50 · Retiré 120,00');
    await press('Voir 1 mouvement');
    expect(screen.getByRole('button', { name: /Retirer le filtre 1 250,50/ })).toBeVisible();
    await press('Previous');
    expect(screen.queryByRole('button', { name: /Retirer le filtre 1 250,50/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Retirer le filtre Hier' })).toBeVisible();
  });

  test('history: the week before begins on a Monday, and a press removes its chip', async () => {
    const calls = selected();
    renderRoutes(routes, '/history');
    await press('Semaine dernière');
    await waitFor(() => expect(calls).toHaveLength(2));
    const [from, to] = ['from', 'to'].map((name) => Date.parse(searchOf(calls).get(name) ?? ''));
    expect(new Date(from ?? NaN).getUTCDay()).toBe(1);
    expect((to ?? NaN) - (from ?? NaN)).toBe(6 * 86_400_000);
    await press('Retirer le filtre Semaine dernière');
    expect(currentPath()).toBe('/history');
    expect(screen.getByRole('button', { name: '+ Filtre' })).toHaveFocus();
  });

  test('history: a typed text applies without Enter, as one entry of the browser', async () => {
    const calls = selected();
    renderRoutes(routesWithNavigation, '/history');
    await openSheet();
    await userEvent.type(screen.getByLabelText('Compte'), 'nad');
    await waitFor(() => expect(searchOf(calls).get('account')).toBe('nad'));
    await userEvent.type(screen.getByLabelText('Compte'), 'ia');
    await waitFor(() => expect(searchOf(calls).get('account')).toBe('nadia'));
    expect(screen.getByLabelText('Compte')).toHaveFocus();
    await press('Previous');
    await waitFor(() => expect(currentPath()).toBe('/history'));
  });

  test('history: a sentence says why an amount cannot be read, and nothing is searched', async () => {
    const calls = selected();
    renderRoutes(routes, '/history');
    await screen.findByText('joueur3');
    await openSheet();
    const amount = screen.getByLabelText('Montant exact');
    await userEvent.type(amount, '1.234{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent(
      /« 1\.234 » peut vouloir dire 1 234 DT ou 1 DT et 234 millimes\./,
    );
    await userEvent.clear(amount);
    await userEvent.type(amount, '1e1{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Le montant doit être un nombre valide.');
    expect(searchOf(calls).has('amountFrom')).toBe(false);
    await userEvent.clear(amount);
    await userEvent.paste('1\u202f234,50\u00a0DT');
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(searchOf(calls).get('amountFrom')).toBe('1234.50'));
  });

  test('history: the sheet shows the conditions of the address, and Effacer removes them all', async () => {
    const calls = selected();
    renderRoutes(routes, '/history?type=WITHDRAWAL&min=10&numero=n%C2%B0%203&filtre=joueur');
    await screen.findByText('joueur3');
    const chips = screen.getAllByRole('button', { name: /^Retirer le filtre/ });
    expect(chips.map((chip) => chip.textContent.replace(/\s/g, ' '))).toEqual([
      'Retirer ×',
      'À partir de 10 DT ×',
      'n° 3 ×',
    ]);
    expect(Object.fromEntries(new URLSearchParams(calls[0]?.search))).toEqual({
      page: '0',
      size: '25',
      kind: 'WITHDRAWAL',
      amountFrom: '10',
      number: '3',
    });
    await openSheet();
    expect(screen.getByLabelText('Type')).toHaveValue('WITHDRAWAL');
    await press('Effacer les filtres (3)');
    expect(currentPath()).toBe('/history?filtre=joueur');
    await waitFor(() => expect(calls.at(-1)?.search).toBe('?page=0&size=25'));
  });

  test('history: a period and a range of amounts count as one condition each', async () => {
    selected();
    renderRoutes(routes, '/history?du=2026-02-01&au=2026-02-07&type=WITHDRAWAL&min=10&max=20');
    await screen.findByText('joueur3');
    expect(screen.getByText(/^1er–7\sfévr\./)).toBeVisible();
    await openSheet();
    expect(screen.getByRole('button', { name: 'Effacer les filtres (3)' })).toBeVisible();
  });

  test('history: a sentence says where the search of too long a period stopped', async () => {
    serve(OUTGOING, { ...pageOfItems([]), totals, examinedFrom: '2026-02-01T08:00:00.000' });
    renderRoutes(routes, '/history?type=BET');
    expect(await screen.findByText(/s'arrête au 1er\sfévrier\s2026 à 08:00/)).toBeVisible();
    expect(screen.getByText(EMPTY)).toBeVisible();
  });

  test('history: a number typed into the filter of the page is searched for in all pages', async () => {
    const calls = selected();
    renderRoutes(routes, '/history?filtre=n°%20670');
    await userEvent.click(await screen.findByRole('link', { name: /^Rechercher le n°\s670 dans tout/ }));
    await waitFor(() => expect(searchOf(calls).get('number')).toBe('670'));
    expect(currentPath()).toBe('/history?numero=670');
  });

  test('history: a saved filter is offered beside the others until it is deleted', async () => {
    const calls = selected();
    const { unmount } = renderRoutes(routes, '/history?type=WITHDRAWAL');
    await openSheet();
    const name = screen.getByLabelText('Nom du filtre');
    expect(name).toHaveValue('Retirer');
    await userEvent.clear(name);
    await userEvent.type(name, 'Retraits');
    await press('Enregistrer ce filtre');
    expect(screen.getByText(/^«\sRetraits\s» est enregistré, et proposé/)).toBeVisible();
    // A button directly in the form would stick to the foot of a phone, over the button of the sheet.
    expect(document.querySelector('form > button[type=submit]:not([hidden])')).toBeNull();
    unmount();

    renderRoutes(routes, '/history');
    await press('Filtre enregistré Retraits');
    expect(currentPath()).toBe('/history?type=WITHDRAWAL');
    await waitFor(() => expect(searchOf(calls).get('kind')).toBe('WITHDRAWAL'));
    await openSheet();
    await press('Supprimer le filtre Retraits');
    await press('Effacer les filtres (1)');
    expect(screen.queryByRole('button', { name: 'Filtre enregistré Retraits' })).toBeNull();
  });

  test.each([
    ['?type=DEPOSIT&min=1010,01', 'Ajouter · À partir de 1010,01 DT'],
    [`?type=DEPOSIT&min=1010,01&compte=${'a'.repeat(30)}`, 'Ajouter · À partir de 1010,01 DT'],
    [`?compte=${'a'.repeat(60)}&numero=3`, ''],
  ])('history: the name proposed for the filter of %s has whole conditions', async (search, proposed) => {
    selected();
    renderRoutes(routes, `/history${search}`);
    await openSheet();
    const name: HTMLInputElement = screen.getByLabelText('Nom du filtre');
    expect(name.value.replace(/\s/g, ' ')).toBe(proposed);
  });

  test('history: a filter that another tab has saved stays beside the next one', async () => {
    selected();
    renderRoutes(routes, '/history?type=WITHDRAWAL');
    await openSheet();
    const selection = { ...NO_SELECTION, type: 'DEPOSIT' };
    const ofOtherTab = JSON.stringify([{ name: 'Ajouts', preset: null, selection }]);
    localStorage.setItem(`palier.filters.history.${currentUser()?.id}`, ofOtherTab);
    await press('Enregistrer ce filtre');
    expect(await screen.findByRole('button', { name: 'Filtre enregistré Ajouts' })).toBeVisible();
  });
});

describe('history of one account', () => {
  test('history of one account: only its transactions are read, with balances and its name', async () => {
    const calls = serve(OUTGOING, pageOfItems([item(7)]));
    renderRoutes(routes, '/reportItem/7');
    expect(await heading()).toBeVisible();
    expect(screen.getByText(/^n° 7/)).toHaveTextContent('n° 7 · son solde 1 310,50');
    expect(calls.map(({ search }) => search)).toEqual(['?page=0&size=25&targetUserId=7']);
  });

  test('history of one account: no row of the user’s own history shows while it opens', async () => {
    const answer = createHold();
    serve(OUTGOING, async ({ url }) => {
      if (!url.includes('targetUserId')) return pageOfItems([item(1)]);
      await answer.released;
      return pageOfItems([item(7)]);
    });
    renderRoutes(routesWithNavigation, '/history');
    await screen.findByText('joueur1');
    await press('Account 7');
    expect(screen.queryByText('joueur1')).toBeNull();
    answer.release();
    expect(await screen.findByText('joueur7')).toBeVisible();
  });

  test('history of one account: Réessayer reads it again after a failure', async () => {
    serve(OUTGOING, () => refused(503), { once: true });
    renderRoutes(routes, '/reportItem/7');
    await press('Réessayer');
    expect(await screen.findByRole('row', { name: /joueur1/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
  });

  test('history of one account: the title names the account of the link if it has no movement', async () => {
    serve(OUTGOING, pageOfItems([]));
    renderRoutes(routes, '/reportItem/7', subAccountLinkState('', 'joueur7'));
    expect(await screen.findByText(EMPTY)).toBeVisible();
    expect(await heading()).toBeVisible();
  });

  test('history of one account: Back leads to the page of the list, also after other pages', async () => {
    serve(OUTGOING, pageOfItems([item(7)], 60));
    renderRoutes(routes, '/reportItem/7', subAccountLinkState('?page=3&username=jou'));
    const back = screen.getByRole('link', { name: 'Back' });
    expect(back).toHaveAttribute('href', '/admin?page=3&username=jou');
    await press('Page 2');
    await userEvent.type(box(), 'a');
    expect(back).toHaveAttribute('href', '/admin?page=3&username=jou');
  });
});
