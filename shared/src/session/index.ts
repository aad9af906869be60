import { useSyncExternalStore } from 'react';
import { userSchema, type LoginResponse, type User } from '../contracts';
import { BehaviorSubject, changesOf } from '../rxjs';
import { readStored, writeStored } from './storage';
import { accessToken, clearTokens, setTokens } from './tokens';

export { readStored, writeStored, type StorageName } from './storage';
export { accessToken, refreshToken, setTokens } from './tokens';

/**
 * Keys of section 9 of docs/spec-coverage.md: `isLogged` and the user in local storage as a hint only; the user beside the tokens too
 * (section 3 of docs/spec-coverage.md).
 */
const STORAGE_KEYS = { isLogged: 'isLogged', user: 'user' } as const;

function storedUser(): User | null {
  // This tab's own first: the other belongs to whoever signed in last, in any tab.
  const raw =
    readStored('sessionStorage', STORAGE_KEYS.user) ?? readStored('localStorage', STORAGE_KEYS.user);
  if (raw === null || accessToken() === null) return null;
  try {
    const parsed = userSchema.safeParse(JSON.parse(raw));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const user$$ = new BehaviorSubject<User | null>(storedUser());

/** The signed-in user as a replayed stream; its one writer is this module. */
export const user$ = user$$.asObservable();

export const currentUser = (): User | null => user$$.value;

function keepUser(user: string | null): void {
  writeStored('sessionStorage', STORAGE_KEYS.user, user);
  writeStored('localStorage', STORAGE_KEYS.user, user);
}

/** Section 4 of docs/spec-coverage.md, user state: set. */
export function setUser(user: User): void {
  keepUser(JSON.stringify(user));
  writeStored('localStorage', STORAGE_KEYS.isLogged, 'true');
  user$$.next(user);
}

/** Section 4 of docs/spec-coverage.md, login success: tokens and user stored, user signed in. */
export function startSession(login: LoginResponse): void {
  setTokens(login);
  setUser(login.user);
}

/** Section 4 of docs/spec-coverage.md, user state: balance update, only if a user is present. `balance` in TND. */
export function setBalance(balance: number): void {
  const user = user$$.value;
  if (user !== null) setUser({ ...user, balance });
}

/** Clears tokens and user (section 4 of docs/spec-coverage.md). Says nothing on the bus: the caller knows why. */
export function clearSession(): void {
  clearTokens();
  keepUser(null);
  writeStored('localStorage', STORAGE_KEYS.isLogged, 'false');
  user$$.next(null);
}

const subscribeToUser = changesOf(user$);

/** The signed-in user in a component; null when nobody is. */
export const useUser = (): User | null => useSyncExternalStore(subscribeToUser, currentUser);
