import { addressFault, isUnencrypted, notEncrypted } from '../database/database-address';

const SETTINGS = {
  owner: 'OWNER_DATABASE_URL',
  application: 'DATABASE_URL',
  releases: 'RELEASES_DATABASE_URL',
} as const;

/**
 * The address with the login. Throws when it cannot be used, and when it is missing, because a command never
 * starts a database of its own, and in production when it names another machine without encryption.
 */
export function databaseUrlOf(environment: NodeJS.ProcessEnv, login: keyof typeof SETTINGS): string {
  const url = environment[SETTINGS[login]];
  if (url === undefined || url === '') throw new Error(`${SETTINGS[login]} is missing.`);
  const fault = addressFault(url);
  if (fault !== null) throw new Error(`${SETTINGS[login]} ${fault}.`);
  if (environment.NODE_ENV === 'production' && isUnencrypted(url))
    throw new Error(notEncrypted(SETTINGS[login]));
  return url;
}
