import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '@palier/base/command';
import { ROOT } from '@palier/base/paths';
import { compressFiles } from '@palier/build/front/compress';
import { DESCRIPTION_FILE } from '@palier/build/front/description-file.mjs';
import { needsOf } from '@palier/build/front/needs';
import {
  buildDescriptionSchema,
  type BuildDescription,
  type VersionDescription,
} from '@palier/shared/contracts/releases';
import { signVersion } from './signing';
import { readSourceCommit } from './source-commit';
import {
  BILL_FILE,
  findLink,
  hashesOf,
  integrityOf,
  readFolder,
  SIGNATURE_FILE,
  SOURCE_MAPS,
} from './version-files';

/** SOURCE_DATE_EPOCH, in seconds, when equal sources are to give equal bytes, else now. */
function publicationDate(): Date {
  const { SOURCE_DATE_EPOCH: seconds } = process.env;
  return seconds === undefined ? new Date() : new Date(Number(seconds) * 1_000);
}

/** What is recorded about a build. */
export interface VersionRecords {
  /** Whether the checks of the remote have passed. */
  readonly isChecked: boolean;
  /** Its bill of materials; null for a build of a working tree, which is not released. */
  readonly bill: string | null;
  /** Whether the version has no source maps. */
  readonly isWithoutSourceMaps?: boolean;
}

export interface BuiltVersion {
  readonly description: VersionDescription;
  readonly files: ReadonlyMap<string, Buffer>;
}

/**
 * Makes a version of a built remote: its files, described, signed when a key is set, and compressed. Throws a
 * CommandError when the build has a symbolic link or no valid description.
 */
export async function buildVersion(
  name: string,
  version: string,
  dist: string,
  { isChecked, bill, isWithoutSourceMaps = false }: VersionRecords = { isChecked: false, bill: null },
): Promise<BuiltVersion> {
  const source = await realpath(dist);
  const link = await findLink(source);
  if (link !== null)
    throw new CommandError(
      `${join(dist, link)} is not a plain file, so ${name} ${version} is not published.`,
      'Replace it with a copy of the file that it leads to, then try again.',
    );
  const { runtime, ...built } = await readBuildDescription(name, source);
  const files = new Map<string, Buffer>();
  const folder = await readFolder(source);
  for (const [path, content] of folder) {
    if (/\.(br|gz|dcz)$/.test(path)) continue;
    const isSourceMap = path.endsWith('.map');
    if (isSourceMap && isWithoutSourceMaps) continue;
    files.set(isSourceMap ? `${SOURCE_MAPS}/${path}` : path, content);
  }
  if (bill !== null) files.set(BILL_FILE, Buffer.from(bill));
  const description: VersionDescription = {
    ...built,
    version,
    publishedAt: publicationDate().toISOString(),
    commit: await readSourceCommit(ROOT),
    isChecked,
    ...(bill === null ? {} : { bill: integrityOf(bill) }),
    needs: needsOf(name, { uses: built.uses, runtime }),
    integrity: hashesOf(files),
  };
  const text = `${JSON.stringify(description, null, 2)}\n`;
  files.set(DESCRIPTION_FILE, Buffer.from(text));
  const signature = signVersion(text);
  if (signature !== null) files.set(SIGNATURE_FILE, Buffer.from(JSON.stringify(signature)));
  return { description, files: new Map([...files, ...(await compressFiles(files, folder))]) };
}

async function readBuildDescription(name: string, folder: string): Promise<BuildDescription> {
  const document: unknown = JSON.parse(await readFile(join(folder, DESCRIPTION_FILE), 'utf8'));
  const { data, error } = buildDescriptionSchema.safeParse(document);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new CommandError(
    `The build of ${name} does not describe it: ${issue?.path.join('.')} ${issue?.message}.`,
    'Correct src/screens.json, then try again.',
  );
}
