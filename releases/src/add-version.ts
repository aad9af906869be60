import { cp, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DESCRIPTION_FILE } from '@palier/build/front/description-file.mjs';
import { compressFolder } from '@palier/build/front/compress';
import { CommandError } from '@palier/base/command';
import { ROOT } from '@palier/base/paths';
import { needsOf } from '@palier/build/front/needs';
import { signVersion } from './signing';
import { readSourceCommit } from './source-commit';
import {
  BILL_FILE,
  buildDescriptionSchema,
  addFolder,
  findLink,
  integrityOf,
  hashesOf,
  SIGNATURE_FILE,
  SOURCE_MAPS,
  versionFolder,
  type VersionDescription,
} from './versions';

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
}

/**
 * Adds a built remote to the store; a published version is never overwritten (`addFolder`). Throws a
 * CommandError when the build has a symbolic link.
 */
export async function addVersion(
  root: string,
  name: string,
  version: string,
  dist: string,
  { isChecked, bill }: VersionRecords = { isChecked: false, bill: null },
) {
  const source = await realpath(dist);
  const link = await findLink(source);
  if (link !== null)
    throw new CommandError(
      `${join(dist, link)} is not a plain file, so ${name} ${version} is not published.`,
      'Replace it with a copy of the file that it leads to, then try again.',
    );
  const document: unknown = JSON.parse(await readFile(join(source, DESCRIPTION_FILE), 'utf8'));
  const { data: built, error } = buildDescriptionSchema.safeParse(document);
  if (built === undefined) {
    const [issue] = error.issues;
    throw new CommandError(
      `The build of ${name} does not describe it: ${issue?.path.join('.')} ${issue?.message}.`,
      'Correct src/screens.json, then try again.',
    );
  }
  const isMap = (path: string): boolean => path.endsWith('.map');
  return addFolder(root, name, version, async (store) => {
    const draft = versionFolder(store, name, version);
    await cp(source, draft, { recursive: true, filter: (path) => !isMap(path) && !/\.(br|gz)$/.test(path) });
    await cp(source, join(draft, SOURCE_MAPS), {
      recursive: true,
      filter: (path) => path === source || isMap(path),
    });
    if (bill !== null) await writeFile(join(draft, BILL_FILE), bill);
    const description: VersionDescription = {
      ...built,
      version,
      publishedAt: publicationDate().toISOString(),
      commit: await readSourceCommit(ROOT),
      isChecked,
      ...(bill === null ? {} : { bill: integrityOf(bill) }),
      needs: needsOf(name, built.uses),
      integrity: await hashesOf(draft),
    };
    const text = `${JSON.stringify(description, null, 2)}\n`;
    const signature = signVersion(text);
    await writeFile(join(draft, DESCRIPTION_FILE), text);
    if (signature !== null) await writeFile(join(draft, SIGNATURE_FILE), JSON.stringify(signature));
    await compressFolder(draft);
  });
}
