import type { DailyReport, HistoryItem, Page, Report, User } from '@palier/shared/contracts';
import { MAX_FOUND_ACCOUNTS, type FoundAccount } from '@palier/shared/contracts/find';
import { mockTitles } from './games';
import { branchOf, effectOn, isReversible, toAmount } from './operations';
import type { MockAccount, MockMovement, MockWorld } from './world';

export const toUser = ({ id, username, balanceCents, isActive, roleName, parentId }: MockAccount): User => ({
  id,
  username,
  balance: toAmount(balanceCents),
  active: isActive,
  roleName,
  parentId,
});

/**
 * A page of direct children in the state that the query asks for. The mock sorts by name and balance; for all
 * other orders it keeps the order of creation, the server's default.
 */
export function childrenPage(children: readonly MockAccount[], query: URLSearchParams): Page<User> {
  const active = query.get('active');
  const sign = query.get('order') === 'desc' ? -1 : 1;
  const compare: Record<string, (one: MockAccount, other: MockAccount) => number> = {
    name: (one, other) => one.username.localeCompare(other.username) * sign,
    balance: (one, other) => (one.balanceCents - other.balanceCents) * sign,
  };
  const wanted = children
    .filter(({ isActive }) => active === null || String(isActive) === active)
    .toSorted(compare[query.get('sort') ?? ''] ?? (() => 0));
  return pageOf(wanted.map(toUser), query, 25);
}

/** The accounts below `agent` whose names contain `term`, as the server finds them. */
export function findBelow(world: MockWorld, agent: MockAccount, term: string): FoundAccount[] {
  const pathTo = (account: MockAccount): MockAccount[] => branchOf(world, agent, account).slice(0, -1);
  const rank = ({ username }: MockAccount): number => {
    if (username === term) return 0;
    return username.startsWith(term) ? 1 : 2;
  };
  return world.accounts
    .filter((account) => account.username.includes(term) && pathTo(account).length > 0)
    .toSorted((one, other) => rank(one) - rank(other) || (one.username < other.username ? -1 : 1))
    .slice(0, MAX_FOUND_ACCOUNTS)
    .map((account) => ({
      id: account.id,
      username: account.username,
      role: account.roleName,
      active: account.isActive,
      path: pathTo(account).map(({ username }) => username),
      ...(account.parentId === agent.id ? { balance: toAmount(account.balanceCents) } : {}),
    }));
}

/** A page of `items`; `page` and `size` from the query. */
export function pageOf<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  defaultSize: number,
): Page<Item> {
  const page = Number(query.get('page') ?? 0);
  const size = Number(query.get('size') ?? defaultSize);
  return {
    data: items.slice(page * size, (page + 1) * size),
    totalPages: Math.ceil(items.length / size),
    totalElements: items.length,
    currentPage: page,
  };
}

/**
 * The selected movements of `account`, newest first, with the balance after each, counted back from the
 * current one.
 */
export function history(
  world: MockWorld,
  account: MockAccount,
  isWanted: (movement: MockMovement) => boolean,
): HistoryItem[] {
  const nameOf = new Map(world.accounts.map(({ id, username }) => [id, username]));
  let balanceCents = account.balanceCents;
  return world.movements.toReversed().flatMap((movement) => {
    const balanceAfter = toAmount(balanceCents);
    balanceCents -= effectOn(account, movement);
    if (!isWanted(movement)) return [];
    const reversal = world.movements.find(({ reverses }) => reverses === movement.id);
    return {
      id: movement.id,
      date: movement.date,
      targetUsername: nameOf.get(movement.receiverId) ?? '',
      targetUserId: movement.receiverId,
      initiatorUsername: nameOf.get(movement.initiatorId) ?? '',
      initiatorTransactionType: movement.type,
      amount: toAmount(movement.amountCents),
      balanceAfter,
      ...(['BET', 'WIN'].includes(movement.type) ? { game: mockTitles()[0]?.title } : {}),
      ...(movement.note === undefined ? {} : { note: movement.note }),
      ...(movement.reverses === undefined ? {} : { reverses: movement.reverses }),
      ...(reversal === undefined ? {} : { reversedBy: reversal.id }),
      ...(isReversible(world, movement) ? { isReversible: true } : {}),
    };
  });
}

function reportOf(movements: readonly MockMovement[]): Report {
  const sumOf = (...types: string[]): number =>
    movements
      .filter(({ type }) => types.includes(type))
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const [inCents, outCents] = [sumOf('DEPOSIT', 'USER_CREATION'), sumOf('WITHDRAWAL', 'REVERSAL')];
  return { totalIn: toAmount(inCents), totalOut: toAmount(outCents), totalNet: toAmount(inCents - outCents) };
}

const madeBy = (world: MockWorld, caller: MockAccount): MockMovement[] =>
  world.movements.filter(({ initiatorId }) => initiatorId === caller.id);

/** In, Out and Net of the caller's movements between two local date-times. */
export const report = (world: MockWorld, caller: MockAccount, from: string, to: string): Report =>
  reportOf(madeBy(world, caller).filter(({ date }) => date >= from && date <= to));

/** In, Out and Net of every day from `from` to `to`. */
export function dailyReport(world: MockWorld, caller: MockAccount, from: string, to: string): DailyReport {
  const made = madeBy(world, caller);
  const days: DailyReport['days'] = [];
  for (let at = Date.parse(`${from}T12:00:00Z`); at <= Date.parse(`${to}T12:00:00Z`); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10);
    days.push({ date, ...reportOf(made.filter((movement) => movement.date.startsWith(date))) });
  }
  return { days };
}
