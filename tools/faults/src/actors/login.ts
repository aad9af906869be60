import { send, type RawAnswer } from './raw-http';

/** POST /auth/login at one of the processes, from an address of this machine or with other headers. */
export const login = (
  base: string,
  username: string,
  password: string,
  options: { from?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> =>
  send(base, { method: 'POST', path: '/api/v1/auth/login', body: { username, password }, ...options });
