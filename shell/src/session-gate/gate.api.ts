import { freshAccessToken, http } from '@palier/shared/http';
import { whenSessionOffered } from '@palier/shared/session/writer';

/** Accepts any body: an HTML page from a proxy does not mean that the token is invalid. */
const anyBody = { parse: () => undefined };

/** Throws when the token is refused or cannot be checked. */
export async function validateToken(): Promise<void> {
  await whenSessionOffered();
  const token = await freshAccessToken();
  if (token === null) throw new Error('gate: no token is held');
  await http.get('/auth/validate-token', anyBody, { query: { token } });
}
