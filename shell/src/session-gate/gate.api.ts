import { freshAccessToken, http } from '@palier/shared/http';

/** Whatever the success says: a page, which something on the way has answered, is no word against the token. */
const success = { parse: () => undefined };

/** Section 7 of docs/spec-coverage.md, validate token: success means valid. Throws when the token is refused or cannot be checked. */
export async function validateToken(): Promise<void> {
  const token = await freshAccessToken();
  if (token === null) throw new Error('gate: no token is held');
  await http.get('/auth/validate-token', success, { query: { token } });
}
