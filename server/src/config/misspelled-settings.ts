import { SETTINGS } from './config';
import { SECRETS } from './secret-files';

/** Variables of other programs of an installation, and those that no setting of the server resembles. */
const OTHER_VARIABLES = [
  'DEMO_PROVIDER_PORT',
  'NODE_EXTRA_CA_CERTS',
  'CHROME_PATH',
  'PROCESSES',
  'RELEASES_GATE_MINUTES',
  'RELEASES_HOST',
  'RELEASES_PORT',
  'RELEASES_SHELL',
  'RELEASES_URL',
  'RELEASE_ACTOR',
  'RELEASE_GATE_SOCKET',
  'RELEASE_SIGNING_KEY_FILE',
  'RELEASE_TOKEN',
];
const KNOWN: ReadonlySet<string> = new Set([
  ...SETTINGS.keys(),
  ...SECRETS,
  ...SECRETS.map((name) => `${name}_FILE`),
  ...OTHER_VARIABLES,
]);
const SHORT_NAME = 5;

/**
 * A sentence for each variable of the environment that is no setting and differs from one by one or two
 * letters (one, for names of at most five letters): the setting then has its default, and nothing else says
 * so.
 */
export function misspelledSettings(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment)
    .filter((name) => !KNOWN.has(name))
    .flatMap((name) => {
      const meant = [...KNOWN].find(
        (setting) => lettersApart(name, setting) <= (setting.length > SHORT_NAME ? 2 : 1),
      );
      return meant === undefined ? [] : [`${name} is not a setting: did you mean ${meant}?`];
    });
}

/** The number of letters to add, remove or replace that make `one` the `other` (Levenshtein). */
function lettersApart(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Infinity;
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = previous[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[other.length]!;
}
