import { SECRETS, withSecretFiles } from '@palier/server/config';
import { CommandError } from '@palier/base/command';

/**
 * Reads secrets from files (`DATABASE_URL_FILE`) into the environment, which child processes inherit, and
 * removes empty addresses of the database, so that every command uses the same database. Throws a
 * CommandError.
 */
export function readSecretFiles(): void {
  for (const name of ['DATABASE_URL', 'OWNER_DATABASE_URL'])
    if (process.env[name] === '') delete process.env[name];
  const faults: string[] = [];
  const complete = withSecretFiles(process.env, faults);
  if (faults.length > 0) throw new CommandError(faults.join('\n'), 'Correct the setting, then try again.');
  for (const name of SECRETS) {
    delete process.env[`${name}_FILE`];
    if (complete[name] !== undefined) process.env[name] = complete[name];
  }
}
