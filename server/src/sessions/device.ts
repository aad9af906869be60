import Bowser from 'bowser';

/** The families of a session's browser and system, such as Firefox and Windows; null when unknown. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Longer than the User-Agent of any known browser. */
const MAX_USER_AGENT_LENGTH = 512;

/** The device of a User-Agent header. Returns only names that the parser knows, never text of the caller. */
export function deviceOf(userAgent: string | undefined): Device {
  const read = (userAgent ?? '').slice(0, MAX_USER_AGENT_LENGTH);
  if (read.trim() === '') return { browser: null, system: null };
  const parser = Bowser.getParser(read);
  return {
    browser: known(Bowser.BROWSER_MAP, parser.getBrowserName()),
    system: known(Bowser.OS_MAP, parser.getOSName()),
  };
}

const known = (names: Readonly<Record<string, string>>, name: string | undefined): string | null =>
  name !== undefined && Object.values(names).includes(name) ? name : null;
