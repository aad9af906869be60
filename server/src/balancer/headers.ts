import type { IncomingMessage } from 'node:http';

/** Hop-by-hop headers (RFC 9110 §7.6.1), which are not forwarded. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Headers that the balancer writes itself. */
const REWRITTEN = /^(content-length$|x-forwarded-|forwarded$|x-real-ip$)/;

type Pair = readonly [name: string, value: string];

function* pairsOf(message: IncomingMessage): Iterable<Pair> {
  const { rawHeaders } = message;
  for (let index = 0; index < rawHeaders.length; index += 2)
    yield [rawHeaders[index]!, rawHeaders[index + 1]!];
}

/**
 * The X-Forwarded headers of a call. Those of the caller count only when callers are trusted proxies
 * (`trustsCallers`).
 */
function originOf(request: IncomingMessage, trustsCallers: boolean): Pair[] {
  const forwardedFor = trustsCallers ? request.headers['x-forwarded-for'] : undefined;
  const caller = request.socket.remoteAddress ?? '';
  const scheme = trustsCallers ? request.headers['x-forwarded-proto'] : undefined;
  return [
    ['x-forwarded-for', forwardedFor === undefined ? caller : `${String(forwardedFor)}, ${caller}`],
    ['x-forwarded-proto', typeof scheme === 'string' ? scheme : 'http'],
  ];
}

/**
 * The headers of a call for a process. The balancer's come first, because Node reports the first thousand
 * headers only.
 */
export const headersToTarget = (
  request: IncomingMessage,
  { trustsCallers }: { trustsCallers: boolean },
): Pair[] => [...originOf(request, trustsCallers), ...forwardedHeaders(request, trustsCallers)];

/**
 * The headers of an upgrade for a process. `connection` and `upgrade` come first, so that the process does
 * not miss them.
 */
export const headersOfUpgrade = (
  request: IncomingMessage,
  { trustsCallers }: { trustsCallers: boolean },
): Pair[] => [
  ['connection', 'upgrade'],
  ['upgrade', request.headers.upgrade ?? 'websocket'],
  ...headersToTarget(request, { trustsCallers }),
];

const forwardedHeaders = (request: IncomingMessage, trustsCallers: boolean): Pair[] =>
  [...pairsOf(request)].filter(([name]) => {
    const known = name.toLowerCase();
    // The processes trust the balancer, so they would take a caller's id for its own.
    if (known === 'x-request-id') return trustsCallers;
    return !REWRITTEN.test(known) && !HOP_BY_HOP.has(known);
  });

/** The headers of an answer for the caller: names and values in turn, as `writeHead` takes them. */
export const headersToCaller = (answer: IncomingMessage): string[] =>
  [...pairsOf(answer)].filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase())).flat();
