import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stats } from 'node:fs';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { releaseSignatureSchema, versionDescriptionSchema } from '@palier/shared/contracts/releases';
import type { RegistryFile } from './registry-file';
import { isSignedBy } from './release-signature';

/** More than any script or style has: a compressed file must not fill the memory. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;
const DECOMPRESS = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) } as const;

/** Of these the description has no hash: itself and its signature, which run nothing. */
const UNHASHED = ['description.json', 'signature.json'];

/**
 * Creates a check of a file in the store before it is sent: a file of a remote whose team has keys must have
 * the hash of the version's description, which one of these keys signed. A file is read again only when it
 * has changed.
 */
export function createSignedFileCheck(
  remotesRoot: string,
  isSignatureRequired: boolean,
  readRegistry: () => Promise<RegistryFile | null>,
): (file: string, stat: Stats) => Promise<boolean> {
  const store = path.resolve(remotesRoot);
  const checked = new Map<string, string>();

  return async (file, { ctimeMs, ino, size }) => {
    const [remote = '', version = '', ...rest] = path.relative(store, file).split(path.sep);
    const held = await readRegistry();
    if (held === null) return !isSignatureRequired;
    const keys = held.registry.teamKeys?.[remote];
    const name = rest.join('/').replace(/\.(br|gz)$/, '');
    if (keys === undefined || UNHASHED.includes(name)) return true;
    const stamp = `${keys.join()} ${ctimeMs} ${ino} ${size}`;
    if (checked.get(file) === stamp) return true;
    const integrity = await readSignedHashes(path.join(store, remote, version), keys);
    if (integrity[name] !== (await hashOf(file))) return false;
    checked.set(file, stamp);
    return true;
  };
}

/** The hashes of a version's files; none when no key signed its description. */
async function readSignedHashes(folder: string, keys: readonly string[]): Promise<Record<string, string>> {
  try {
    const [text, signature] = await Promise.all(
      ['description.json', 'signature.json'].map((name) => readFile(path.join(folder, name), 'utf8')),
    );
    const signed = isSignedBy(
      keys,
      'version',
      text ?? '',
      releaseSignatureSchema.parse(JSON.parse(signature ?? '')),
    );
    return signed ? versionDescriptionSchema.parse(JSON.parse(text ?? '')).integrity : {};
  } catch {
    return {};
  }
}

async function hashOf(file: string): Promise<string> {
  const content = await readFile(file);
  const decompress = DECOMPRESS[path.extname(file) as keyof typeof DECOMPRESS];
  const plain =
    decompress === undefined
      ? content
      : await decompress(content, { maxOutputLength: MAX_FILE_BYTES }).catch(() => Buffer.alloc(0));
  return `sha384-${createHash('sha384').update(plain).digest('base64')}`;
}
