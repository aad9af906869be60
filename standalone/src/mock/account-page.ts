import type {
  AccountEvent,
  AccountEvents,
  AccountFigures,
  AccountPage,
} from '@palier/shared/contracts/account-page';
import { journalOf } from './journal';
import { branchOf, notFound, toAmount } from './operations';
import { history } from './reads';
import { localDateTime, type MockAccount, type MockWorld } from './world';

const PAGE_SIZE = 25;
const DAY_MS = 86_400_000;

/** From the caller to the account `id` of the caller's subtree; throws 404 for any other account. */
function pathTo(world: MockWorld, caller: MockAccount, id: string): MockAccount[] {
  const account = world.accounts.find((one) => String(one.id) === id);
  const path = account === undefined ? [] : branchOf(world, caller, account);
  if (path.length === 0) throw notFound();
  return path;
}

function figuresOf(world: MockWorld, { id }: MockAccount, days: number): AccountFigures {
  const from = localDateTime(new Date(Date.now() - (days - 1) * DAY_MS)).slice(0, 10);
  const sum = (side: 'initiatorId' | 'receiverId', ...types: string[]): number =>
    world.movements
      .filter((movement) => movement[side] === id && movement.date >= from && types.includes(movement.type))
      .reduce((cents, { amountCents }) => cents + amountCents, 0);
  return {
    days,
    received: toAmount(sum('receiverId', 'DEPOSIT', 'USER_CREATION') - sum('receiverId', 'REVERSAL')),
    returned: toAmount(sum('receiverId', 'WITHDRAWAL')),
    distributed: toAmount(sum('initiatorId', 'DEPOSIT', 'USER_CREATION')),
    collected: toAmount(sum('initiatorId', 'WITHDRAWAL', 'REVERSAL')),
  };
}

export function accountPage(world: MockWorld, caller: MockAccount, id: string): AccountPage {
  const path = pathTo(world, caller, id);
  const account = path.at(-1) ?? caller;
  const { data, lastSignInAt } = journalOf(world, account, new URLSearchParams({ size: '1000' }));
  return {
    ...{ id: account.id, username: account.username, roleName: account.roleName },
    ...{ active: account.isActive, isFrozen: false, balance: toAmount(account.balanceCents) },
    isDirect: account.parentId === caller.id,
    path: path.slice(0, -1).map((one) => ({ id: one.id, username: one.username })),
    createdAt: data.at(-1)?.date ?? '',
    lastSignInAt,
    figures: [1, 7, 30].map((days) => figuresOf(world, account, days)),
  };
}

/** The first number of the mocked cursor counts the events that were shown. */
export function accountEvents(
  world: MockWorld,
  caller: MockAccount,
  id: string,
  before: string | null,
): AccountEvents {
  const account = pathTo(world, caller, id).at(-1) ?? caller;
  const nothing = { game: null, note: null, sessionCount: null, reason: null };
  const isOwn = ({ initiatorId, receiverId }: { initiatorId: number; receiverId: number }) =>
    [initiatorId, receiverId].includes(account.id);
  const moved = history(world, account, isOwn).map((item, index, all): AccountEvent => {
    const { id: number, date, initiatorTransactionType: kind, targetUsername, initiatorUsername } = item;
    const balanceBefore = all[index + 1]?.balanceAfter ?? 0;
    const other = targetUsername === account.username ? initiatorUsername : targetUsername;
    return {
      ...{
        ...nothing,
        key: `O${number}`,
        date,
        kind,
        number,
        game: item.game ?? null,
        note: item.note ?? null,
      },
      amount: item.amount * ((item.balanceAfter ?? 0) < balanceBefore ? -1 : 1),
      balanceAfter: item.balanceAfter ?? null,
      username: other === account.username ? null : (other ?? null),
    };
  });
  const { data: acts } = journalOf(world, account, new URLSearchParams({ size: '1000' }));
  const done = acts.map(({ id: act, date, kind, actorUsername: username }): AccountEvent => ({
    ...{ ...nothing, key: `J${act}`, date, kind, username, number: null, amount: null, balanceAfter: null },
  }));
  const events = [...moved, ...done].sort((one, other) => (one.date < other.date ? 1 : -1));
  const shown = Number(before?.split('.')[0] ?? 0) + PAGE_SIZE;
  return {
    data: events.slice(shown - PAGE_SIZE, shown),
    next: events.length > shown ? `${shown}.0.0` : null,
  };
}
