import type { BalanceLine, TrialBalance } from '@palier/shared/contracts';
import { fromMicros } from '@palier/shared/money';
import type { Caller } from '../sessions/authenticate';
import type { ReportDependencies } from './read-report.use-case';
import { gapOf, readLocalTime, readSubtreeBalances, type SubtreeBalance } from './trial-balance.repository';

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

/** The balances of the head's whole subtree, from those of the head alone and of its children's subtrees. */
const wholeOf = (head: SubtreeBalance, children: readonly SubtreeBalance[]): SubtreeBalance => ({
  ...head,
  below: children.reduce((sum, { own, below }) => sum + own + below, 0n),
  inPlay: children.reduce((sum, { inPlay }) => sum + inPlay, 0n),
});

async function readTrialBalance(
  { pool, timeZone }: ReportDependencies,
  userId: number,
): Promise<TrialBalance> {
  const readAt = await readLocalTime(pool, timeZone);
  const balances = await readSubtreeBalances(pool, { childrenOf: userId });
  const head = balances.find(({ id }) => id === userId)!;
  const children = balances.filter(({ id }) => id !== userId);
  return {
    readAt,
    whole: toLine(wholeOf(head, children)),
    subAccounts: children.map(toLine),
  };
}

/**
 * Creates a function that reads the trial balance of a caller's subtree. Large subtrees take long, so
 * concurrent calls of a caller share one read.
 */
export function createTrialBalanceReader(
  dependencies: ReportDependencies,
): (caller: Caller) => Promise<TrialBalance> {
  const underWay = new Map<number, Promise<TrialBalance>>();
  return ({ user }) => {
    const known = underWay.get(user.id);
    if (known !== undefined) return known;
    const reading = readTrialBalance(dependencies, user.id).finally(() => underWay.delete(user.id));
    underWay.set(user.id, reading);
    return reading;
  };
}
