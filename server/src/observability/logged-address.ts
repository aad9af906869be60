const TOKEN = /eyJ[\w-]+(?:\.[\w-]*){1,2}/g;
const MAX_LENGTH = 256;

/** A request's address as the log may hold it: without its query, however its mark is spelled, and without tokens. */
export const loggedAddress = (url: string): string =>
  // Cut first: sixteen thousand characters would be searched for a token from each of them to their end.
  (url.split(/\?|%3f/i)[0] ?? '').slice(0, MAX_LENGTH).replaceAll(TOKEN, '[token]');
