import Bowser from 'bowser';

/** What a session's owner recognises it by: families, such as Firefox and Windows; null when unknown. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** No browser of today calls itself anything longer; what is longer is not worth the parser's time. */
const LONGEST_USER_AGENT = 512;

/** The device that a User-Agent header speaks of. Only names the parser itself knows come out, never the caller's text. */
export function deviceOf(userAgent: string | undefined): Device {
  const read = (userAgent ?? '').slice(0, LONGEST_USER_AGENT);
  if (read.trim() === '') return { browser: null, system: null };
  const parser = Bowser.getParser(read);
  return {
    browser: known(Bowser.BROWSER_MAP, parser.getBrowserName()),
    system: known(Bowser.OS_MAP, parser.getOSName()),
  };
}

const known = (names: Readonly<Record<string, string>>, name: string | undefined): string | null =>
  name !== undefined && Object.values(names).includes(name) ? name : null;
