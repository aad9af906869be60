/** Live and sport results have no documented size, so a callback may be larger than other calls. */
export const CALLBACK_LIMIT_BYTES = 256 * 1024;

/** A vendor's base address may end with a slash or be written in capitals. */
const CALLBACK = /^\/+gold_api(?=[/?]|$)/i;

/** Whether a route or an address, with its query or without, is one of a provider's callbacks. */
export const isCallbackPath = (path: string): boolean => CALLBACK.test(path);

/**
 * The address as routes name it: one slash between parts and none at the end. Other addresses are returned as
 * they are.
 */
export function normalizeCallbackAddress(url: string): string {
  if (!CALLBACK.test(url)) return url;
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const parts = path
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
  return `/${parts.join('/')}${query < 0 ? '' : url.slice(query)}`;
}
