/** The address as a URL, or null when it is none: the oldest browsers we serve (README) have no `URL.canParse`. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
