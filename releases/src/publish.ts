import { existsSync } from 'node:fs';
import semver from 'semver';
import { buildFront } from '@palier/build/front/build-front';
import { CommandError } from '@palier/base/command';
import { billOfRemote } from '@palier/build/libraries/bill-of-materials';
import { releaseRoot } from '@palier/base/paths';
import { runJest } from '@palier/build/checks/jest-tests';
import { runStaticChecks } from '@palier/build/checks/static-checks';
import { folderOfRemote, readManifest } from '@palier/base/workspaces.mjs';
import { addVersion } from './add-version';
import { isDevelopmentVersion } from './registry';
import { readVersion, versionFolder, type VersionDescription } from './versions';

const packageVersion = (name: string): string =>
  (readManifest(folderOfRemote(name)) as { version: string }).version;

/**
 * Throws a CommandError for a version that is malformed, or named like a development version, which
 * `npm start` would replace.
 */
export function checkVersion(name: string, version: string): void {
  if (semver.valid(version) === version && !isDevelopmentVersion(version)) return;
  throw new CommandError(
    `${folderOfRemote(name)}/package.json has the version "${version}", which cannot be released.`,
    'Use three numbers, like 1.4.0, or a pre-release, like 1.4.0-rc.1. The names -dev.… are for builds of a working tree.',
  );
}

/**
 * Types, lint, format, boundaries and unit tests of a remote. False when one fails; the reason is printed.
 */
async function passesChecks(folder: string): Promise<boolean> {
  const isSound = (await runStaticChecks([folder])).failed === 0;
  return isSound && (await runJest(folder)).failed === 0;
}

/**
 * Builds a remote and adds it to the store under the version of its package. Users do not get this version
 * yet. Throws a CommandError when the version exists with other files or `check` fails; null skips the
 * checks, which the description records.
 */
export async function publishRelease(
  name: string,
  check: ((folder: string) => Promise<boolean>) | null = passesChecks,
): Promise<VersionDescription> {
  const root = releaseRoot();
  const version = packageVersion(name);
  checkVersion(name, version);
  const isTaken = existsSync(versionFolder(root, name, version));
  if (!isTaken && check !== null && !(await check(folderOfRemote(name))))
    throw new CommandError(
      `${name} ${version} does not pass its checks, so it is not published.`,
      `Correct it and try again; or publish it as it is, which its description records: npm run release -- publish ${name} --unchecked`,
    );
  const { dist } = await buildFront(folderOfRemote(name));
  const records = { isChecked: check !== null, bill: await billOfRemote(folderOfRemote(name)) };
  if ((await addVersion(root, name, version, dist, records)) === 'other')
    throw new CommandError(
      `${name} ${version} is already published, and a published version never changes.`,
      `Raise it, then publish again: npm version minor -w ${folderOfRemote(name)}`,
    );
  return readVersion(root, name, version);
}
