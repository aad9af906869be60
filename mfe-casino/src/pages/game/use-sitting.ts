import type { Sitting } from '@palier/shared/contracts/lobby';
import { http } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { user$, useUser } from '@palier/shared/session';
import { useEffect } from 'react';
import { balanceHold } from '../../lib/balance-hold';
import { throttle } from '../../lib/throttle';

/** Quick rounds cause at most one read in this time. */
const READ_EVERY_MS = 1_000;

export interface ReadSitting extends Sitting {
  /** On the monotonic clock of the page. */
  readonly readAtMs: number;
}

/** Without the contract's schema, which is for the server. */
const sittingAnswer = {
  parse(body: unknown): ReadSitting | null {
    const { sitting } = Object(body) as { readonly sitting?: unknown };
    if (sitting === null) return null;
    const { time, elapsedMs, result } = Object(sitting) as Partial<Record<string, unknown>>;
    if (typeof time !== 'string' || typeof elapsedMs !== 'number' || typeof result !== 'number')
      throw new Error('sitting: no figures');
    return { time, elapsedMs, result, readAtMs: performance.now() };
  },
};

/**
 * The player's sitting, once a game is launched. Read again when the balance of the header changes; during a
 * round of a game that says so only after the round, because the result would tell a win before the game
 * shows it.
 */
export function useSitting(isLaunched: boolean): ReadSitting | null {
  const { data, refetch } = useQuery({
    queryKey: ['casino', 'sitting', useUser()?.id],
    queryFn: ({ signal }) => http.get('/casino/sitting', sittingAnswer, { quiet: true, signal }),
    enabled: isLaunched,
    meta: { failureLog: 'sitting not read' },
  });
  useEffect(() => {
    if (!isLaunched) return undefined;
    let balance: number | undefined;
    const reading = throttle(() => void refetch(), READ_EVERY_MS);
    const stopWaiting = balanceHold.onRelease(reading.call);
    const subscription = user$.subscribe((user) => {
      const hasChanged = balance !== undefined && user !== null && user.balance !== balance;
      balance = user?.balance;
      if (hasChanged && !balanceHold.isHeld()) reading.call();
    });
    return () => {
      stopWaiting();
      subscription.unsubscribe();
      reading.cancel();
    };
  }, [isLaunched, refetch]);
  return data ?? null;
}
