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
    sitting: {
      time: '2026-03-01T23:58:30.120',
      elapsedMs: 12 * MINUTE_MS,
      result: left.length > 1 ? left.shift() : left[0],
    },
  }));
};

describe('sitting', () => {
  test('sitting: after the launch the bar shows time, duration and result', async () => {
    serveResults();
    renderRoutes(routes, GAME);
    const text = await bar();
    await waitFor(() => expect(text).toHaveTextContent('Séance 12 min'));
    expect(text).toHaveTextContent('23:58');
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

  test('sitting: the bar is empty when the figures cannot be read, and the game runs', async () => {
    const reads = serve(SITTING, () => refused(500));
    renderRoutes(routes, GAME);
    await waitFor(() => expect(reads).toHaveLength(1));
    expect(await bar()).toBeEmptyDOMElement();
    expect(screen.getByTitle('Tiger')).toBeVisible();
  });

  test('sitting: the time goes on from the answer, over midnight', () => {
    const timeAfter = (minutes: number) => messages.timeOf('2026-03-01T23:58:30.120', minutes * MINUTE_MS);
    expect([0, 1, 1.5, 63].map(timeAfter)).toEqual(['23:58', '23:59', '00:00', '01:01']);
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

describe('reminder of a sitting', () => {
  const serveHours = (minutes: number, result = -12.5) =>
    serve(SITTING, () => ({
      sitting: { time: '2026-03-01T20:00:00.000', elapsedMs: minutes * MINUTE_MS, result },
    }));
  const dialog = () => screen.findByRole('alertdialog');
  beforeEach(() => sessionStorage.removeItem('palier-reminder-4'));

  test('reminder: after an hour it covers the game with the result until it is answered', async () => {
    serveHours(61);
    renderRoutes(routes, GAME);
    expect(await dialog()).toHaveTextContent(
      /Vous jouez depuis 1.h\. Voulez-vous continuer.\?.*\u221212,50 TND/,
    );
    expect(screen.getByRole('button', { name: 'Continuer à jouer' })).toHaveFocus();
    expect(screen.getByTitle('Tiger').closest('[inert]')).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Continuer à jouer' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByTitle('Tiger').closest('[inert]')).toBeNull();
  });

  test('reminder: an hour that was answered is not asked about again, but the next one is', async () => {
    sessionStorage.setItem('palier-reminder-4', '1');
    serveHours(61);
    const { unmount } = renderRoutes(routes, GAME);
    await waitFor(async () => expect(await bar()).toHaveTextContent('Séance 1 h 01'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    unmount();
    serveHours(121);
    renderRoutes(routes, GAME);
    expect(await dialog()).toHaveTextContent(/depuis 2.h/);
  });

  test('reminder: an unanswered one stays after a reload, and none comes before an hour', async () => {
    serveHours(61);
    const { unmount } = renderRoutes(routes, GAME);
    await dialog();
    unmount();
    renderRoutes(routes, GAME);
    await dialog();
    await userEvent.click(screen.getByRole('button', { name: 'Arrêter' }));
    serveHours(59);
    renderRoutes(routes, GAME);
    await waitFor(async () => expect(await bar()).toHaveTextContent('Séance 59 min'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
