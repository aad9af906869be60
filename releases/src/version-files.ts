import { createHash, type BinaryLike } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { CommandError } from '@palier/base/command';
import { DESCRIPTION_FILE } from '@palier/build/front/description-file.mjs';
import { isSignedBy } from '@palier/server/remotes';
import {
  releaseSignatureSchema,
  versionDescriptionSchema,
  type ReleasedVersion,
  type VersionDescription,
} from '@palier/shared/contracts/releases';

/** The files of a version by their paths, which are relative to its folder and have slashes. */
export type VersionFiles = ReadonlyMap<string, Buffer>;

/** The team's signature of the bytes of description.json. */
export const SIGNATURE_FILE = 'signature.json';
/** The source maps of a version. A dot folder, which is not served. */
export const SOURCE_MAPS = '.source-maps';
/** The CycloneDX bill of materials of a released version. */
export const BILL_FILE = `${SOURCE_MAPS}/sbom.cdx.json`;
/** Of these files the service or the build makes compressed forms, which are compared with what they hold. */
const COMPRESSED_FORM = /\.(br|gz|dcz)$/;

/** The plain files of a folder, as sorted paths with slashes. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .sort();
}

/**
 * Returns the first symbolic link or device of a folder, or null. A published link would make the file that
 * it names public.
 */
export async function findLink(folder: string): Promise<string | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  return found === undefined ? null : relative(folder, join(found.parentPath, found.name));
}

export async function readFolder(folder: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const path of await listFiles(folder)) files.set(path, await readFile(join(folder, path)));
  return files;
}

export async function writeFolder(files: VersionFiles, folder: string): Promise<void> {
  for (const [path, content] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

export const integrityOf = (content: BinaryLike): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** The files that have no hash among the others: description, signature, and the bill with its own member. */
const UNHASHED = [DESCRIPTION_FILE, SIGNATURE_FILE, BILL_FILE];

/** The hash of every file that the description declares, also of pictures, fonts and source maps. */
export const hashesOf = (files: VersionFiles): Record<string, string> =>
  Object.fromEntries(
    [...files]
      .filter(([path]) => !UNHASHED.includes(path) && !COMPRESSED_FORM.test(path))
      .map(([path, content]) => [path, integrityOf(content)]),
  );

/** Throws a CommandError when the files do not describe this version. */
export function descriptionIn(files: VersionFiles, name: string, version: string): VersionDescription {
  const why = (reason: string): CommandError =>
    new CommandError(
      `${DESCRIPTION_FILE} of ${name} ${version} does not describe it: ${reason}.`,
      'Publish another version: the files of a published one stay as they were.',
    );
  const text = files.get(DESCRIPTION_FILE)?.toString();
  if (text === undefined) throw why('it is missing');
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw why('it is not JSON');
  }
  const { data, error } = versionDescriptionSchema.safeParse(document);
  if (data === undefined) {
    const [issue] = error.issues;
    // Names of members are texts of the team too.
    throw why(`${issue?.path.join('.')} ${issue?.message}`.replace(/\p{C}/gu, ' ').trim());
  }
  if (data.name !== name || data.version !== version) throw why(`it is of ${data.name} ${data.version}`);
  return data;
}

/** Whether one of the keys signed the description. */
export function isSignedByTeam(files: VersionFiles, keys: readonly string[]): boolean {
  const text = files.get(DESCRIPTION_FILE)?.toString() ?? '';
  let document: unknown = null;
  try {
    document = JSON.parse(files.get(SIGNATURE_FILE)?.toString() ?? '');
  } catch {
    return false;
  }
  const signature = releaseSignatureSchema.safeParse(document);
  return signature.success && isSignedBy(keys, 'version', text, signature.data);
}

/** The first file that is not as the description says, or null. */
export function findAlteredFile(files: VersionFiles, description: VersionDescription): string | null {
  const bill = files.get(BILL_FILE);
  if ((bill === undefined ? undefined : integrityOf(bill)) !== description.bill) return BILL_FILE;
  const now = hashesOf(files);
  const paths = new Set([...Object.keys(description.integrity), ...Object.keys(now)]);
  return [...paths].find((path) => now[path] !== description.integrity[path]) ?? null;
}

/** A version as remotes.json describes it. `origin` serves the files; empty: the page's own origin. */
export function releasedVersion(description: VersionDescription, origin = ''): ReleasedVersion {
  const { name, version, entry, preload, styles, integrity, needs, screens } = description;
  const addressOf = (file: string): string => `${origin}/remotes/${name}/${version}/${file}`;
  const first = [entry, ...preload, ...styles];
  return {
    entry: addressOf(entry),
    contract: needs.contract,
    preload: preload.map(addressOf),
    styles: styles.map(addressOf),
    integrity: Object.fromEntries(first.map((file) => [addressOf(file), integrity[file] ?? ''])),
    screens,
  };
}
