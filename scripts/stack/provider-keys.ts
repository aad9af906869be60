import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '@palier/base/command';

const KEY_VARIABLES = ['PROVIDER_AGENT_CODE', 'PROVIDER_AGENT_TOKEN', 'PROVIDER_SECRET'] as const;

/** The credentials shared by the server and the demo provider, generated once per data folder. */
type ProviderKeys = Readonly<Record<(typeof KEY_VARIABLES)[number], string>>;

/**
 * The keys of a data folder, generated if there are none. Throws a CommandError when their file is
 * incomplete.
 */
export async function providerKeys(folder: string): Promise<ProviderKeys> {
  const file = join(folder, 'provider.json');
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return readKeys(file, kept);
  const keys: ProviderKeys = {
    PROVIDER_AGENT_CODE: 'palier',
    PROVIDER_AGENT_TOKEN: randomBytes(24).toString('hex'),
    PROVIDER_SECRET: randomBytes(24).toString('hex'),
  };
  // Renamed when complete, because the disk may be full or this process may be killed.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(keys, null, 2), { mode: 0o600 });
  await rename(draft, file);
  return keys;
}

function readKeys(file: string, text: string): ProviderKeys {
  try {
    const keys = JSON.parse(text) as Partial<ProviderKeys>;
    if (KEY_VARIABLES.every((name) => typeof keys[name] === 'string')) return keys as ProviderKeys;
  } catch {
    // Reported below.
  }
  throw new CommandError(
    `${file} is incomplete: it holds the keys of the demo provider.`,
    'Delete it, then start again: new keys are generated. Open rounds are repaired from the provider’s log.',
  );
}
