import type { Cluster, Session } from './cluster';
import { send, type RawAnswer } from './raw-http';

export const post = (base: string, path: string, body?: unknown, token?: string): Promise<RawAnswer> =>
  send(base, { method: 'POST', path: `/api/v1${path}`, body, token });
export const refresh = (cluster: Cluster, process: number, refreshToken: string): Promise<RawAnswer> =>
  post(cluster.processes[process % cluster.processes.length]!.url, '/auth/refresh-token', { refreshToken });
export const tokensOf = (answer: RawAnswer): Pick<Session, 'accessToken' | 'refreshToken'> =>
  answer.json as Session;
export const statusOf = async (cluster: Cluster, process: number, token: string): Promise<number> =>
  (
    await send(cluster.processes[process % cluster.processes.length]!.url, {
      method: 'GET',
      path: '/api/v1/user/me',
      token,
    })
  ).status;
