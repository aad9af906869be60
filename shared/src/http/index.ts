import axios, { type AxiosInstance, type AxiosRequestConfig } from 'axios';
import { bus } from '../bus';
import { accessToken, clearSession, currentUser } from '../session';
import { API_BASE_URL } from './base-url';
import { callEnded, callStarted } from './loader';
import { refreshAheadOfExpiry } from './refresh';

export { API_BASE_URL } from './base-url';
export { firstError, logIgnored, wasAnswered } from './errors';
export { useIsLoading } from './loader';

/** Section 9 of docs/spec-coverage.md: request time-out. */
const REQUEST_TIMEOUT_MS = 60_000;

declare module 'axios' {
  interface AxiosRequestConfig {
    /** A call in the background: the loader overlay stays away. */
    quiet?: boolean;
  }
}

function createHttp(): AxiosInstance {
  const instance = axios.create({
    baseURL: API_BASE_URL,
    timeout: REQUEST_TIMEOUT_MS,
    // The session is a bearer token, so there is no XSRF cookie to look for before each call.
    withXSRFToken: false,
    // Our own: production builds leave axios' serializer out (scripts/src/bundler/lighter-aliases.mjs).
    paramsSerializer: { serialize: toQueryString },
  });

  instance.interceptors.request.use(async (config) => {
    const isLogin = config.url === '/auth/login';
    // A sign-out works with an expired token and waits for no renewal.
    if (!isLogin && config.url !== '/auth/logout') {
      const userId = currentUser()?.id;
      const isRenewed = await refreshAheadOfExpiry();
      // The call fails like one without an answer: what one user asked for must never be sent in the name of the next.
      if (!isRenewed || (userId !== undefined && currentUser()?.id !== userId))
        throw new Error('http: no session to call in');
    }
    // Section 7 of docs/spec-coverage.md: every request but login carries the session's token.
    if (!isLogin) config.headers.set('Authorization', bearer());
    if (config.quiet !== true) callStarted();
    return config;
  });

  instance.interceptors.response.use(
    (response) => {
      if (response.config.quiet !== true) callEnded();
      return response;
    },
    (error: unknown) => {
      if (!axios.isAxiosError(error)) throw error;
      if (error.config !== undefined && error.config.quiet !== true) callEnded();
      const status = error.response?.status;
      // Section 8 of docs/spec-coverage.md: 401 and 403 end the session whose token was refused, which may not be the present one any more.
      // The login's own
      // 401 is its answer, not an ended session.
      if (
        (status === 401 || status === 403) &&
        error.config?.url !== '/auth/login' &&
        error.config?.headers.Authorization === bearer()
      ) {
        clearSession();
        bus.emit('session/ended', { reason: 'unauthorised' });
      }
      throw error;
    },
  );
  return instance;
}

/** The value of the session's Authorization header; undefined without a session. */
function bearer(): string | undefined {
  const token = accessToken();
  return token === null ? undefined : `Bearer ${token}`;
}

/** Parameters that are undefined are left out. */
const toQueryString = (query: Record<string, unknown>): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
};

const instance = createHttp();

interface CallOptions {
  readonly query?: Record<string, string | number | undefined>;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal | undefined;
  readonly quiet?: boolean;
}

interface Parser<Value> {
  parse(value: unknown): Value;
}

/**
 * The one way to call the API. Answers with the data body, checked by `schema` (its error is thrown when it does not
 * match). Throws axios' errors; shows and navigates nothing (section 7 of docs/design.md).
 */
export const http = {
  async get<Value>(path: string, schema: Parser<Value>, options: CallOptions = {}): Promise<Value> {
    const response = await instance.get<unknown>(path, toConfig(options));
    return schema.parse(response.data);
  },
  async post<Value>(
    path: string,
    body: unknown,
    schema: Parser<Value>,
    options: CallOptions = {},
  ): Promise<Value> {
    const response = await instance.post<unknown>(path, body, toConfig(options));
    return schema.parse(response.data);
  },
};

/**
 * The session's access token, renewed first when it is about to expire: for connections other than HTTP calls. Never throws: when
 * the renewal fails, it is the old token.
 */
export async function freshAccessToken(): Promise<string | null> {
  await refreshAheadOfExpiry();
  return accessToken();
}

/**
 * For calls whose answer has no body that anyone reads. Throws when the body is an HTML page: then something else has answered (a
 * network's login page, a proxy's maintenance page), and the call may not have been carried out.
 */
export const ignoredResponse: Parser<void> = {
  parse(body) {
    if (/^\s*</.test(body as string)) throw new Error('http: a page is no answer');
  },
};

/** Axios leaves out what is undefined. */
const toConfig = ({ query, ...options }: CallOptions) =>
  ({ params: query, ...options }) as AxiosRequestConfig;
