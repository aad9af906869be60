import type { Cluster } from './cluster';
import { send, type RawAnswer } from './raw-http';

/** POST /transactions at one of the processes. */
export const pay = (
  cluster: Cluster,
  process: number,
  token: string,
  body: unknown,
  { key, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> =>
  send(cluster.processes[process % cluster.processes.length]!.url, {
    method: 'POST',
    path: '/api/v1/transactions',
    token,
    body,
    headers: { ...(key === undefined ? {} : { 'idempotency-key': key }), ...headers },
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
export const newKey = (): string => crypto.randomUUID();
