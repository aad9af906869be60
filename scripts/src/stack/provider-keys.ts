import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the operator and the demo provider know of each other; drawn once per data folder. */
export interface ProviderKeys {
  readonly PROVIDER_AGENT_CODE: string;
  readonly PROVIDER_AGENT_TOKEN: string;
  readonly PROVIDER_SECRET: string;
}

export async function providerKeys(folder: string): Promise<ProviderKeys> {
  const file = join(folder, 'provider.json');
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return JSON.parse(kept) as ProviderKeys;
  const keys: ProviderKeys = {
    PROVIDER_AGENT_CODE: 'palier',
    PROVIDER_AGENT_TOKEN: randomBytes(24).toString('hex'),
    PROVIDER_SECRET: randomBytes(24).toString('hex'),
  };
  await writeFile(file, JSON.stringify(keys, null, 2), { mode: 0o600 });
  return keys;
}
