import { bus } from '@palier/shared/bus';
import type { ReceivedRequest, ReceivedRequests } from '@palier/shared/contracts/balance-requests';
import { http, logIgnored, noContent } from '@palier/shared/http';
import { BehaviorSubject, changesOf } from '@palier/shared/rxjs';
import { currentUser } from '@palier/shared/session';
import { useSyncExternalStore } from 'react';

/** Open requests of direct sub-accounts, with the time of their reading by the clock of the page. */
interface ReadRequests extends ReceivedRequests {
  readonly readAtMs: number;
}

const NONE: ReadRequests = { data: [], next: null, total: 0, readAtMs: 0 };
/** Besides the messages of the socket, which may be lost with the connection. */
const READ_AGAIN_MS = 60_000;

const requests$$ = new BehaviorSubject<ReadRequests>(NONE);
const subscribe = changesOf(requests$$);

export const useReceivedRequests = (): ReadRequests =>
  useSyncExternalStore(subscribe, () => requests$$.value);

/** Without the contract's schema, which is for the server. */
const answer = {
  parse(body: unknown): ReceivedRequests {
    if (!Array.isArray((Object(body) as Partial<ReceivedRequests>).data))
      throw new Error('requests: no list');
    return body as ReceivedRequests;
  },
};

async function read(userId: number, onNew: (request: ReceivedRequest) => void): Promise<void> {
  const before = requests$$.value;
  const answered = await http.get('/requests/received', answer, { quiet: true });
  if (currentUser()?.id !== userId) return;
  requests$$.next({ ...answered, readAtMs: performance.now() });
  // With more requests than one part holds, an answered one makes room for another that is not new.
  if (before === NONE || before.next !== null) return;
  const newest = Math.max(0, ...before.data.map(({ id }) => id));
  for (const request of answered.data) if (request.id > newest) onNew(request);
}

/** Reads the requests now, after each change, and once a minute, until the returned function is called. */
export function followReceivedRequests(
  userId: number,
  onNew: (request: ReceivedRequest) => void,
): () => void {
  const readNow = (): void => {
    read(userId, onNew).catch((error: unknown) => logIgnored(error, 'requests not read'));
  };
  readNow();
  const stopListening = bus.on('requests/changed', readNow);
  const timer = setInterval(readNow, READ_AGAIN_MS);
  return () => {
    stopListening();
    clearInterval(timer);
    seenUpTo = 0;
    requests$$.next(NONE);
  };
}

let seenUpTo = 0;

/** Tells the askers that these requests are on the screen. */
export function markSeen(shown: readonly ReceivedRequest[]): void {
  const upTo = Math.max(0, ...shown.map(({ id }) => id));
  if (upTo <= seenUpTo || document.visibilityState !== 'visible') return;
  seenUpTo = upTo;
  http.post('/requests/received/seen', { upTo }, noContent, { quiet: true }).catch((error: unknown) => {
    seenUpTo = 0;
    logIgnored(error, 'requests not marked as seen');
  });
}

export const refuseRequest = (id: number, reason: string): Promise<void> =>
  http.post(`/requests/received/${id}/refuse`, { reason }, noContent);
