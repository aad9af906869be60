const TOKEN = /eyJ[\w-]+(?:\.[\w-]*){1,2}/g;
const MAX_LENGTH = 256;

/**
 * The path of a request for the log: without its query, even after an escaped question mark, and without
 * tokens.
 */
export const loggedAddress = (url: string): string =>
  // Cut first, because the search for tokens is quadratic.
  (url.split(/\?|%3f/i)[0] ?? '').slice(0, MAX_LENGTH).replaceAll(TOKEN, '[token]');
