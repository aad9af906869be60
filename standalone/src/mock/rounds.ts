import type { Round } from '@palier/shared/contracts/rounds';
import { mockTitles } from './games';
import { branchOf, MockRefusal, toAmount } from './operations';
import { history } from './reads';
import type { MockAccount, MockWorld } from './world';

const KINDS = ['BET', 'WIN'];

/** The round of a stake or a win: of the mocked world's games, a win follows its stake at once. */
export function roundOf(world: MockWorld, caller: MockAccount, number: string): Round {
  const movement = world.movements.find(({ id, type }) => String(id) === number && KINDS.includes(type));
  const player = world.accounts.find(({ id }) => id === movement?.initiatorId);
  if (movement === undefined || player === undefined || branchOf(world, caller, player).length === 0)
    throw new MockRefusal(404, 'not-found', 'Partie introuvable.');
  const first = movement.type === 'BET' ? movement.id : movement.id - 1;
  const moves = history(
    world,
    player,
    ({ id, type }) => id === first || (id === first + 1 && type === 'WIN'),
  ).toReversed();
  const [stake, win] = [moves[0]?.amount ?? 0, moves[1]?.amount ?? 0];
  const title = mockTitles()[0];
  return {
    providerCode: title?.providerCode ?? '',
    roundId: `r-${first}`,
    gameCode: title?.gameCode ?? '',
    gameTitle: title?.title ?? null,
    state: 'SETTLED',
    player: { id: player.id, username: player.username },
    ...{ stake, returned: 0, wins: win, jackpotPrizes: 0, net: toAmount(Math.round((win - stake) * 100)) },
    jackpotContributions: toAmount(Math.round(stake * 1.6)),
    balanceBefore: (moves[0]?.balanceAfter ?? 0) + stake,
    balanceAfter: moves.at(-1)?.balanceAfter ?? 0,
    steps: moves.map(({ id, date, initiatorTransactionType: kind, amount, balanceAfter }) => ({
      transactionId: `t-${id}`,
      ...{ date, kind, amount: kind === 'BET' ? -amount : amount, number: id },
      ...{ balanceAfter: balanceAfter ?? null, tier: null, isByOperator: false },
    })),
    isComplete: true,
  };
}
