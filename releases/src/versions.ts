import { createHash, randomUUID, type BinaryLike } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import semver from 'semver';
import * as z from 'zod/mini';
import { isSignedBy, releaseSignatureSchema } from '@palier/server/remotes/release-signature';
import { CommandError } from '@palier/base/command';
import { DESCRIPTION_FILE } from '@palier/build/front/description-file.mjs';
import { REMOTES } from '@palier/base/paths';
import { readDocument } from './read-document';
import {
  integrityHash,
  isDevelopmentVersion,
  screensSchema,
  type Registry,
  type ReleasedVersion,
} from './registry';

const names = z.array(z.string());
const textByName = z.record(z.string(), z.string());

/**
 * description.json of a build: the files that a page loads first, the imports from shared libraries, the
 * screens.
 */
export const buildDescriptionSchema = z.object({
  name: z.string(),
  entry: z.string(),
  preload: names,
  styles: names,
  /** The names that the build imports from each shared library. */
  uses: z.record(z.string(), names),
  /** `screens.json` of the remote: the shell builds its routes and menu from it. */
  screens: screensSchema,
});
export type BuildDescription = z.infer<typeof buildDescriptionSchema>;

/** description.json of a published version; file names are relative to its folder. */
export const versionDescriptionSchema = z
  .extend(buildDescriptionSchema, {
    version: z.string(),
    publishedAt: z.string(),
    /** The commit of the build, from `readSourceCommit`. */
    commit: z.nullable(z.string()),
    /** Whether the checks of the remote (publish.ts) passed before the version was published. */
    isChecked: z.boolean(),
    /** The hash of BILL_FILE. */
    bill: z.optional(integrityHash),
    needs: z.object({ contract: z.string(), shared: textByName, events: textByName }),
    /** The hash of every script and style. */
    integrity: z.record(z.string(), integrityHash),
  })
  .check(
    z.refine(
      ({ entry, preload, styles, integrity }) =>
        [entry, ...preload, ...styles].every((file) => Object.hasOwn(integrity, file)),
      'integrity lacks a file that pages load first',
    ),
  );
export type VersionDescription = z.infer<typeof versionDescriptionSchema>;

export const versionFolder = (root: string, name: string, version: string): string =>
  join(root, name, version);
/** The team's signature of the bytes of description.json. */
export const SIGNATURE_FILE = 'signature.json';
/** The source maps of a version. A dot folder, which is not served. */
export const SOURCE_MAPS = '.source-maps';
/** The CycloneDX bill of materials of a released version. */
export const BILL_FILE = `${SOURCE_MAPS}/sbom.cdx.json`;
const HASHED_FILES = /\.(js|css)$/;

/**
 * Adds a version. `fill` writes it to a draft store, from which it is moved when it is complete, so that the
 * store never has an incomplete version. Returns `same` when the store has it already, but for the date of
 * publication: a command or an upload was repeated. Returns `other` when the store has other files under this
 * version.
 */
export async function addFolder(
  root: string,
  name: string,
  version: string,
  fill: (draft: string) => Promise<unknown>,
): Promise<'added' | 'same' | 'other'> {
  const draft = join(root, name, `.draft-${randomUUID()}`);
  const folder = versionFolder(root, name, version);
  try {
    await fill(draft);
    try {
      await rename(versionFolder(draft, name, version), folder);
      return 'added';
    } catch (error) {
      if (!existsSync(folder)) throw error;
    }
    const [{ publishedAt: _date, ...one }, { publishedAt: _otherDate, ...other }] = await Promise.all([
      readVersion(draft, name, version),
      readVersion(root, name, version),
    ]);
    return isDeepStrictEqual(one, other) ? 'same' : 'other';
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
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

/** Where a version comes from. */
export interface VersionOrigin {
  readonly commit: string | null;
  /** How many packages its bill of materials lists; null without one. */
  readonly packageCount: number | null;
  readonly isUnchecked: boolean;
}

/** An unreadable description counts as one without a commit and with checks. */
export async function readOrigin(root: string, name: string, version: string): Promise<VersionOrigin> {
  const description = await readVersion(root, name, version).catch(() => null);
  const file = join(versionFolder(root, name, version), BILL_FILE);
  const bill = await readDocument<{ components: unknown[] }>(file, '').catch(() => null);
  return {
    commit: description?.commit ?? null,
    packageCount: bill?.components.length ?? null,
    isUnchecked: description?.isChecked === false && !isDevelopmentVersion(version),
  };
}

export const integrityOf = (content: BinaryLike): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** The plain files of a folder, as sorted paths with slashes. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .sort();
}

export async function hashesOf(folder: string): Promise<Record<string, string>> {
  const hashes = (await listFiles(folder))
    .filter((name) => HASHED_FILES.test(name))
    .map(async (name) => [name, integrityOf(await readFile(join(folder, name)))] as const);
  return Object.fromEntries(await Promise.all(hashes));
}

/** The published versions of a remote, newest first. */
export async function listVersions(root: string, name: string): Promise<string[]> {
  const names = await readdir(join(root, name)).catch(() => []);
  return names.filter((version) => semver.valid(version) !== null).sort(semver.rcompare);
}

/**
 * The remotes of this working tree, then those that only the store has, such as a remote of another branch.
 */
export async function listKnownRemotes(root: string): Promise<string[]> {
  const known = new Set(REMOTES);
  const folders = await readdir(root).catch(() => []);
  for (const name of folders.sort()) if ((await listVersions(root, name)).length > 0) known.add(name);
  return [...known];
}

/**
 * Throws a CommandError when the version is not in the store, or its description is unreadable or incomplete.
 */
export async function readVersion(root: string, name: string, version: string): Promise<VersionDescription> {
  const file = join(versionFolder(root, name, version), DESCRIPTION_FILE);
  const remedy = 'Remove the folder of this version, and publish it again or have it handed over again.';
  const document = await readDocument<object>(file, remedy);
  if (document === null) {
    const published = await listVersions(root, name);
    throw new CommandError(
      `${name} ${version} is not published.`,
      published.length === 0
        ? `Publish one first: npm run release -- publish ${name}`
        : `Published: ${published.slice(0, 8).join(', ')}`,
    );
  }
  const { data, error } = versionDescriptionSchema.safeParse(document);
  if (data?.name === name && data.version === version) return data;
  const [issue] = error?.issues ?? [];
  const why =
    data === undefined ? `${issue?.path.join('.')} ${issue?.message}` : `${data.name} ${data.version}`;
  throw new CommandError(`${file} does not describe ${name} ${version}: ${why.trim()}.`, remedy);
}

/**
 * The version that a registry is to name. Throws a CommandError when the remote's team has keys and none of
 * them signed the version, so that an edited description never gets the operator's signature.
 */
export async function readSignedVersion(
  root: string,
  { teamKeys }: Registry,
  name: string,
  version: string,
): Promise<VersionDescription> {
  const description = await readVersion(root, name, version);
  const keys = teamKeys?.[name];
  if (keys === undefined) return description;
  const folder = versionFolder(root, name, version);
  const signature = releaseSignatureSchema.safeParse(
    await readDocument(join(folder, SIGNATURE_FILE), 'Have the version handed over again.'),
  );
  const text = await readFile(join(folder, DESCRIPTION_FILE), 'utf8');
  // The text that was verified counts, not the one read before.
  if (signature.success && isSignedBy(keys, 'version', text, signature.data)) {
    const signed = versionDescriptionSchema.parse(JSON.parse(text));
    if (signed.name === name && signed.version === version) return signed;
  }
  throw new CommandError(
    `${name} ${version} is not signed by a key of its team. Nothing was changed.`,
    `Publish it with RELEASE_SIGNING_KEY_FILE set to a key of the team: npm run release -- keys ${name} lists them.`,
  );
}

/**
 * The first script, style or bill of materials that was changed, added or removed since the version was
 * published, or null.
 */
export async function findAlteredFile(root: string, description: VersionDescription): Promise<string | null> {
  const folder = versionFolder(root, description.name, description.version);
  const bill = await readFile(join(folder, BILL_FILE)).then(integrityOf, () => undefined);
  if (bill !== description.bill) return BILL_FILE;
  const now = await hashesOf(folder);
  const files = new Set([...Object.keys(description.integrity), ...Object.keys(now)]);
  return [...files].find((file) => now[file] !== description.integrity[file]) ?? null;
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
