/** Not a singleton: each package that links to games has its own copy. */
/** A lone surrogate cannot be encoded, and `.` or `..` would change the path. */
const encodeSegment = (text: string): string =>
  encodeURIComponent(text.replace(/^\.{1,2}$|[\ud800-\udfff]/gu, '\ufffd'));

export const gamePath = (provider: string, title: string, code: string): string =>
  `/game/${[provider, title || code, code].map(encodeSegment).join('/')}`;
