import { SECRETS, withSecretFiles } from '@palier/server/config/secret-files';
import { CommandError } from '../command';

/**
 * Reads the secrets that are named by a file (`DATABASE_URL_FILE`) into this process' environment, which the programs it
 * starts inherit, and takes an empty DATABASE_URL out of it: every command means the same database. Throws a CommandError.
 */
export function readSecretFiles(): void {
  if (process.env.DATABASE_URL === '') delete process.env.DATABASE_URL;
  const faults: string[] = [];
  const complete = withSecretFiles(process.env, faults);
  if (faults.length > 0) throw new CommandError(faults.join('\n'), 'Mend the setting, then try again.');
  for (const name of SECRETS) {
    delete process.env[`${name}_FILE`];
    if (complete[name] !== undefined) process.env[name] = complete[name];
  }
}
