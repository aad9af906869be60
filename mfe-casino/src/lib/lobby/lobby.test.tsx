import { createServe, renderRoutes, runWire, signInForTest } from '@palier/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { routes } from '../../routes';

const title = (name: string, more = {}) => ({
  providerCode: 'SPRIBE',
  gameCode: name,
  title: name,
  banner: '',
  kind: 'crash',
  returnPercent: 97,
  ...more,
});
const lobby = { recent: [title('Canopy Idols')], favourites: [] };
const answers: Record<string, object> = {
  'casino/providers': { providers: [{ code: 'PRAGMATIC', name: 'Pragmatic' }] },
  'casino/games': { games: [] },
  'casino/lobby': lobby,
  'casino/titles': {
    titles: [title('Canopy Idols'), title('Trésor', { kind: 'slot', returnPercent: 95.97 })],
  },
  'jackpot/counters': { bronzeCounter: 1, silverCounter: 1, goldCounter: 1 },
};
const server = setupServer(
  ...Object.entries(answers).map(([path, answer]) =>
    http.get(`*/api/v1/${path}`, () => HttpResponse.json(answer as never)),
  ),
  http.get('*/ws-jackpot/*', () => HttpResponse.error()),
);
const serve = createServe(server);
runWire(server);
beforeEach(() => {
  globalThis.IntersectionObserver ??= class {
    observe = (): void => undefined;
    disconnect = (): void => undefined;
  } as never;
  signInForTest({ roleName: 'ROLE_CLIENT' });
});
afterEach(() => localStorage.clear());

test('search over all games: it opens with the last game and finds one despite a typing error', async () => {
  renderRoutes(routes, '/home');
  await userEvent.click(await screen.findByRole('button', { name: 'Tous les jeux' }));
  const list = await screen.findByTestId('all-games');
  expect(await within(list).findByRole('link', { name: /Canopy Idols/ })).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Nom du jeu'), 'tresro');
  const found = await within(list).findByRole('link', { name: /Trésor/ });
  expect(found.getAttribute('href')).toBe('/game/SPRIBE/Tr%C3%A9sor/Tr%C3%A9sor');
  expect(found.textContent).toContain('Retour au joueur 95,97 %');
  await userEvent.selectOptions(screen.getByLabelText('Genre'), 'crash');
  await waitFor(() => expect(within(list).queryByRole('link')).toBeNull());
});

test('favourite: the heart returns to its former state if the call fails', async () => {
  const calls = serve('PUT /casino/favourites/SPRIBE/Canopy%20Idols', HttpResponse.error());
  renderRoutes(routes, '/home');
  await userEvent.click(await screen.findByRole('button', { name: 'Tous les jeux' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ajouter Canopy Idols aux favoris' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Ajouter Canopy Idols aux favoris' })).toBeTruthy();
});

/** Opens the catalogue twice: the row is that of the lobby which the first visit has read. */
async function openRow(stored: object) {
  serve('GET /casino/lobby', stored);
  const first = renderRoutes(routes, '/home');
  await waitFor(() => expect(Object.keys(localStorage).some((key) => key.startsWith('lobby/'))).toBe(true));
  first.unmount();
  renderRoutes(routes, '/home');
  return screen.findByRole('region', { name: 'Reprendre · Favoris' });
}

test('row: with last games and no favourite it has a title and links to the last game', async () => {
  const row = await openRow(lobby);
  expect(within(row).getByRole('heading', { name: 'Reprendre' })).toBeTruthy();
  expect(within(row).getByRole('link', { name: /Canopy Idols/ })).toBeTruthy();
  expect(within(row).queryByRole('button', { name: 'Favoris' })).toBeNull();
});

test('row: one row shows the last games, or the favourites after a touch', async () => {
  const row = await openRow({ recent: [title('Canopy Idols')], favourites: [title('Trésor')] });
  const links = () =>
    within(row)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  expect(links()).toEqual(['Canopy Idols']);
  expect(within(row).getByRole('button', { name: 'Reprendre' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(within(row).getByRole('button', { name: 'Favoris' }));
  expect(links()).toEqual(['Trésor']);
  expect(within(row).getByRole('button', { name: 'Favoris' })).toHaveAttribute('aria-pressed', 'true');
});

test('search of one provider: its empty result leads to the same search over all games', async () => {
  renderRoutes(routes, '/home');
  await userEvent.type(await screen.findByLabelText('Search games...'), 'tresor');
  await userEvent.click(
    await screen.findByRole('button', { name: 'Chercher «\u00a0tresor\u00a0» dans tous les jeux' }),
  );
  expect(await screen.findByLabelText('Nom du jeu')).toHaveValue('tresor');
  const list = await screen.findByTestId('all-games');
  expect(await within(list).findByRole('link', { name: /Trésor/ })).toBeTruthy();
});
