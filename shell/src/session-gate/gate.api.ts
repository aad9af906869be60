import { fetchCurrentUser } from '@palier/shared/host/current-user';
import { freshAccessToken, http } from '@palier/shared/http';
import { whenSessionOffered } from '@palier/shared/session/writer';

/** Delay before a check, by the specification. */
export const CHECK_DELAY_MS = 50;

/** Accepts any body: an HTML page from a proxy does not mean that the token is invalid. */
const anyBody = { parse: () => undefined };

/** Throws when the token is refused or cannot be checked. */
export async function validateToken(): Promise<void> {
  await whenSessionOffered();
  const token = await freshAccessToken();
  if (token === null) throw new Error('gate: no token is held');
  await http.get('/auth/validate-token', anyBody, { query: { token } });
}

/** Checks the token and reads its user. Throws when one of both fails. */
export async function checkSession(): Promise<void> {
  await Promise.all([validateToken(), fetchCurrentUser({ quiet: false })]);
}
