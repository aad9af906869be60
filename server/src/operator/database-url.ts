/** The login of the schema's owner. Throws when it is missing: a command never starts a database of its own. */
export function databaseUrlOf({ DATABASE_URL }: NodeJS.ProcessEnv): string {
  if (DATABASE_URL === undefined || DATABASE_URL === '') throw new Error('DATABASE_URL is missing.');
  return DATABASE_URL;
}
