const SETTINGS = { owner: 'OWNER_DATABASE_URL', application: 'DATABASE_URL' } as const;

/** The address with the login. Throws when it is missing: a command never starts a database of its own. */
export function databaseUrlOf(environment: NodeJS.ProcessEnv, login: keyof typeof SETTINGS): string {
  const url = environment[SETTINGS[login]];
  if (url === undefined || url === '') throw new Error(`${SETTINGS[login]} is missing.`);
  return url;
}
