import type { DemoServer, Session } from './cluster';
import { post, type RawAnswer, read } from './raw-http';

type Headers = Readonly<Record<string, string>>;

/** POST /transactions. */
export const pay = (
  base: string,
  token: string,
  body: unknown,
  { key }: { key?: string } = {},
): Promise<RawAnswer> =>
  post(base, '/transactions', body, { token, headers: key === undefined ? {} : withKey(key) });
export const depositOf = (receiverUsername: string, amount: unknown) =>
  ({ receiverUsername, amount, type: 'DEPOSIT' }) as const;
export const withdrawalOf = (receiverUsername: string, amount: unknown) =>
  ({ receiverUsername, amount, type: 'WITHDRAWAL' }) as const;
export const newKey = (): string => crypto.randomUUID();
export const withKey = (key: string): Headers => ({ 'idempotency-key': key });

/** Registers a client, with the password « Matmata77 », under the token's user. */
export const registerClient = (
  base: string,
  token: string,
  { username, balance }: { readonly username: unknown; readonly balance: number },
  headers: Headers = {},
): Promise<RawAnswer> =>
  post(base, '/auth/admin/register-client', { username, password: 'Matmata77', balance }, { token, headers });

export const login = (base: string, username: string, password: string): Promise<RawAnswer> =>
  post(base, '/auth/login', { username, password });

export const refresh = (cluster: DemoServer, process: number, refreshToken: string): Promise<RawAnswer> =>
  post(cluster.urlOf(process), '/auth/refresh-token', { refreshToken });
export const tokensOf = (answer: RawAnswer): Pick<Session, 'accessToken' | 'refreshToken'> =>
  answer.json as Session;
/** The status of a call with this token. */
export const statusOf = async (cluster: DemoServer, process: number, token: string): Promise<number> =>
  (await read(cluster.urlOf(process), '/user/me', token)).status;
/** The statuses of a call with the access token and of a refresh, at different processes. */
export const statusesOf = async (
  cluster: DemoServer,
  { accessToken, refreshToken }: Pick<Session, 'accessToken' | 'refreshToken'>,
): Promise<string> =>
  `${await statusOf(cluster, 0, accessToken)}, ${(await refresh(cluster, 1, refreshToken)).status}`;

/**
 * Sets a sub-account's password like the product's form, which sends the new password also as the old
 * password.
 */
export const setPassword = (base: string, token: string, id: number, password: string): Promise<RawAnswer> =>
  post(
    base,
    `/auth/change-sub-account-password/${id}`,
    { oldPassword: password, newPassword: password },
    { token },
  );
export const changePassword = (
  base: string,
  token: string,
  oldPassword: string,
  newPassword: string,
): Promise<RawAnswer> => post(base, '/auth/change-password', { oldPassword, newPassword }, { token });
export const setActive = (base: string, token: string, id: number, active: boolean): Promise<RawAnswer> =>
  post(base, `/user/update-status/${id}`, { active }, { token });
export const logout = (base: string, token: string): Promise<RawAnswer> =>
  post(base, '/auth/logout', undefined, { token });
