import type { BalanceLine, TrialBalance } from '@palier/shared/contracts';
import { fromMicros } from '@palier/shared/money';
import type { Services } from '../services';
import type { Caller } from '../sessions/authenticate';
import { gapOf, readLocalTime, readSubtreeBalances, type SubtreeBalance } from './trial-balance.repository';

type Books = Pick<Services, 'pool' | 'config'>;

const toLine = (balance: SubtreeBalance): BalanceLine => ({
  id: balance.id,
  username: balance.username,
  own: fromMicros(balance.own),
  below: fromMicros(balance.below),
  total: fromMicros(balance.own + balance.below),
  inPlay: fromMicros(balance.inPlay),
  issued: fromMicros(balance.issued),
  withdrawn: fromMicros(balance.withdrawn),
  gap: fromMicros(gapOf(balance)),
});

/** The head with everything of its children below it. */
const wholeOf = (head: SubtreeBalance, children: readonly SubtreeBalance[]): SubtreeBalance => ({
  ...head,
  below: children.reduce((sum, { own, below }) => sum + own + below, 0n),
  inPlay: children.reduce((sum, { inPlay }) => sum + inPlay, 0n),
});

async function readOf({ pool, config }: Books, userId: number): Promise<TrialBalance> {
  const readAt = await readLocalTime(pool, config.TIME_ZONE);
  const balances = await readSubtreeBalances(pool, { childrenOf: userId });
  const head = balances.find(({ id }) => id === userId);
  if (head === undefined) throw new Error('trial balance: the caller has no account');
  const children = balances.filter(({ id }) => id !== userId);
  return {
    readAt,
    whole: toLine(wholeOf(head, children)),
    subAccounts: children.map(toLine),
  };
}

/**
 * Reads the trial balance of a caller's subtree. It takes long where the subtree is large, so a caller has at most one reading
 * under way: further calls meanwhile share its answer.
 */
export function createTrialBalanceReader(books: Books): (caller: Caller) => Promise<TrialBalance> {
  const underWay = new Map<number, Promise<TrialBalance>>();
  return ({ user }) => {
    const known = underWay.get(user.id);
    if (known !== undefined) return known;
    const reading = readOf(books, user.id).finally(() => underWay.delete(user.id));
    underWay.set(user.id, reading);
    return reading;
  };
}
