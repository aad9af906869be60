import type { BalanceRequest } from '@palier/shared/contracts/requests';
import { toMicros } from '@palier/shared/money';
import type { Pool } from '../database/pool';
import { makeRequest } from '../ledger/ledger.repository';
import type { Caller } from '../sessions/authenticate';
import { newRequestRefused } from './errors';

export interface RequestDependencies {
  readonly pool: Pool;
  /** The sum of a payout request leaves the balance at once. */
  readonly payoutsReserve: boolean;
  /** An open request expires after this time. */
  readonly lifetimeS: number;
  readonly announceBalance: (userId: number) => void;
  readonly announceRequests: (userId: number) => void;
}

/** Asks the caller's parent for balance or, as a player, for a payout (decision 0113). */
export async function makeOwnRequest(
  { pool, payoutsReserve, lifetimeS, announceBalance, announceRequests }: RequestDependencies,
  { user, sessionId }: Caller,
  { type, amount, note }: BalanceRequest,
): Promise<{ id: number }> {
  const reserves = payoutsReserve && type === 'WITHDRAWAL';
  const result = await makeRequest(pool, {
    userId: user.id,
    sessionId,
    kind: type,
    amount: toMicros(amount),
    note,
    reserves,
    lifetimeS,
  });
  if (!result.ok) throw newRequestRefused(result.reason);
  announceRequests(user.id);
  announceRequests(result.parentId);
  if (reserves) announceBalance(user.id);
  return { id: result.id };
}
