import type { BalanceLine, DayClose, TrialBalance } from '@palier/shared/contracts';
import { childrenOf, effectOn, toAmount } from './operations';
import { localDateTime, type MockAccount, type MockMovement, type MockWorld } from './world';

const sumOf = (effects: readonly number[], sign: 1 | -1): number =>
  toAmount(effects.filter((effect) => effect * sign > 0).reduce((sum, effect) => sum + effect * sign, 0));

/** A day of the caller's account, counted back from the current balance. */
export function dayClose(world: MockWorld, caller: MockAccount, asked: string | null): DayClose {
  const readAt = localDateTime(new Date());
  const date = asked ?? readAt.slice(0, 10);
  const since = world.movements.filter((movement) => movement.date.slice(0, 10) >= date);
  const day = since.filter((movement) => movement.date.startsWith(date) && effectOn(caller, movement) !== 0);
  const effectsOf = (movements: readonly MockMovement[]): number[] =>
    movements.map((movement) => effectOn(caller, movement));
  const total = (movements: readonly MockMovement[]): number =>
    effectsOf(movements).reduce((sum, effect) => sum + effect, 0);
  const below = day.filter(({ initiatorId }) => initiatorId === caller.id);
  const above = day.filter(({ initiatorId }) => initiatorId !== caller.id);
  const openingCents = caller.balanceCents - total(since);
  return {
    date,
    readAt,
    isOver: date < readAt.slice(0, 10),
    opening: toAmount(openingCents),
    received: sumOf(effectsOf(above), 1),
    collected: sumOf(effectsOf(below), 1),
    totalIn: sumOf(effectsOf(day), 1),
    distributed: sumOf(effectsOf(below), -1),
    returned: sumOf(effectsOf(above), -1),
    totalOut: sumOf(effectsOf(day), -1),
    closing: toAmount(openingCents + total(day)),
    movementCount: day.length,
    subAccounts: childrenOf(world, caller).flatMap(({ id, username }) => {
      const own = below.filter(({ receiverId }) => receiverId === id);
      if (own.length === 0) return [];
      const effects = effectsOf(own);
      return [
        {
          id,
          username,
          added: sumOf(effects, -1),
          withdrawn: sumOf(effects, 1),
          movementCount: own.length,
        },
      ];
    }),
    others: null,
  };
}

const centsBelow = (world: MockWorld, account: MockAccount): number =>
  childrenOf(world, account).reduce((sum, child) => sum + child.balanceCents + centsBelow(world, child), 0);

/** The initial balances of the mocked world count as issued. */
function balanceLine(world: MockWorld, account: MockAccount): BalanceLine {
  const belowCents = centsBelow(world, account);
  const total = toAmount(account.balanceCents + belowCents);
  return {
    id: account.id,
    username: account.username,
    own: toAmount(account.balanceCents),
    below: toAmount(belowCents),
    total,
    inPlay: 0,
    issued: total,
    withdrawn: 0,
    gap: 0,
  };
}

export const trialBalance = (world: MockWorld, caller: MockAccount): TrialBalance => ({
  readAt: localDateTime(new Date()),
  whole: balanceLine(world, caller),
  subAccounts: childrenOf(world, caller).map((child) => balanceLine(world, child)),
});
