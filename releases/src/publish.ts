import { buildFront } from '@palier/build/front/build-front';
import { CommandError } from '@palier/base/command';
import { billOfRemote } from '@palier/build/libraries/bill-of-materials';
import { runJest } from '@palier/build/checks/jest-tests';
import { runStaticChecks } from '@palier/build/checks/static-checks';
import { folderOfRemote, readManifest } from '@palier/base/workspaces.mjs';
import { isDevelopmentVersion, VERSION_NAME_PATTERN } from '@palier/shared/contracts/releases';
import { buildVersion, type BuiltVersion } from './build-version';

const packageVersion = (name: string): string =>
  (readManifest(folderOfRemote(name)) as { version: string }).version;

/**
 * Throws a CommandError for a version that is malformed, or named like a development version, which
 * `npm start` would replace.
 */
export function checkVersion(name: string, version: string): void {
  if (VERSION_NAME_PATTERN.test(version) && !isDevelopmentVersion(version)) return;
  throw new CommandError(
    `${folderOfRemote(name)}/package.json has the version "${version}", which cannot be released.`,
    'Use three numbers, like 1.4.0, or a pre-release, like 1.4.0-rc.1. The names -dev.… are for ' +
      'builds of a working tree.',
  );
}

/**
 * Types, lint, format, boundaries and unit tests of a remote. False when one fails; the reason is printed.
 */
async function passesChecks(folder: string): Promise<boolean> {
  const isSound = (await runStaticChecks([folder])).failed === 0;
  return isSound && (await runJest(folder)).failed === 0;
}

type Check = (folder: string) => Promise<boolean>;

/**
 * Builds a remote as the version of its package, for the store or the release service. Throws a CommandError
 * for a version that cannot be released, and when `check` fails; null skips the checks, which the description
 * records. A version that `isTaken` is only built: the store compares it with the published one.
 */
export async function buildRelease(
  name: string,
  isTaken: (version: string) => Promise<boolean>,
  check: Check | null = passesChecks,
): Promise<BuiltVersion> {
  const version = packageVersion(name);
  checkVersion(name, version);
  if (check !== null && !(await isTaken(version)) && !(await check(folderOfRemote(name))))
    throw new CommandError(
      `${name} ${version} does not pass its checks, so it is not published.`,
      'Correct it and try again; or publish it as it is, which its description records: npm run ' +
        `release -- publish ${name} --unchecked`,
    );
  const { dist } = await buildFront(folderOfRemote(name));
  const records = { isChecked: check !== null, bill: await billOfRemote(folderOfRemote(name)) };
  return buildVersion(name, version, dist, records);
}
