import type { IncomingMessage } from 'node:http';

/** Whether a request comes from a page of another origin. Programs send no Origin, so they are not foreign. */
export function isForeign(headers: IncomingMessage['headers']): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
