import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { isSignedRegistry, publicKeyOf, registryText, signRelease } from '@palier/server/remotes';
import { CommandError } from '@palier/base/command';
import type { Registry, ReleaseSignature } from '@palier/shared/contracts/releases';

/**
 * The operator's public keys that a registry must be signed by, from RELEASE_KEYS; none: signatures are not
 * required.
 */
export const trustedKeys = (): string[] =>
  (process.env.RELEASE_KEYS ?? '').split(',').flatMap((key) => key.trim() || []);

/**
 * The private key in the file RELEASE_SIGNING_KEY_FILE: a team's when it publishes, the operator's for a
 * change. Null: none is set.
 */
function readSigningKey(): KeyObject | null {
  const { RELEASE_SIGNING_KEY_FILE: file } = process.env;
  if (file === undefined || file === '') return null;
  const remedy = 'Make one with: npm run release -- keys new <file>';
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    throw new CommandError(
      `RELEASE_SIGNING_KEY_FILE ${file} cannot be read (${(error as Error).message}).`,
      remedy,
    );
  }
  throw new CommandError(`RELEASE_SIGNING_KEY_FILE ${file} is not an Ed25519 key.`, remedy);
}

/** Writes a new private key to a file that only its owner reads. Returns the public key. */
export async function createSigningKey(file: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new CommandError(`${file} cannot be written (${(error as Error).message}).`, 'Give a new file.');
  }
  return publicKeyOf(privateKey);
}

/** The signature of a version's description by RELEASE_SIGNING_KEY_FILE; null without one. */
export function signVersion(text: string): ReleaseSignature | null {
  const key = readSigningKey();
  return key === null ? null : signRelease(key, 'version', text);
}

/**
 * Returns the registry with the operator's signature, or as it is when no key is set and the registry was not
 * signed. Throws a CommandError when the change of a signed registry would not be signed by a trusted key:
 * servers would not accept it.
 */
export function signRegistry(registry: Registry, wasSigned: boolean): Registry {
  const key = readSigningKey();
  const trusted = trustedKeys();
  if (key === null && !wasSigned && trusted.length === 0) return registry;
  if (key === null)
    throw new CommandError(
      'The registry is signed, and RELEASE_SIGNING_KEY_FILE is not set. Nothing was changed.',
      "Set it to the file of the operator's private key, then run the command again.",
    );
  if (trusted.length > 0 && !trusted.includes(publicKeyOf(key)))
    throw new CommandError(
      'The key in RELEASE_SIGNING_KEY_FILE is not in RELEASE_KEYS, so servers would refuse the ' +
        'change. Nothing was changed.',
      `Add its public key ${publicKeyOf(key)} to RELEASE_KEYS of all servers first.`,
    );
  return { ...registry, signature: signRelease(key, 'registry', registryText(registry)) };
}

/** Throws a CommandError when RELEASE_KEYS is set and none of its keys signed the document. */
export function requireSignedRegistry(document: object): void {
  const trusted = trustedKeys();
  if (trusted.length === 0 || isSignedRegistry(trusted, document)) return;
  throw new CommandError(
    'The registry is not signed by a key of RELEASE_KEYS.',
    'It was edited by hand, or another operator signed it. Servers keep the last document that ' +
      'was signed. Restore the store from a backup, or sign the registry as it is: npm run ' +
      'release -- sign',
  );
}
