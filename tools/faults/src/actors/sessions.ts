import type { Cluster, Session } from './cluster';
import { post, read, type RawAnswer } from './raw-http';

const urlOf = ({ processes }: Cluster, process: number): string => processes[process % processes.length]!.url;

export const refresh = (cluster: Cluster, process: number, refreshToken: string): Promise<RawAnswer> =>
  post(urlOf(cluster, process), '/auth/refresh-token', { refreshToken });
/** Sets a sub-account's password, as its form does: the one input is sent twice. */
export const setPassword = (base: string, token: string, id: number, password: string): Promise<RawAnswer> =>
  post(
    base,
    `/auth/change-sub-account-password/${id}`,
    { oldPassword: password, newPassword: password },
    token,
  );
export const tokensOf = (answer: RawAnswer): Pick<Session, 'accessToken' | 'refreshToken'> =>
  answer.json as Session;
export const statusOf = async (cluster: Cluster, process: number, token: string): Promise<number> =>
  (await read(urlOf(cluster, process), '/user/me', token)).status;
