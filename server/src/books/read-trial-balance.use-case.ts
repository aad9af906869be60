import type { BalanceLine, TrialBalance } from '@palier/shared/contracts';
import { fromMicros } from '@palier/shared/money';
import type { Queryable } from '../database/pool';
import type { Services } from '../services';
import type { Caller } from '../sessions/authenticate';
import { gapOf, readSubtreeBalances, type SubtreeBalance } from './trial-balance.repository';

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

async function readOf(pool: Queryable, userId: number, timeZone: string): Promise<TrialBalance> {
  const { rows } = await pool.query<{ at: string }>(
    `select to_char(now() at time zone $1, 'YYYY-MM-DD"T"HH24:MI:SS.MS') as at`,
    [timeZone],
  );
  const balances = await readSubtreeBalances(pool, { childrenOf: userId });
  const head = balances.find(({ id }) => id === userId);
  if (head === undefined) throw new Error('trial balance: the caller has no account');
  const children = balances.filter(({ id }) => id !== userId);
  return {
    readAt: rows[0]?.at ?? '',
    whole: toLine(wholeOf(head, children)),
    subAccounts: children.map(toLine),
  };
}

/**
 * Reads the trial balance of a caller's subtree. It takes long where the subtree is large, so a caller has one
 * under way at most: what it asks for meanwhile is answered by the same.
 */
export function createTrialBalanceReader({
  pool,
  config,
}: Pick<Services, 'pool' | 'config'>): (caller: Caller) => Promise<TrialBalance> {
  const underWay = new Map<number, Promise<TrialBalance>>();
  return ({ user }) => {
    const known = underWay.get(user.id);
    if (known !== undefined) return known;
    const reading = readOf(pool, user.id, config.TIME_ZONE).finally(() => underWay.delete(user.id));
    underWay.set(user.id, reading);
    return reading;
  };
}
