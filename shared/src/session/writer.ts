/**
 * Not a singleton: writes the session, for the host and for `shared/http`. A rule refuses the import in
 * remotes.
 */
import { bus, type BusPayload } from '../bus';
import type { CurrentUser, LoginResponse } from '../contracts';
import { removeValuesOfSession } from './storage';
import { clearTokens, setTokens } from './tokens';
import { currentUser, storeUser } from './user';

export { askForSession, syncTokensAcrossTabs, whenSessionOffered, withholdSession } from './token-sync';
export { setTokens } from './tokens';
export { isUserFromStorage } from './user';

export const setUser = (user: CurrentUser): void => storeUser(user);

/** Stores the tokens and the user of a successful login. */
export function startSession(login: LoginResponse): void {
  setTokens(login);
  setUser(login.user);
}

/** Updates the balance, in TND, of the signed-in user; does nothing when signed out. */
export function setBalance(balance: number): void {
  const user = currentUser();
  if (user !== null) setUser({ ...user, balance });
}

/** While it is true, the server admits only a change of the password, and the host shows its form alone. */
export function setMustChangePassword(mustChangePassword: boolean): void {
  const user = currentUser();
  if (user !== null) setUser({ ...user, mustChangePassword });
}

/** Removes the tokens and the user without an event: for a page that shows the login form already. */
export function clearSession(): void {
  clearTokens();
  removeValuesOfSession();
  storeUser(null);
}

/** Removes the tokens and the user and emits `session/ended`, on which the host opens /login. */
export function endSession(reason: BusPayload<'session/ended'>['reason']): void {
  clearSession();
  bus.emit('session/ended', { reason });
}
