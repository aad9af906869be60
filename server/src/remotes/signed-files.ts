import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stats } from 'node:fs';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { releaseSignatureSchema, versionDescriptionSchema } from '@palier/shared/contracts/releases';
import type { RegistryFile } from './registry-file';
import { DICTIONARY_FORM, expandWithDictionary, patternOf, sha256 } from '../web/dictionary-forms';
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
    const name = rest
      .join('/')
      .replace(/\.(br|gz)$/, '')
      .replace(DICTIONARY_FORM, '');
    if (keys === undefined || UNHASHED.includes(name)) return true;
    const stamp = `${keys.join()} ${ctimeMs} ${ino} ${size}`;
    if (checked.get(file) === stamp) return true;
    const integrity = await readSignedHashes(path.join(store, remote, version), keys);
    const content = DICTIONARY_FORM.test(file)
      ? await contentOfForm(path.join(store, remote), name, file)
      : await contentOf(file);
    if (integrity[name] !== integrityOf(content)) return false;
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

/** A file as browsers get it; empty when its compressed form is damaged. */
async function contentOf(file: string): Promise<Buffer> {
  const content = await readFile(file);
  const decompress = DECOMPRESS[path.extname(file) as keyof typeof DECOMPRESS];
  return decompress === undefined
    ? content
    : decompress(content, { maxOutputLength: MAX_FILE_BYTES }).catch(() => Buffer.alloc(0));
}

/**
 * What a browser makes of the form `file` and of its dictionary, which is a file of another version in the
 * remote's folder; empty without the dictionary, or when the form is damaged.
 */
async function contentOfForm(folder: string, name: string, file: string): Promise<Buffer> {
  const [, hash] = /\.([0-9a-f]{64})\.dcz$/.exec(file) ?? [];
  for (const version of await readdir(folder)) {
    const place = path.join(folder, version, path.dirname(name));
    const names = await readdir(place).catch(() => []);
    const pattern = patternOf(path.basename(name));
    if (pattern === null) break;
    for (const older of names.filter((one) => patternOf(one) === pattern)) {
      const dictionary = await readFile(path.join(place, older));
      if (sha256(dictionary) !== hash) continue;
      return expandWithDictionary(await readFile(file), dictionary, MAX_FILE_BYTES).catch(() =>
        Buffer.alloc(0),
      );
    }
  }
  return Buffer.alloc(0);
}

const integrityOf = (content: Buffer): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;
