import { currentUserSchema, type CurrentUser } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { accessToken, currentUser } from '@palier/shared/session';
import { setUser } from '@palier/shared/session/writer';

let readCount = 0;
/** The user of the latest accepted read, and the number of that read. */
let accepted: { readonly user?: CurrentUser; readonly order: number } = { order: 0 };

/**
 * Reads the signed-in user and stores it. The answer is dropped when a newer balance, a sign-out, another
 * sign-in or the answer of a later read has come since. Throws the errors of the call.
 */
export async function fetchCurrentUser(options: { readonly quiet: boolean }): Promise<void> {
  readCount += 1;
  const order = readCount;
  const before = currentUser();
  const user = await http.get('/user/me', currentUserSchema, options);
  const now = currentUser();
  const isOvertaken = now !== before && (now !== accepted.user || accepted.order > order);
  if (isOvertaken || accessToken() === null) return;
  accepted = { user, order };
  setUser(user);
}
