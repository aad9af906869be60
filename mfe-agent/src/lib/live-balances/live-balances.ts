import { logIgnored } from '@palier/shared/http';
import { changesOf } from '@palier/shared/rxjs';
import { whenIdle } from '@palier/shared/when-idle';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { followedIds$, received$ } from './followed';

/** Imported late, because the first load of a list has no use for the socket. */
const connect = (): void =>
  void import('./agent-socket')
    .then(({ keepConnected }) => keepConnected())
    .catch((error: unknown) => logIgnored(error, 'socket: not loaded'));

/**
 * The rows with the newest balances; `rows` are direct children, read from the server at `readAtMs`, or
 * later. A balance received during a read may be newer than the answer. The order stays (decision 0059).
 */
export function useLiveBalances<Row extends { readonly id: number; readonly balance: number }>(
  rows: readonly Row[],
  readAtMs: number | undefined,
): readonly Row[] {
  const ids = rows.map(({ id }) => id).join();
  const isRead = readAtMs !== undefined;
  useEffect(() => {
    if (isRead) whenIdle(connect);
  }, [isRead]);
  useEffect(() => {
    followedIds$.next(ids === '' ? [] : ids.split(',').map(Number));
    return () => {
      followedIds$.next([]);
      received$.next(new Map());
    };
  }, [ids]);
  const snapshot = useMemo(() => createSnapshot(rows, readAtMs), [rows, readAtMs]);
  return useSyncExternalStore(changesOf(received$), snapshot);
}

/**
 * Returns the same rows until a balance differs: after the connection the server sends that of each row,
 * which the list has just read, and a render of the list for each of them would hold up the first press.
 */
function createSnapshot<Row extends { readonly id: number; readonly balance: number }>(
  rows: readonly Row[],
  readAtMs: number | undefined,
): () => readonly Row[] {
  let shown = rows;
  const live = (row: Row): Row => {
    const newest = received$.value.get(row.id);
    return newest === undefined || newest.atMs < (readAtMs ?? 0) ? row : { ...row, balance: newest.balance };
  };
  return () => {
    const next = rows.map(live);
    if (next.some(({ balance }, index) => balance !== shown[index]?.balance)) shown = next;
    return shown;
  };
}
