import { createFairLimiter } from '@palier/server/concurrency/fair-limiter';
import type { VersionDescription } from '@palier/shared/contracts/releases';
import { CommandError } from '@palier/base/command';
import { compressFiles, isCompressed } from '@palier/build/front/compress';
import { DESCRIPTION_FILE } from '@palier/build/front/description-file.mjs';
import { readRegistry, type Store } from '../store';
import {
  BILL_FILE,
  descriptionIn,
  findAlteredFile,
  isSignedByTeam,
  SIGNATURE_FILE,
  SOURCE_MAPS,
  type VersionFiles,
} from '../version-files';
import { addVersion, countPackages, listVersions } from '../versions';
import { InvalidBundle, readBundle } from './bundle';

/** A team that uploads without end must not fill the database: at most 60 × 28 MB. */
const MOST_VERSIONS = 60;

/**
 * One version at a time takes two of the four threads on which Node also looks up the names of databases, so
 * that other calls need not wait for them.
 */
const compressing = createFairLimiter(1, 20);

/**
 * Adds an uploaded version to the store: complete, described, signed by its team, or not at all. Throws an
 * InvalidBundle. Returns `same` for a repeated upload: its sender repeats it when the answer to the first one
 * was lost.
 */
export async function addUploadedVersion(
  store: Store,
  name: string,
  version: string,
  source: AsyncIterable<Buffer>,
): Promise<'added' | 'same' | 'other'> {
  const { teamKeys } = await readRegistry(store);
  const keys = teamKeys?.[name];
  if (keys === undefined)
    throw new InvalidBundle(
      `${name} has no key yet: the operator adds one with release keys ${name} add <key>.`,
    );
  const files = await readBundle(source);
  if (!files.has(DESCRIPTION_FILE)) throw new InvalidBundle(`The bundle has no ${DESCRIPTION_FILE}.`);
  requireShortDocuments(files);
  if (!isSignedByTeam(files, keys))
    throw new InvalidBundle(`${name} ${version} is not signed by a key of its team.`);
  const description = describeUpload(files, name, version);
  const altered = findAlteredFile(files, description);
  if (altered !== null) throw new InvalidBundle(`${altered} is not as ${DESCRIPTION_FILE} says.`);
  if (description.bill !== undefined && countPackages(files.get(BILL_FILE)) === null)
    throw new InvalidBundle(`${BILL_FILE} lists no components.`);
  const strange = [...files.keys()].find((file) => !isOfAVersion(file));
  if (strange !== undefined) throw new InvalidBundle(`${strange} is no file of a version.`);
  requireCompressible(files);
  if ((await listVersions(store, name)).length >= MOST_VERSIONS)
    throw new InvalidBundle(`${name} has ${MOST_VERSIONS} versions: the operator prunes old ones first.`);
  const forms = await compressing.run(name, () => compressFiles(files));
  return addVersion(store, description, new Map([...files, ...forms]));
}

/** The description in an upload. Throws InvalidBundle where it does not describe the upload. */
function describeUpload(files: VersionFiles, name: string, version: string): VersionDescription {
  try {
    return descriptionIn(files, name, version);
  } catch (error) {
    throw error instanceof CommandError ? new InvalidBundle(error.sentence) : error;
  }
}

/** Files that a version serves. A picture that can run scripts is none of them. */
const SERVED = /\.(js|css|png|jpg|webp|avif|woff2|txt)$/;
const isOfAVersion = (file: string): boolean =>
  [DESCRIPTION_FILE, SIGNATURE_FILE].includes(file) ||
  file.startsWith(`${SOURCE_MAPS}/`) ||
  SERVED.test(file);

/** Status and page of releases parse these documents of each active version, for which other calls wait. */
const MOST_DOCUMENT_BYTES: Readonly<Record<string, number>> = {
  [DESCRIPTION_FILE]: 512 * 1024,
  [SIGNATURE_FILE]: 4 * 1024,
  [BILL_FILE]: 2 * 1024 * 1024,
};

function requireShortDocuments(files: VersionFiles): void {
  for (const [file, most] of Object.entries(MOST_DOCUMENT_BYTES))
    if ((files.get(file)?.length ?? 0) > most) throw new InvalidBundle(`${file} has at most ${most} bytes.`);
}

/** Many times the scripts and styles of the largest remote of this repository. */
const MOST_TEXT_BYTES = 4 * 1024 * 1024;

/** Throws an InvalidBundle for more text than the service compresses: a megabyte costs seconds. */
function requireCompressible(files: VersionFiles): void {
  let bytes = 0;
  for (const [path, content] of files) if (isCompressed(path)) bytes += content.length;
  if (bytes > MOST_TEXT_BYTES)
    throw new InvalidBundle(`A version has at most ${MOST_TEXT_BYTES} bytes of scripts, styles and JSON.`);
}
