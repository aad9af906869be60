/**
 * Singleton of the page: the HTTP layer. Adds and renews the token, drives the loader overlay, ends the
 * session on 401 and 403.
 */
import axios, { type AxiosInstance, type AxiosRequestConfig } from 'axios';
import { bus } from '../bus';
import { PLATFORM_DAY_HEADER } from '../contracts';
import { readPlatformDay } from '../dates';
import type { EarlyRead } from '../early-read';
import { accessToken, currentUser } from '../session';
import { endSession, setMustChangePassword } from '../session/writer';
import { API_BASE_URL } from './base-url';
import { codeOf } from './errors';
import { callEnded, callStarted } from './loader';
import { refreshAheadOfExpiry } from './refresh';

export { API_BASE_URL } from './base-url';
export { errorsOf, firstError, isDefiniteRefusal, logIgnored, refusedField } from './errors';
export { useIsLoading } from './loader';

const REQUEST_TIMEOUT_MS = 60_000;

declare module 'axios' {
  interface AxiosRequestConfig {
    /** A background call, which does not show the loader overlay. */
    quiet?: boolean;
  }
}

/** By the password, or by a passkey. */
const isSignIn = (url: string | undefined): boolean => url?.endsWith('/login') === true;

function createHttp(): AxiosInstance {
  const instance = axios.create({
    baseURL: API_BASE_URL,
    timeout: REQUEST_TIMEOUT_MS,
    // No cookie authenticates a call.
    withXSRFToken: false,
  });

  instance.interceptors.request.use(async (config) => {
    const isLogin = isSignIn(config.url);
    // A sign-out needs no renewal, because the server accepts a sign-out with an expired token.
    if (!isLogin && config.url !== '/auth/logout') {
      const userId = currentUser()?.id;
      const isRenewed = await refreshAheadOfExpiry();
      // A call of one user must never be sent with the token of the next user.
      if (!isRenewed || (userId !== undefined && currentUser()?.id !== userId))
        throw new Error('http: the session has ended or changed');
    }
    if (!isLogin) config.headers.set('Authorization', bearer());
    config.headers.set('traceparent', newTraceparent());
    if (config.quiet !== true) callStarted();
    return config;
  });

  instance.interceptors.response.use(
    (response) => {
      readPlatformDay(response.headers[PLATFORM_DAY_HEADER]);
      if (response.config.quiet !== true) callEnded();
      return response;
    },
    (error: unknown) => {
      if (!axios.isAxiosError(error)) throw error;
      readPlatformDay(error.response?.headers[PLATFORM_DAY_HEADER]);
      if (error.config !== undefined && error.config.quiet !== true) callEnded();
      const status = error.response?.status;
      // Only a refusal of the current token ends the session: a late answer may concern an earlier token. A
      // refused login has no session.
      if (
        (status === 401 || status === 403) &&
        !isSignIn(error.config?.url) &&
        error.config?.headers.Authorization === bearer()
      ) {
        endSession('unauthorised');
      }
      if (codeOf(error) === 'password-change-required') setMustChangePassword(true);
      throw error;
    },
  );
  return instance;
}

/** The W3C context of a new trace, in which the server continues when it sends traces. */
function newTraceparent(): string {
  const random = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join('');
  return `00-${random(32)}-${random(16)}-01`;
}

function bearer(): string | undefined {
  const token = accessToken();
  return token === null ? undefined : `Bearer ${token}`;
}

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

interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly data?: unknown;
}

/**
 * The read that the first frame has started. It leaves the page's global object before the code of a remote
 * runs, which could put a false answer there, and is dropped when the session ends.
 */
let earlyRead: EarlyRead | null = window.palierEarlyRead ?? null;
delete window.palierEarlyRead;
bus.on('session/ended', () => (earlyRead = null));

/** The body that the page has read before its code ran, for the same call in the same session; else null. */
async function takeEarlyAnswer({ method, url }: Request, query: URLSearchParams): Promise<unknown> {
  const read = earlyRead;
  if (read === null || method !== 'GET' || read.address !== `${url}?${query}`) return null;
  earlyRead = null;
  return read.token === accessToken() ? read.answer : null;
}

async function call<Value>(
  request: Request,
  schema: Parser<Value>,
  options: CallOptions = {},
): Promise<Value> {
  const { query, ...others } = options;
  const params = toParams(query);
  const config = { ...request, params, ...others } as AxiosRequestConfig;
  const data = (await takeEarlyAnswer(request, params)) ?? (await instance.request<unknown>(config)).data;
  return schema.parse(data);
}

/**
 * Calls the API and returns the body, validated by `schema`. Throws the errors of axios and of the schema.
 */
export const http = {
  get: <Value>(path: string, schema: Parser<Value>, options?: CallOptions): Promise<Value> =>
    call({ method: 'GET', url: path }, schema, options),
  post: <Value>(path: string, body: unknown, schema: Parser<Value>, options?: CallOptions): Promise<Value> =>
    call({ method: 'POST', url: path, data: body }, schema, options),
  send: <Value>(
    method: 'PUT' | 'DELETE',
    path: string,
    schema: Parser<Value>,
    options?: CallOptions,
  ): Promise<Value> => call({ method, url: path }, schema, options),
};

/**
 * The access token for a call or connection that does not use `http`, renewed first when it is about to
 * expire. Returns the old token when the renewal fails; never throws.
 */
export async function freshAccessToken(): Promise<string | null> {
  await refreshAheadOfExpiry();
  return accessToken();
}

/**
 * The schema of an answer without content. Throws on an HTML page: a captive portal or a proxy has answered
 * in place of the server, and the call may not have been carried out.
 */
export const noContent: Parser<void> = {
  parse(body) {
    if (/^\s*</.test(body as string)) throw new Error('http: an HTML page instead of an answer');
  },
};

function toParams(query: CallOptions['query'] = {}): URLSearchParams {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(given);
}
