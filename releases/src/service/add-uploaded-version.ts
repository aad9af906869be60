import { DESCRIPTION_FILE } from '@palier/build/front/description-file.mjs';
import { compressFolder } from '@palier/build/front/compress';
import { CommandError } from '@palier/base/command';
import { readRegistry } from '../store';
import {
  addFolder,
  findAlteredFile,
  readSignedVersion,
  SIGNATURE_FILE,
  SOURCE_MAPS,
  versionFolder,
} from '../versions';
import { InvalidBundle, readBundle } from './bundle';

/**
 * Adds an uploaded version to the store: complete, described, signed by its team, or not at all. Throws an
 * InvalidBundle. Returns `same` for a repeated upload: its sender repeats it when the answer to the first one
 * was lost.
 */
export async function addUploadedVersion(
  root: string,
  name: string,
  version: string,
  source: AsyncIterable<Buffer>,
): Promise<'added' | 'same' | 'other'> {
  const registry = await readRegistry(root);
  if (registry.teamKeys?.[name] === undefined)
    throw new InvalidBundle(
      `${name} has no key yet: the operator adds one with release keys ${name} add <key>.`,
    );
  return addFolder(root, name, version, async (draft) => {
    const folder = versionFolder(draft, name, version);
    const files = await readBundle(source, folder);
    if (!files.includes(DESCRIPTION_FILE)) throw new InvalidBundle(`The bundle has no ${DESCRIPTION_FILE}.`);
    const description = await readSignedVersion(draft, registry, name, version).catch((error: unknown) => {
      throw error instanceof CommandError ? new InvalidBundle(error.sentence) : error;
    });
    const altered = await findAlteredFile(draft, description);
    if (altered !== null) throw new InvalidBundle(`${altered} is not as ${DESCRIPTION_FILE} says.`);
    const undeclared = files.find((file) => !isDeclared(file, description.integrity));
    if (undeclared !== undefined)
      throw new InvalidBundle(`${undeclared} is not declared by ${DESCRIPTION_FILE}.`);
    await compressFolder(folder);
  });
}

/**
 * Scripts and styles are declared with their hashes; besides them a version has these files and pictures or
 * fonts, which run nothing.
 */
const isDeclared = (file: string, integrity: Readonly<Record<string, string>>): boolean =>
  Object.hasOwn(integrity, file) ||
  [DESCRIPTION_FILE, SIGNATURE_FILE].includes(file) ||
  file.startsWith(`${SOURCE_MAPS}/`) ||
  /\.(png|jpg|webp|avif|woff2|txt)$/.test(file);
