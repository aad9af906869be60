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

/** A call's headers as a process gets them. With `keepsUpgrade`, its wish to change the protocol is passed on too. */
export function headersToTarget(
  request: IncomingMessage,
  { trustsCallers, keepsUpgrade = false }: { trustsCallers: boolean; keepsUpgrade?: boolean },
): Pair[] {
  const isPassed = (name: string): boolean =>
    !SAID_ANEW.test(name) &&
    (!OF_THE_LINE.has(name) || (keepsUpgrade && (name === 'connection' || name === 'upgrade')));
  // What we say comes first: Node reads the first thousand headers of a call, and leaves the rest unread.
  return [
    ...originOf(request, trustsCallers),
    ...[...pairsOf(request)].filter(([name]) => isPassed(name.toLowerCase())),
  ];
}

/** An answer's headers as the caller gets them: names and values in turn, as `writeHead` takes them. */
export const headersToCaller = (answer: IncomingMessage): string[] =>
  [...pairsOf(answer)].filter(([name]) => !OF_THE_LINE.has(name.toLowerCase())).flat();
