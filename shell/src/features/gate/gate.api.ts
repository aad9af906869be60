import { freshAccessToken, http, ignoredResponse } from '@palier/shared/http';

/** Spec §7, validate token: success means valid. Throws when the token is refused or cannot be checked. */
export async function validateToken(): Promise<void> {
  const token = await freshAccessToken();
  if (token === null) throw new Error('gate: no token is held');
  await http.get('/auth/validate-token', ignoredResponse, { query: { token } });
}
