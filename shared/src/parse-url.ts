/**
 * Not a singleton: each package that parses URLs bundles a copy. Null for an invalid URL; the oldest
 * supported browsers (README) have no `URL.canParse`.
 */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
