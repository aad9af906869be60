import type { RoundSummary } from '@palier/shared/contracts/rounds';
import { platformDay } from '@palier/shared/dates';
import { clearSession } from '@palier/shared/session/writer';
import {
  createServe,
  currentPath,
  refused,
  renderRoutes,
  runWire,
  signInForTest,
} from '@palier/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { routes } from '../../routes';

const ROUNDS = 'GET /casino/rounds';
const round = (number: number, more: Partial<RoundSummary> = {}): RoundSummary => ({
  number,
  date: `${platformDay()}T14:52:07`,
  providerCode: 'PGSOFT',
  gameCode: 'g1',
  gameTitle: 'Canopy Idols',
  roundId: `provider-round-${number}`,
  state: 'SETTLED',
  stake: 2,
  result: 12.5,
  jackpotPrizes: 0,
  isComplete: true,
  ...more,
});

const server = setupServer(http.get('*/api/v1/*', () => refused(500)));
const serve = createServe(server);
runWire(server);
beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  signInForTest({ id: 4, roleName: 'ROLE_CLIENT', balance: 100 });
});
afterEach(clearSession);

const open = () => renderRoutes(routes, '/history/rounds');
const rows = () => screen.findAllByRole('listitem');

describe('own rounds', () => {
  test('own rounds: a row has game, signed result, time and stake, and no id of the provider', async () => {
    serve(ROUNDS, { rounds: [round(7), round(6, { result: -2 }), round(5, { result: 0 })], before: null });
    open();
    const [won, lost, even] = await rows();
    expect(won).toHaveTextContent(/Canopy Idols\+12,50/);
    expect(won).toHaveTextContent('14:52 · mise 2,00 · PG Soft');
    expect(within(won!).getByText('+12,50')).toHaveAttribute('data-tone', 'gain');
    expect(within(lost!).getByText('\u22122,00')).toHaveAttribute('data-tone', 'loss');
    expect(within(even!).getByText('0,00')).toHaveAttribute('data-tone', 'even');
    expect(screen.queryByText(/provider-round/)).toBeNull();
    expect(within(won!).getByRole('link')).toHaveAttribute('href', '/round/7');
  });

  test('own rounds: states are words, and a game that was never listed has its code', async () => {
    const list = [
      round(7, { state: 'OPEN', result: -2 }),
      round(6, { state: 'ROLLED_BACK', result: 0 }),
      round(5, { jackpotPrizes: 20, gameTitle: null }),
    ];
    serve(ROUNDS, { rounds: list, before: null });
    open();
    const texts = (await rows()).map(({ textContent }) => textContent);
    expect(texts[0]).toContain('Sans gain reçu');
    expect(texts[1]).toContain('Annulée');
    expect(texts[2]).toMatch(/^g1.*Jackpot$/);
  });

  test('own rounds: they stand under their days', async () => {
    const list = [
      round(7),
      round(6, { date: '2026-03-02T01:00:00' }),
      round(5, { date: '2026-03-02T00:30:00' }),
    ];
    serve(ROUNDS, { rounds: list, before: null });
    open();
    expect(await screen.findByRole('heading', { name: "Aujourd'hui" })).toBeVisible();
    const day = screen.getByRole('region', { name: /^2\smars\s2026$/ });
    expect(within(day).getAllByRole('listitem')).toHaveLength(2);
  });

  test('own rounds: older rounds are a page of their own, and the newest one link away', async () => {
    const reads = serve(ROUNDS, ({ url }) =>
      new URL(url).searchParams.has('before')
        ? { rounds: [round(1)], before: null }
        : { rounds: [round(7)], before: 40 },
    );
    open();
    await userEvent.click(await screen.findByRole('link', { name: 'Plus anciennes' }));
    expect(await screen.findByRole('link', { name: 'Les plus récentes' })).toBeVisible();
    expect(reads.map(({ search }) => search)).toEqual(['', '?before=40']);
    expect(screen.queryByRole('link', { name: 'Plus anciennes' })).toBeNull();
  });

  test('own rounds: without any, the page leads to the games', async () => {
    serve(ROUNDS, { rounds: [], before: null });
    open();
    await userEvent.click(await screen.findByRole('link', { name: 'Choisir un jeu' }));
    expect(currentPath()).toBe('/home');
  });

  test('own rounds: a failure says so first, and Réessayer reads again', async () => {
    const reads = serve(ROUNDS, () => refused(500), { once: true });
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent("Vos parties n'ont pas pu être lues.");
    serve(ROUNDS, { rounds: [round(7)], before: null });
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(await rows()).toHaveLength(1);
    expect(reads).toHaveLength(1);
  });
});
