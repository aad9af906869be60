import { userSchema, type User } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { accessToken, currentUser } from '@palier/shared/session';
import { setUser } from '@palier/shared/session/writer';

let readCount = 0;
/** The user that the latest kept read set, and which read it was. */
let kept: { readonly user?: User; readonly order: number } = { order: 0 };

/**
 * Reads the signed-in user again and keeps it (section 7 of docs/spec-coverage.md, current user). An answer that something newer overtook
 * is dropped:
 * a balance told meanwhile, a sign-out, somebody else's sign-in, a later read. Throws what the call throws.
 */
export async function fetchCurrentUser(options: { readonly quiet: boolean }): Promise<void> {
  readCount += 1;
  const order = readCount;
  const before = currentUser();
  const user = await http.get('/user/me', userSchema, options);
  const now = currentUser();
  const isOvertaken = now !== before && (now !== kept.user || kept.order > order);
  if (isOvertaken || accessToken() === null) return;
  kept = { user, order };
  setUser(user);
}
