import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '@palier/base/command';
import { ROOT } from '@palier/base/paths';
import { runNpm } from '@palier/base/process/run';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { readManifest } from '@palier/base/workspaces.mjs';
import { nameOf, requiredPackages, type Lock } from './locked-packages';

/** Names of licence files. */
export const LICENSE = /^(licen[cs]e|copying|notice)/i;

/** A document of the artefact. */
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * CycloneDX by `npm sbom`, of a lock that has the contained packages alone. Its id and date follow from the
 * contents.
 */
export async function billOfMaterials(
  lock: Lock,
  places: readonly string[],
  version: string,
  name = 'palier',
): Promise<string> {
  // npm names the artefact after this folder.
  const scratch = join(await temporaryFolder(), name);
  await mkdir(scratch);
  const packages = places.map(
    (place) => [place.slice(place.indexOf('node_modules/')), lock[place]!] as const,
  );
  const direct = packages.filter(([place]) => place.lastIndexOf('node_modules/') === 0);
  // npm refuses a dependency of the root on another range than that of an override.
  const { overrides = {} } = readManifest('.') as { overrides?: Record<string, unknown> };
  const dependencies = Object.fromEntries(
    direct.map(([place, locked]) => {
      const dependency = place.slice('node_modules/'.length);
      const override = overrides[dependency];
      return [dependency, typeof override === 'string' ? override : locked.version];
    }),
  );
  const manifest = { name, version, dependencies, overrides };
  await writeFile(join(scratch, 'package.json'), json(manifest));
  const subset = { '': manifest, ...Object.fromEntries(packages) };
  await writeFile(
    join(scratch, 'package-lock.json'),
    json({ ...manifest, lockfileVersion: 3, packages: subset }),
  );
  const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--prefix', scratch];
  const { code, output } = await runNpm(words);
  if (code !== 0) throw new CommandError(`npm sbom ended with ${code}: ${output}`, 'Correct the cause.');
  const { serialNumber: _random, ...bill } = JSON.parse(output.slice(output.indexOf('{'))) as {
    serialNumber: string;
    metadata: object;
  };
  const { SOURCE_DATE_EPOCH: seconds } = process.env;
  const timestamp = seconds === undefined ? undefined : new Date(Number(seconds) * 1_000).toISOString();
  return json({ ...bill, metadata: { ...bill.metadata, timestamp } });
}

/** The bill of materials of a remote in `folder`: what its manifest depends on at run time. */
export async function billOfRemote(folder: string): Promise<string> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Lock;
  };
  const { name, version, dependencies } = readManifest(folder) as {
    name: string;
    version: string;
    dependencies: object;
  };
  const places = requiredPackages(packages, Object.keys(dependencies), folder === '.' ? '' : folder);
  return billOfMaterials(packages, places, version, name.replace(/.*\//, ''));
}

/** Name, version and licence texts of a package. */
export async function licenseOf(lock: Lock, place: string): Promise<string> {
  const folder = join(ROOT, place);
  const names = (await readdir(folder).catch(() => [])).filter((name) => LICENSE.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const { version = '' } = lock[place]!;
  const name = nameOf(place);
  const licence = texts.join('\n') || 'The package has no licence file; see sbom.cdx.json.\n';
  return `${name} ${version}\n\n${licence}`;
}
