import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DESCRIPTION_FILE } from '@palier/build/front/description-file.mjs';
import type { Registry, ReleasedVersion } from '../registry';
import { activate } from '../registry-changes';
import { SPECIFIED_SCREENS } from '../gate/specified-screens';
import { addRevision, readRegistry } from '../store';
import { versionFolder, type VersionDescription } from '../versions';

export const released: ReleasedVersion = {
  entry: '/e.js',
  contract: '^1.0.0',
  preload: [],
  styles: [],
  integrity: { '/e.js': 'sha384-x' },
  screens: [],
};

export const activating =
  (name: string, version: string) =>
  (registry: Registry): Registry =>
    activate(registry, name, version, released);

/** Activates a version without the release gate. */
export async function activateInStore(root: string, name: string, version: string): Promise<void> {
  const activated = activating(name, version)(await readRegistry(root));
  await addRevision(root, `activate ${name} ${version}`, activated);
}

/** The specified screens of a remote, as its versions describe them. */
export const specifiedScreens = (name: string): VersionDescription['screens'] =>
  (SPECIFIED_SCREENS[name] ?? []).map(({ path, roles, menu }) => ({
    path,
    title: path,
    roles: [...roles],
    ...(menu === undefined
      ? {}
      : {
          menu: {
            text: menu[0],
            icon: 'home',
            order: menu[1],
          },
        }),
  }));

/** Adds a version with an entry to the store. Returns its folder. */
export async function writeVersion(
  root: string,
  name: string,
  version: string,
  changes: Partial<VersionDescription> = {},
): Promise<string> {
  const folder = versionFolder(root, name, version);
  const description: VersionDescription = {
    name,
    version,
    entry: 'e.js',
    preload: [],
    styles: [],
    uses: {},
    commit: null,
    isChecked: true,
    publishedAt: new Date().toISOString(),
    needs: {
      contract: '*',
      shared: {},
      events: {},
    },
    integrity: { 'e.js': 'sha384-x' },
    screens: specifiedScreens(name),
    ...changes,
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, DESCRIPTION_FILE), JSON.stringify(description));
  return folder;
}

/** The build of a remote, in a new folder `dist` of `folder`. */
export async function writeBuild(folder: string, name: string): Promise<string> {
  const dist = join(folder, 'dist');
  await mkdir(dist);
  await writeFile(join(dist, 'remoteEntry.js'), `var ${name};`);
  await writeFile(join(dist, 'routes.css'), 'a{}');
  await writeFile(join(dist, 'remoteEntry.js.map'), '{}');
  const screens = specifiedScreens(name);
  const description = {
    name,
    entry: 'remoteEntry.js',
    preload: [],
    styles: ['routes.css'],
    uses: {},
    screens,
  };
  await writeFile(join(dist, 'description.json'), JSON.stringify(description));
  return dist;
}
