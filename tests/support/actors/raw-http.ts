import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export interface RawRequest {
  readonly method: string;
  /** Sent unchanged, without normalization. */
  readonly path: string;
  readonly token?: string | undefined;
  /** Strings and buffers are sent unchanged, other values as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed JSON; undefined when the text is not JSON. */
  readonly json: unknown;
}

/** Far above every scenario's limit: on a busy machine, late answers must not count as lost. */
const ANSWER_LIMIT_MS = 120_000;

/** Sends one HTTP request with its path unchanged. */
export function send(base: string, { method, path, token, body, headers }: RawRequest): Promise<RawAnswer> {
  const payload =
    body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const call = request(
      {
        hostname,
        port,
        method,
        path,
        agent,
        headers: {
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        timeout: ANSWER_LIMIT_MS,
      },
      (answer) => {
        const resolveWith = (text: string): void =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json: parseJson(text) });
        readText(answer).then(resolveWith, reject);
      },
    );
    call.on('timeout', () => call.destroy(new Error(`no answer within ${ANSWER_LIMIT_MS / 1_000} s`)));
    call.on('error', reject);
    call.end(payload);
  });
}

/** Writes text to a server's socket and returns the answer as text. */
export const sendText = (base: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const chunks: Buffer[] = [];
    socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      socket.end();
    });
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', reject);
  });

/** The parsed JSON; undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The messages of a refusal; empty when the answer has none. */
export const errorsOf = ({ json }: RawAnswer): string[] => {
  const errors = (json as { errors?: unknown } | null | undefined)?.errors;
  return Array.isArray(errors) ? errors.filter((error): error is string => typeof error === 'string') : [];
};

/** The answer without the request id, which differs between calls. */
export const comparable = ({ status, text }: RawAnswer): string =>
  `${status} ${text.replace(/"requestId":"[^"]*"/, '"requestId":""')}`;

export const get = (base: string, path: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  send(base, { method: 'GET', path, headers });

/** A GET of the API; `path` is relative to /api/v1. */
export const read = (base: string, path: string, token: string): Promise<RawAnswer> =>
  send(base, { method: 'GET', path: `/api/v1${path}`, token });
export const post = (
  base: string,
  path: string,
  body?: unknown,
  { token, headers = {} }: { token?: string | undefined; headers?: Readonly<Record<string, string>> } = {},
): Promise<RawAnswer> => send(base, { method: 'POST', path: `/api/v1${path}`, body, token, headers });
