import type { Cluster, Session } from './cluster';
import { post, type RawAnswer, read, send } from './raw-http';

const urlOf = ({ processes }: Cluster, process: number): string => processes[process % processes.length]!.url;

/** POST /transactions at one of the processes. */
export const pay = (
  cluster: Cluster,
  process: number,
  token: string,
  body: unknown,
  { key }: { key?: string } = {},
): Promise<RawAnswer> =>
  post(
    urlOf(cluster, process),
    '/transactions',
    body,
    token,
    key === undefined ? {} : { 'idempotency-key': key },
  );
export const deposit = (receiverUsername: string, amount: unknown) => ({
  receiverUsername,
  amount,
  type: 'DEPOSIT',
});
export const withdrawal = (receiverUsername: string, amount: unknown) => ({
  receiverUsername,
  amount,
  type: 'WITHDRAWAL',
});
export const newKey = (): string => crypto.randomUUID();

/** Registers a client, with the password « Bonjour77 », under the token's user. */
export const registerClient = (
  base: string,
  token: string,
  username: unknown,
  balance: number,
  headers: Record<string, string> = {},
): Promise<RawAnswer> =>
  post(base, '/auth/admin/register-client', { username, password: 'Bonjour77', balance }, token, headers);

/** POST /auth/login, optionally from another loopback address or with further headers. */
export const login = (
  base: string,
  username: string,
  password: string,
  options: { from?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> =>
  send(base, { method: 'POST', path: '/api/v1/auth/login', body: { username, password }, ...options });

export const refresh = (cluster: Cluster, process: number, refreshToken: string): Promise<RawAnswer> =>
  post(urlOf(cluster, process), '/auth/refresh-token', { refreshToken });
export const tokensOf = (answer: RawAnswer): Pick<Session, 'accessToken' | 'refreshToken'> =>
  answer.json as Session;
/** The status of a call with this token. */
export const statusOf = async (cluster: Cluster, process: number, token: string): Promise<number> =>
  (await read(urlOf(cluster, process), '/user/me', token)).status;

/** Sets a sub-account's password as its form does, which sends the one input twice. */
export const setPassword = (base: string, token: string, id: number, password: string): Promise<RawAnswer> =>
  post(
    base,
    `/auth/change-sub-account-password/${id}`,
    { oldPassword: password, newPassword: password },
    token,
  );
export const setActive = (base: string, token: string, id: number, active: boolean): Promise<RawAnswer> =>
  post(base, `/user/update-status/${id}`, { active }, token);
