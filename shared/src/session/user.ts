import { useSyncExternalStore } from 'react';
import { currentUserSchema, type CurrentUser } from '../contracts';
import { BehaviorSubject, changesOf } from '../rxjs';
import { readStored, writeStored } from './storage';
import { accessToken } from './tokens';

/** Storage keys of the specification: `isLogged` is a hint only; the user is stored in both storages. */
const STORAGE_KEYS = { isLogged: 'isLogged', user: 'user' } as const;

function storedUser(): CurrentUser | null {
  // Local storage holds the user who signed in last in any tab, so this tab's own value comes first.
  const raw =
    readStored('sessionStorage', STORAGE_KEYS.user) ?? readStored('localStorage', STORAGE_KEYS.user);
  if (raw === null || accessToken() === null) return null;
  try {
    const parsed = currentUserSchema.safeParse(JSON.parse(raw));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const user$$ = new BehaviorSubject<CurrentUser | null>(storedUser());

/**
 * The signed-in user, null when signed out; replays the current value. Written only through `session/writer`.
 */
export const user$ = user$$.asObservable();

export const currentUser = (): CurrentUser | null => user$$.value;

const subscribeToUser = changesOf(user$);

/** The signed-in user in a component; null when signed out. */
export const useUser = (): CurrentUser | null => useSyncExternalStore(subscribeToUser, currentUser);

let isFromStorage = true;
/** Whether the user is the one that the tab had stored: since the page began, no server has confirmed it. */
export const isUserFromStorage = (): boolean => isFromStorage;

/** Stores the user, or removes it when null, and publishes it on `user$`. */
export function storeUser(user: CurrentUser | null): void {
  isFromStorage = false;
  const text = user === null ? null : JSON.stringify(user);
  writeStored('sessionStorage', STORAGE_KEYS.user, text);
  writeStored('localStorage', STORAGE_KEYS.user, text);
  writeStored('localStorage', STORAGE_KEYS.isLogged, String(user !== null));
  user$$.next(user);
}
