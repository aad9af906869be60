import type { Round } from '@palier/shared/contracts/rounds';
import { currentPath, refused, renderRoutes, signInForTest } from '@palier/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { item, runMockServer, pageOfItems, rowTexts, serve } from '../../testing/wire';

runMockServer();

const ROUND = 'GET /casino/round/*';
const step = (number: number | null, kind: string, amount: number, balanceAfter: number | null) => ({
  transactionId: `t-${kind}`,
  date: '2026-03-01T14:05:09.120',
  kind,
  amount,
  number,
  balanceAfter,
  tier: kind === 'JACKPOT_WIN' ? 'gold' : null,
  isByOperator: kind === 'WIN',
});
const round: Round = {
  providerCode: 'PRAGMATIC',
  roundId: 'r-1',
  gameCode: 'g1',
  gameTitle: 'Canopy Idols',
  state: 'SETTLED',
  player: {
    id: 4,
    username: 'nadia',
  },
  stake: 2,
  returned: 0,
  wins: 5.255,
  jackpotPrizes: 0,
  net: 3.255,
  jackpotContributions: 0.0345,
  balanceBefore: 250,
  balanceAfter: 253.255,
  isComplete: true,
  steps: [step(48213, 'BET', -2, 248), step(null, 'BET', 0, null), step(48214, 'WIN', 5.255, 253.255)],
};
const statement = () => screen.findByRole('table', { name: 'Compte de la partie' });

describe('round', () => {
  test('round: an agent sees player, game, sums to the last digit and every step', async () => {
    const calls = serve('GET /casino/round/48213', round);
    renderRoutes(routes, '/round/48213');
    expect(rowTexts(await statement())).toEqual([
      'Solde avant250,00',
      'Mises−2,00',
      'Gains+5,255',
      'Solde après253,255',
      'Résultat du joueur3,255',
    ]);
    expect(calls).toHaveLength(1);
    expect(screen.getByText('Canopy Idols')).toHaveTextContent('Canopy Idols Terminée');
    expect(screen.getByText('nadia')).toBeVisible();
    expect(screen.getByText(/versé 0,0345\sTND aux jackpots/)).toBeVisible();
    expect(screen.queryByText(/^Le solde a aussi changé par d'autres mouvements/)).toBeNull();
    expect(rowTexts(screen.getByRole('table', { name: 'Mouvements' }))).toEqual([
      'DateMouvementMontantSolde après',
      '2026-03-01 14:05:09Mise−2,00248,00',
      'n° 48213 · transaction du fournisseur t-BET',
      '2026-03-01 14:05:09Mise gratuite0,00—',
      'transaction du fournisseur t-BET',
      '2026-03-01 14:05:09Gain5,255253,255',
      "n° 48214 · transaction du fournisseur t-WIN · réglée par l'opérateur",
    ]);
    expect(screen.getByRole('link', { name: "Retour à l'historique" })).toHaveAttribute('href', '/history');
    expect(screen.getByRole('button', { name: 'Imprimer' })).toBeVisible();
  });

  test('round: a returned stake, a jackpot and movements between have their own lines', async () => {
    serve(ROUND, {
      ...round,
      returned: 1,
      jackpotPrizes: 2100,
      balanceAfter: 9e3,
      isComplete: false,
      gameTitle: null,
      steps: [step(1, 'JACKPOT_WIN', 2100, 2350)],
    });
    renderRoutes(routes, '/round/48213');
    expect(rowTexts(await statement())).toEqual(
      expect.arrayContaining(['Mises rendues+1,00', 'Jackpot+2 100,00']),
    );
    expect(screen.getByText(/^Le solde a aussi changé par d'autres mouvements/)).toBeVisible();
    expect(screen.getByText(/mouvements, plus anciens/)).toBeVisible();
    expect(screen.getByText('Jackpot or')).toBeVisible();
    expect(screen.getByText('g1')).toBeVisible();
  });

  test('round: the sentence of the server shows, without Réessayer, for a foreign one', async () => {
    serve(ROUND, () => refused(404, { errors: ['Partie introuvable.'] }));
    renderRoutes(routes, '/round/1');
    expect(await screen.findByRole('alert')).toHaveTextContent('Partie introuvable.');
    expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Imprimer' })).toBeNull();
  });

  test('round: one click opens it from a row of a player’s history, and back leads there', async () => {
    signInForTest({ roleName: 'ROLE_CLIENT' });
    const bet = item(48213, { initiatorTransactionType: 'BET', game: 'Canopy Idols' });
    serve('GET /transactions/history/outgoing', pageOfItems([bet, item(2)]));
    serve(ROUND, round);
    renderRoutes(routes, '/history?filtre=joueur');
    expect(await screen.findByText(/^n° 48213/)).toHaveTextContent(/ · Canopy Idols$/);
    await userEvent.click(screen.getByRole('link', { name: 'Voir la partie' }));
    expect(currentPath()).toBe('/round/48213');
    await statement();
    const back = screen.getByRole('link', { name: "Retour à l'historique" });
    expect(back).toHaveAttribute('href', '/history?filtre=joueur');
  });

  test('round: it opens from a number that an agent types on the report page', async () => {
    serve(ROUND, round);
    renderRoutes(routes, '/report');
    await userEvent.type(screen.getByRole('textbox', { name: 'Partie n°' }), 'n° 48 213{Enter}');
    expect(currentPath()).toBe('/round/48213');
    expect(await statement()).toBeVisible();
    expect(screen.getByRole('link', { name: 'Retour au rapport' })).toHaveAttribute('href', '/report');
  });

  test('round: an agent finds it by a number that the history lacks, and a player does not', async () => {
    serve('GET /transactions/history/outgoing', pageOfItems([]));
    const { unmount } = renderRoutes(routes, '/history?numero=48213');
    const link = await screen.findByRole('link', { name: /^Rechercher la partie n°\s48213$/ });
    expect(link).toHaveAttribute('href', '/round/48213');
    unmount();
    signInForTest({ roleName: 'ROLE_CLIENT' });
    renderRoutes(routes, '/history?numero=48213');
    await screen.findByText('Aucune transaction trouvée');
    expect(screen.queryByRole('link', { name: /^Rechercher la partie/ })).toBeNull();
  });
});
