import { readFileSync } from 'node:fs';

export const SECRETS = [
  'DATABASE_URL',
  'JWT_SECRET',
  'PROVIDER_AGENT_TOKEN',
  'PROVIDER_SECRET',
  'METRICS_TOKEN',
  'NATS_URL',
] as const;

/**
 * The environment with each secret that is named by a file instead (`JWT_SECRET_FILE`), as container platforms mount them,
 * read from it. What is wrong is added to `faults`, a sentence each.
 */
export function withSecretFiles(environment: NodeJS.ProcessEnv, faults: string[]): NodeJS.ProcessEnv {
  const complete = { ...environment };
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`];
    if (file === undefined) continue;
    delete complete[`${name}_FILE`];
    if (environment[name] !== undefined) {
      faults.push(`${name} et ${name}_FILE sont toutes deux données : gardez l’une des deux.`);
      continue;
    }
    try {
      complete[name] = readFileSync(file, 'utf8').trim();
    } catch {
      faults.push(`${name}_FILE : le fichier ${file} ne peut pas être lu.`);
    }
  }
  return complete;
}
