import type {
  BalanceLine,
  DayClose,
  NetworkFigures,
  NetworkReport,
  TrialBalance,
} from '@palier/shared/contracts';
import { childrenOf, effectOn, notFound, toAmount } from './operations';
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

/** The stakes of the mocked world are a share of what its players were given. */
function networkFigures(
  world: MockWorld,
  account: MockAccount,
  { from, to }: { from: string; to: string },
): NetworkFigures {
  const moved = world.movements.filter(({ date }) => date.slice(0, 10) >= from && date.slice(0, 10) <= to);
  const sum = (type: string, of: MockAccount): number =>
    moved
      .filter((movement) => movement.type === type && movement.receiverId === of.id)
      .reduce((total, { amountCents }) => total + amountCents, 0);
  const given = (of: MockAccount): number =>
    sum('DEPOSIT', of) + sum('USER_CREATION', of) - sum('REVERSAL', of);
  const below = (of: MockAccount): MockAccount[] => [of, ...childrenOf(world, of).flatMap(below)];
  const players = below(account).filter(({ roleName }) => roleName === 'ROLE_CLIENT');
  const total = (valueOf: (of: MockAccount) => number): number =>
    players.reduce((cents, player) => cents + valueOf(player), 0);
  const deposits = total(given);
  const withdrawals = total((player) => sum('WITHDRAWAL', player));
  const [stakes, wins] = [deposits * 3, Math.floor(deposits * 2.8)];
  return {
    received: toAmount(given(account)),
    returned: toAmount(sum('WITHDRAWAL', account)),
    settlement: toAmount(given(account) - sum('WITHDRAWAL', account)),
    deposits: toAmount(deposits),
    withdrawals: toAmount(withdrawals),
    net: toAmount(deposits - withdrawals),
    stakes: toAmount(stakes),
    wins: toAmount(wins),
    grossGamingRevenue: toAmount(stakes - wins),
    jackpotPrizes: 0,
    activePlayers: players.filter((player) => given(player) > 0).length,
  };
}

/** The network of the account `of`, which is the caller or below the caller. */
export function network(
  world: MockWorld,
  caller: MockAccount,
  period: { from: string; to: string },
  of: string,
): NetworkReport {
  const path: MockAccount[] = [];
  for (
    let account = world.accounts.find(({ id }) => String(id) === of);
    account !== undefined && path[0]?.id !== caller.id;
    account = world.accounts.find(({ id }) => id === account?.parentId)
  )
    path.unshift(account);
  const head = path.at(-1);
  if (head === undefined || path[0]?.id !== caller.id) throw notFound();
  const subAccounts = childrenOf(world, head).map((child) => ({
    ...nameOf(child),
    ...networkFigures(world, child, period),
  }));
  const total = (field: 'received' | 'returned' | 'settlement'): number =>
    toAmount(subAccounts.reduce((cents, line) => cents + Math.round(line[field] * 100), 0));
  return {
    ...period,
    readAt: localDateTime(new Date()),
    path: path.map(nameOf),
    whole: {
      ...networkFigures(world, head, period),
      ...{ received: total('received'), returned: total('returned'), settlement: total('settlement') },
    },
    subAccounts,
    others: null,
  };
}

const nameOf = ({ id, username, roleName }: MockAccount) => ({ id, username, roleName });
