import { hasManagementRights } from '@palier/shared/contracts';
import { changesOf } from '@palier/shared/rxjs';
import { createPageSocket, whenIdle } from '@palier/shared/socket';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { followedIds$, received$ } from './followed';

const keepConnected = createPageSocket({
  isFor: hasManagementRights,
  whenReady: whenIdle,
  load: async () => (await import('./agent-socket')).createAgentSocket,
});

/**
 * The rows with the newest balances; `rows` are direct children, read from the server at `readAtMs`, or later. A balance received during
 * a read may be newer than the answer. The order stays (decision 0059).
 */
export function useLiveBalances<Row extends { readonly id: number; readonly balance: number }>(
  rows: readonly Row[],
  readAtMs: number | undefined,
): readonly Row[] {
  const ids = rows.map(({ id }) => id).join();
  const isRead = readAtMs !== undefined;
  useEffect(() => {
    if (isRead) keepConnected();
  }, [isRead]);
  useEffect(() => {
    followedIds$.next(ids === '' ? [] : ids.split(',').map(Number));
    return () => {
      followedIds$.next([]);
      received$.next(new Map());
    };
  }, [ids]);
  const received = useSyncExternalStore(changesOf(received$), () => received$.value);
  return useMemo(
    () =>
      rows.map((row) => {
        const newest = received.get(row.id);
        return newest === undefined || newest.atMs < (readAtMs ?? 0)
          ? row
          : { ...row, balance: newest.balance };
      }),
    [rows, received, readAtMs],
  );
}
