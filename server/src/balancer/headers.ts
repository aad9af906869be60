import type { IncomingMessage } from 'node:http';

/** Meant for one line only (RFC 9110 §7.6.1), and so not passed on. */
const OF_THE_LINE = new Set([
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
/** What a call's own front says of it. */
const SAID_ANEW = /^(content-length$|x-forwarded-|forwarded$|x-real-ip$)/;

type Pair = readonly [name: string, value: string];

function* pairsOf(message: IncomingMessage): Iterable<Pair> {
  const { rawHeaders } = message;
  for (let index = 0; index < rawHeaders.length; index += 2)
    yield [rawHeaders[index]!, rawHeaders[index + 1]!];
}

/**
 * Where a call came from. What a caller says of itself counts only when callers are proxies of ours, which have written
 * it (`trustsCallers`).
 */
function originOf(request: IncomingMessage, trustsCallers: boolean): Pair[] {
  const told = trustsCallers ? request.headers['x-forwarded-for'] : undefined;
  const caller = request.socket.remoteAddress ?? '';
  const scheme = trustsCallers ? request.headers['x-forwarded-proto'] : undefined;
  return [
    ['x-forwarded-for', told === undefined ? caller : `${String(told)}, ${caller}`],
    ['x-forwarded-proto', typeof scheme === 'string' ? scheme : 'http'],
  ];
}

/**
 * A call's headers as a process gets them. What we say comes first: Node tells of the first thousand headers, and drops the
 * others.
 */
export const headersToTarget = (
  request: IncomingMessage,
  { trustsCallers }: { trustsCallers: boolean },
): Pair[] => [...originOf(request, trustsCallers), ...passedOn(request)];

/** The same of a call that asks for a socket, whatever it says of that: a process is to take the line for nothing else. */
export const headersOfUpgrade = (
  request: IncomingMessage,
  { trustsCallers }: { trustsCallers: boolean },
): Pair[] => [
  ['connection', 'upgrade'],
  ['upgrade', request.headers.upgrade ?? 'websocket'],
  ...headersToTarget(request, { trustsCallers }),
];

const passedOn = (request: IncomingMessage): Pair[] =>
  [...pairsOf(request)].filter(([name]) => {
    const known = name.toLowerCase();
    return !SAID_ANEW.test(known) && !OF_THE_LINE.has(known);
  });

/** An answer's headers as the caller gets them: names and values in turn, as `writeHead` takes them. */
export const headersToCaller = (answer: IncomingMessage): string[] =>
  [...pairsOf(answer)].filter(([name]) => !OF_THE_LINE.has(name.toLowerCase())).flat();
