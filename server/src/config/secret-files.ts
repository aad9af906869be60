import { readFileSync } from 'node:fs';

export const SECRETS = [
  'DATABASE_URL',
  'OWNER_DATABASE_URL',
  'STANDBY_DATABASE_URL',
  'RELEASES_DATABASE_URL',
  'PROVIDER_DATABASE_URL',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'FACTOR_KEY',
  'FACTOR_KEY_PREVIOUS',
  'PROVIDER_AGENT_TOKEN',
  'PROVIDER_SECRET',
  'PROVIDER_SECRET_PREVIOUS',
  'METRICS_TOKEN',
  'NATS_URL',
] as const;

/**
 * Replaces each variable that names a secret's file, such as JWT_SECRET_FILE, by the secret read from the
 * file: container platforms mount secrets as files. Faults are added to `faults`, one sentence each.
 */
export function withSecretFiles(environment: NodeJS.ProcessEnv, faults: string[]): NodeJS.ProcessEnv {
  const complete = { ...environment };
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`];
    if (file === undefined) continue;
    delete complete[`${name}_FILE`];
    if (environment[name] !== undefined) {
      faults.push(`${name} and ${name}_FILE are both set: keep one of them.`);
      continue;
    }
    try {
      const secret = readFileSync(file, 'utf8').trim();
      if (secret.includes('\0')) faults.push(`${name}_FILE: the file ${file} contains zero bytes.`);
      complete[name] = secret;
    } catch {
      faults.push(`${name}_FILE: the file ${file} cannot be read.`);
    }
  }
  return complete;
}
