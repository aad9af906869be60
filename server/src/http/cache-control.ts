/**
 * The header `cache-control` of answers that have a hash, or that carry hashes of other files. `no-transform`
 * asks proxies not to edit them: a browser refuses a file that a minifying proxy has changed, and the remote
 * is then unavailable.
 */
export const CACHE_CONTROL = {
  /** Files whose address changes with their content. */
  immutable: 'public, max-age=31536000, immutable, no-transform',
  /** Files that are asked for again each time. */
  revalidated: 'no-cache, no-transform',
} as const;
