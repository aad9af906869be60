import type { DayClose, Journal, NetworkReport, TrialBalance } from '@palier/shared/contracts';
import type { AccountEvent, AccountEvents, AccountPage } from '@palier/shared/contracts/account-page';
import type { Round, RoundList, RoundSummary } from '@palier/shared/contracts/rounds';
import { mockTitles } from './games';
import { branchOf, childrenOf, notFound, toAmount } from './operations';
import { daysAgo, type MockAccount, type MockWorld } from './world';

/*
 * Plausible answers that no action changes, where a screen needs filled tables and not the server's
 * accounting: account page, journal, round, day close, network and trial balance.
 */

/** From the caller to the account `id` of the caller's subtree; throws 404 for any other account. */
function pathTo(world: MockWorld, caller: MockAccount, id: string): MockAccount[] {
  const account = world.accounts.find((one) => String(one.id) === id);
  const path = account === undefined ? [] : branchOf(world, caller, account);
  if (path.length === 0) throw notFound();
  return path;
}

const nameOf = ({ id, username, roleName }: MockAccount) => ({ id, username, roleName });

export function accountPage(world: MockWorld, caller: MockAccount, id: string): AccountPage {
  const path = pathTo(world, caller, id);
  const account = path.at(-1) ?? caller;
  return {
    ...nameOf(account),
    active: account.isActive,
    isFrozen: false,
    reserved: 0,
    balance: toAmount(account.balanceCents),
    isDirect: account.parentId === caller.id,
    path: path.slice(0, -1).map(({ id: above, username }) => ({
      id: above,
      username,
    })),
    createdAt: daysAgo(30),
    lastSignInAt: daysAgo(1),
    figures: [1, 7, 30].map((days) => ({
      days,
      received: 120.5 * days,
      returned: 15 * days,
      distributed: 80 * days,
      collected: 12.25 * days,
    })),
  };
}

export function accountEvents(caller: MockAccount): AccountEvents {
  const moved = { number: 1, amount: 0, balanceAfter: 250 };
  const event = (key: string, kind: string, more: Partial<AccountEvent>): AccountEvent => ({
    key,
    kind,
    date: daysAgo(2),
    number: null,
    amount: null,
    balanceAfter: null,
    username: null,
    game: null,
    note: null,
    isReversible: false,
    sessionCount: null,
    reason: null,
    ...more,
  });
  return {
    data: [
      event('O2', 'BET', { ...moved, amount: -2, balanceAfter: 248, game: mockTitles()[0]?.title ?? null }),
      event('I1', 'DEPOSIT', { ...moved, amount: 50, username: caller.username, note: 'Avance' }),
      event('J2', 'activated', { username: caller.username }),
      event('J1', 'account-created', { date: daysAgo(30), username: caller.username }),
    ],
    next: null,
  };
}

export const journal = (actor: MockAccount): Journal => ({
  data: ['password-changed', 'activated', 'deactivated', 'account-created'].map((kind, index) => ({
    id: 4 - index,
    date: daysAgo(1 + index * 9),
    kind,
    actorUsername: actor.username,
    browser: null,
    system: null,
    sessionCount: null,
    reason: null,
  })),
  next: null,
  lastSignInAt: daysAgo(1),
});

export function round(player: MockAccount): Round {
  const title = mockTitles()[0];
  const step = { date: daysAgo(2), tier: null, isByOperator: false };
  return {
    providerCode: title?.providerCode ?? '',
    roundId: 'r-1',
    gameCode: title?.gameCode ?? '',
    gameTitle: title?.title ?? null,
    state: 'SETTLED',
    isComplete: true,
    player: {
      id: player.id,
      username: player.username,
    },
    stake: 1,
    returned: 0,
    wins: 2.5,
    jackpotPrizes: 0,
    net: 1.5,
    jackpotContributions: 0.016,
    balanceBefore: 250,
    balanceAfter: 251.5,
    steps: [
      {
        ...step,
        transactionId: 't-1',
        kind: 'BET',
        amount: -1,
        number: 1,
        balanceAfter: 249,
      },
      {
        ...step,
        transactionId: 't-2',
        kind: 'WIN',
        amount: 2.5,
        number: 2,
        balanceAfter: 251.5,
      },
    ],
  };
}

export function ownRounds(): RoundList {
  const states: readonly RoundSummary['state'][] = ['OPEN', 'SETTLED', 'SETTLED', 'ROLLED_BACK'];
  const results = [-1, 12.5, -2, 0];
  const rounds = states.map((state, index) => {
    const title = mockTitles()[index];
    return {
      number: 10 - index,
      date: daysAgo(index),
      providerCode: title?.providerCode ?? '',
      gameCode: title?.gameCode ?? '',
      gameTitle: title?.title ?? null,
      roundId: `r-${10 - index}`,
      state,
      stake: 2,
      result: results[index] ?? 0,
      jackpotPrizes: 0,
      isComplete: true,
    };
  });
  return { rounds, before: null };
}

export function dayClose(world: MockWorld, caller: MockAccount, date: string | null): DayClose {
  const today = daysAgo(0);
  const lines = childrenOf(world, caller).slice(0, 5);
  return {
    date: date ?? today.slice(0, 10),
    readAt: today,
    isOver: date !== null && date < today.slice(0, 10),
    opening: 1e3,
    received: 200,
    collected: 20 * lines.length,
    reversed: 0,
    totalIn: 200 + 20 * lines.length,
    distributed: 50 * lines.length,
    returned: 100,
    totalOut: 100 + 50 * lines.length,
    closing: 1100 - 30 * lines.length,
    movementCount: 2 + 2 * lines.length,
    subAccounts: lines.map(({ id, username }) => ({
      id,
      username,
      added: 50,
      withdrawn: 20,
      movementCount: 2,
    })),
    others: null,
  };
}

/** The balances of the mocked world count as issued. */
export function trialBalance(world: MockWorld, caller: MockAccount): TrialBalance {
  const line = ({ id, username, balanceCents }: MockAccount, belowCents: number) => {
    const [own, below, total] = [balanceCents, belowCents, balanceCents + belowCents].map(toAmount) as [
      number,
      number,
      number,
    ];
    return {
      id,
      username,
      own,
      below,
      total,
      inPlay: 0,
      issued: total,
      withdrawn: 0,
      gap: 0,
    };
  };
  const children = childrenOf(world, caller);
  return {
    readAt: daysAgo(0),
    whole: line(
      caller,
      children.reduce((sum, { balanceCents }) => sum + balanceCents, 0),
    ),
    subAccounts: children.map((child) => line(child, 0)),
  };
}

/** The network of the account `of`, which is the caller or below the caller. */
export function network(
  world: MockWorld,
  caller: MockAccount,
  period: { from: string; to: string },
  of: string,
): NetworkReport {
  const path = pathTo(world, caller, of);
  const children = childrenOf(world, path.at(-1) ?? caller);
  const figures = (count: number) => ({
    received: 400 * count,
    returned: 150 * count,
    settlement: 250 * count,
    deposits: 380 * count,
    withdrawals: 120 * count,
    net: 260 * count,
    activePlayers: 3 * count,
    stakes: 900 * count,
    wins: 830 * count,
    grossGamingRevenue: 70 * count,
    jackpotPrizes: 0,
  });
  return {
    ...period,
    readAt: daysAgo(0),
    path: path.map(nameOf),
    whole: figures(children.length),
    subAccounts: children.map((child) => ({
      ...nameOf(child),
      ...figures(1),
    })),
    others: null,
  };
}
