import { clearSession, setBalance } from '@palier/shared/session/writer';
import { createServe, refused, renderRoutes, runWire, signInForTest } from '@palier/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { balanceHold } from '../../lib/balance-hold';
import { routes } from '../../routes';
import { messages } from './game.messages';

const GAME = '/game/PRAGMATIC/Tiger/vs20-tiger';
const SITTING = 'GET /casino/sitting';
const MINUTE_MS = 60_000;

const server = setupServer(
  http.get('*/api/v1/*', () => refused(500)),
  http.get('*/ws-jackpot/*', () => refused(503)),
);
const serve = createServe(server);

runWire(server);
beforeEach(() => {
  serve('POST /casino/launch', { launch_url: 'http://localhost:3001/play?session=1' });
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  signInForTest({ id: 4, roleName: 'ROLE_CLIENT', balance: 100 });
});
afterEach(clearSession);

const bar = () => screen.findByRole('group', { name: 'Votre séance' });
const results = [0, -1, 24];
const serveResults = () => {
  const left = [...results];
  return serve(SITTING, () => ({
    sitting: { elapsedMs: 12 * MINUTE_MS, result: left.length > 1 ? left.shift() : left[0] },
  }));
};

describe('sitting', () => {
  test('sitting: the bar shows the time, and after the launch its duration and result', async () => {
    serveResults();
    renderRoutes(routes, GAME);
    const text = await bar();
    expect(text).toHaveTextContent(/\d\d:\d\d/);
    await waitFor(() => expect(text).toHaveTextContent('Séance 12 min'));
    expect(text).toHaveTextContent('Résultat 0,00 TND');
  });

  test('sitting: the result follows the balance, with a sign', async () => {
    serveResults();
    renderRoutes(routes, GAME);
    const text = await bar();
    await waitFor(() => expect(text).toHaveTextContent('Résultat 0,00'));
    act(() => setBalance(99));
    await waitFor(() => expect(text).toHaveTextContent('Résultat \u22121,00'));
    act(() => setBalance(124));
    await waitFor(() => expect(text).toHaveTextContent('Résultat +24,00'), { timeout: 5_000 });
  });

  test('sitting: a round that the game shows is read after the round, also when it is lost', async () => {
    const reads = serveResults();
    renderRoutes(routes, GAME);
    const text = await bar();
    await waitFor(() => expect(text).toHaveTextContent('Résultat 0,00'));
    act(() => balanceHold.hold());
    act(() => setBalance(99));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reads).toHaveLength(1);
    act(() => balanceHold.release());
    await waitFor(() => expect(text).toHaveTextContent('Résultat \u22121,00'));
    expect(reads).toHaveLength(2);
  });

  test('sitting: the bar keeps the time when the figures cannot be read', async () => {
    const reads = serve(SITTING, () => refused(500));
    renderRoutes(routes, GAME);
    await waitFor(() => expect(reads).toHaveLength(1));
    expect(await bar()).toHaveTextContent(/\d\d:\d\d$/);
  });

  test('sitting: an hour is written as hours and minutes', () => {
    expect([0, 59, 60, 125].map((minutes) => messages.duration(minutes * MINUTE_MS))).toEqual([
      'Séance 0\u00a0min',
      'Séance 59\u00a0min',
      'Séance 1\u00a0h\u00a000',
      'Séance 2\u00a0h\u00a005',
    ]);
  });
});

test('related games: one touch opens another game, and the own rounds are a link', async () => {
  const related = { providerCode: 'BTG', gameCode: 'near', title: 'Canopy Idols', banner: '' };
  serve('GET /casino/related/PRAGMATIC/vs20-tiger', { titles: [related] });
  const launches = serve('POST /casino/launch', { launch_url: 'http://localhost:3001/play?session=2' });
  renderRoutes(routes, GAME);
  const region = await screen.findByRole('region', { name: 'Jeux proches' });
  expect(within(region).getByRole('link', { name: 'Mes parties' })).toHaveAttribute(
    'href',
    '/history/rounds',
  );
  await userEvent.click(await within(region).findByRole('link', { name: 'Canopy Idols' }));
  expect(await screen.findByRole('heading', { name: 'Canopy Idols', level: 1 })).toBeVisible();
  await waitFor(() => expect(launches).toHaveLength(2));
});
