import type { Cluster } from './cluster';
import { post, type RawAnswer } from './raw-http';

/** POST /transactions at one of the processes. */
export const pay = (
  cluster: Cluster,
  process: number,
  token: string,
  body: unknown,
  { key, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> =>
  post(cluster.processes[process % cluster.processes.length]!.url, '/transactions', body, token, {
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...headers,
  });
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
/** Registers a client under the caller of the token; it signs in with « Bonjour77 ». */
export const registerClient = (
  base: string,
  token: string,
  username: unknown,
  balance: number,
  headers: Record<string, string> = {},
): Promise<RawAnswer> =>
  post(base, '/auth/admin/register-client', { username, password: 'Bonjour77', balance }, token, headers);
export const newKey = (): string => crypto.randomUUID();
