import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compressFolder } from '@palier/scripts/build/compress';
import { isSignedBy, releaseSignatureSchema } from '@palier/server/remotes/release-signature';
import { readRegistry } from '../store';
import {
  addFolder,
  BILL_FILE,
  DESCRIPTION_FILE,
  exists,
  hashesOf,
  hashOf,
  isSameVersion,
  readVersion,
  SIGNATURE_FILE,
  SOURCE_MAPS,
  versionDescriptionSchema,
  versionFolder,
  type VersionDescription,
} from '../versions';
import { InvalidBundle, readBundle } from './bundle';

/** The size of a version with its source maps: many times that of the largest remote of this repository. */
export const MAX_VERSION_BYTES = 20 * 1024 * 1024;

/** Thrown when the version is published already, with other files. */
export class VersionExists extends Error {}

/**
 * Adds an uploaded version to the store: complete, described, signed by its team, or not at all. Throws an InvalidBundle or
 * VersionExists.
 */
export async function addUploadedVersion(
  root: string,
  name: string,
  version: string,
  source: AsyncIterable<Buffer>,
): Promise<void> {
  const keys = (await readRegistry(root)).teamKeys?.[name] ?? [];
  if (keys.length === 0)
    throw new InvalidBundle(
      `${name} has no key yet: the operator adds one with release keys ${name} add <key>.`,
    );
  const read = async (draft: string): Promise<VersionDescription> =>
    checkUpload(draft, await readBundle(source, draft, MAX_VERSION_BYTES), { name, version, keys });
  const folder = versionFolder(root, name, version);
  const isNew = !(await exists(folder));
  if (
    isNew &&
    (await addFolder(folder, async (draft) => {
      await read(draft);
      await compressFolder(draft);
    }))
  )
    return;
  // A sender repeats an upload when the answer to the first one was lost.
  const scratch = await mkdtemp(join(tmpdir(), 'palier-upload-'));
  try {
    if (!isNew && isSameVersion(await read(scratch), await readVersion(root, name, version))) return;
  } finally {
    await rm(scratch, { recursive: true });
  }
  throw new VersionExists(`${name} ${version} is published already. A published version never changes.`);
}

async function checkUpload(
  draft: string,
  files: readonly string[],
  { name, version, keys }: { name: string; version: string; keys: readonly string[] },
): Promise<VersionDescription> {
  for (const required of [DESCRIPTION_FILE, SIGNATURE_FILE])
    if (!files.includes(required)) throw new InvalidBundle(`The bundle has no ${required}.`);
  const text = await readFile(join(draft, DESCRIPTION_FILE), 'utf8');
  const description = versionDescriptionSchema.safeParse(parseJson(text)).data;
  if (description?.name !== name || description.version !== version)
    throw new InvalidBundle(`${DESCRIPTION_FILE} does not describe ${name} ${version}.`);
  const signature = releaseSignatureSchema.safeParse(
    parseJson(await readFile(join(draft, SIGNATURE_FILE), 'utf8')),
  );
  if (!signature.success || !isSignedBy(keys, 'version', text, signature.data))
    throw new InvalidBundle(`${name} ${version} is not signed by a key of its team.`);
  const hashes = await hashesOf(draft);
  for (const file of new Set([...Object.keys(hashes), ...Object.keys(description.integrity)]))
    if (hashes[file] !== description.integrity[file])
      throw new InvalidBundle(`${file} is not as ${DESCRIPTION_FILE} says.`);
  const bill = files.includes(BILL_FILE) ? hashOf(await readFile(join(draft, BILL_FILE))) : undefined;
  if (description.bill !== bill) throw new InvalidBundle(`${BILL_FILE} is not as ${DESCRIPTION_FILE} says.`);
  const undeclared = files.find((file) => !isDeclared(file, description.integrity));
  if (undeclared !== undefined)
    throw new InvalidBundle(`${undeclared} is not declared by ${DESCRIPTION_FILE}.`);
  return description;
}

/** Scripts and styles are declared with their hashes; besides them a version has these files and pictures or fonts, which run nothing. */
const isDeclared = (file: string, integrity: Readonly<Record<string, string>>): boolean =>
  Object.hasOwn(integrity, file) ||
  [DESCRIPTION_FILE, SIGNATURE_FILE].includes(file) ||
  file.startsWith(`${SOURCE_MAPS}/`) ||
  /\.(png|jpg|webp|avif|woff2|txt)$/.test(file);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
