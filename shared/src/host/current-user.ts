import { userSchema } from '../contracts';
import { http } from '../http';
import { accessToken, setUser } from '../session';

/** Reads the signed-in user again and keeps it (spec §7, current user). Throws what the call throws. */
export async function fetchCurrentUser(options: { readonly quiet: boolean }): Promise<void> {
  const user = await http.get('/user/me', userSchema, options);
  // An answer that arrives after the sign-out must not sign the user in again.
  if (accessToken() !== null) setUser(user);
}
