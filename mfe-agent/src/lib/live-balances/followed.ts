import { BehaviorSubject } from '@palier/shared/rxjs';

interface ReceivedBalance {
  readonly balance: number;
  readonly atMs: number;
}

/** The direct children on screen, whose balances the socket follows. */
export const followedIds$ = new BehaviorSubject<readonly number[]>([]);
export const received$ = new BehaviorSubject<ReadonlyMap<number, ReceivedBalance>>(new Map());

export function receiveBalance(userId: number, balance: number): void {
  if (followedIds$.value.includes(userId))
    received$.next(new Map(received$.value).set(userId, { balance, atMs: performance.now() }));
}
