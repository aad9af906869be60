import type { IncomingMessage } from 'node:http';

/** True for a page of another origin. Programs send no Origin. */
export function isForeign(headers: IncomingMessage['headers']): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
