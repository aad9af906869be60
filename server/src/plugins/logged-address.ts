const TOKEN = /eyJ[\w-]+(?:\.[\w-]*){1,2}/g;
const MAX_LENGTH = 256;

/** A request's address as the log may hold it: without its query, however its mark is spelled, and without tokens. */
export const loggedAddress = (url: string): string =>
  (url.split(/\?|%3f/i)[0] ?? '').replaceAll(TOKEN, '[token]').slice(0, MAX_LENGTH);
