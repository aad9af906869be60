import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach } from 'node:test';
import { createTestDatabase, type TestDatabase } from '@palier/test-support/test-database';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { federationRuntime } from '@palier/build/bundler/federation-runtime.mjs';
import { DESCRIPTION_FILE } from '@palier/build/front/description-file.mjs';
import { createPool, type Pool } from '@palier/server/database';
import type { Registry, ReleasedVersion, VersionDescription } from '@palier/shared/contracts/releases';
import { buildVersion } from '../build-version';
import { SPECIFIED_SCREENS } from '../gate/specified-screens';
import { activate } from '../registry-changes';
import { addRevision, readRegistry, type Store } from '../store';
import { hashesOf } from '../version-files';
import { addVersion, listVersions } from '../versions';

/** The release store of a test file, which is empty before each test. */
export interface TestStore {
  /** The connections of release commands. */
  readonly store: Pool;
  /** The connections of the database's owner, for changes that no release command may make. */
  readonly owner: Pool;
  readonly database: TestDatabase;
  /** A new folder of the test, which is the data folder of commands. */
  readonly folder: string;
}

/** Empties a release store. */
export const EMPTY = `begin; set local session_replication_role = replica;
  delete from release_files; delete from release_versions; delete from release_revisions; commit`;

/**
 * Gives the tests of a suite a release store, to which the commands of this process connect: an empty one for
 * each test, or one of all tests that `prepare` fills.
 */
export function provideTestStore(prepare?: (at: TestStore) => Promise<unknown>): TestStore {
  const at = {} as { -readonly [Name in keyof TestStore]: TestStore[Name] };
  before(async () => {
    at.database = await createTestDatabase('schema');
    at.store = createPool(at.database.releasesUrl, { asOwner: true });
    at.owner = createPool(at.database.url, { asOwner: true });
    process.env.RELEASES_DATABASE_URL = at.database.releasesUrl;
    await prepare?.(at);
  });
  after(async () => {
    delete process.env.RELEASES_DATABASE_URL;
    await Promise.all([at.store.end(), at.owner.end()]);
    await at.database.drop();
  });
  beforeEach(async () => {
    at.folder = await temporaryFolder();
    if (prepare === undefined) await at.owner.query(EMPTY);
    Object.assign(process.env, { RELEASES_DATABASE_URL: at.database.releasesUrl, DATA_DIR: at.folder });
  });
  return at;
}

/** Changes rows that are never changed, as an attacker with the owner's login could. */
export const forge = (owner: Pool, statement: string): Promise<unknown> =>
  owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);

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

/** Activates a version without the release gate; publishes it first unless it is published. */
export async function activateInStore(store: Store, name: string, version: string): Promise<void> {
  if (!(await listVersions(store, name)).includes(version)) await writeVersion(store, name, version);
  const activated = activating(name, version)(await readRegistry(store));
  await addRevision(store, `activate ${name} ${version}`, activated);
}

/** The specified screens of a remote, as its versions describe them. */
export const specifiedScreens = (name: string): VersionDescription['screens'] =>
  (SPECIFIED_SCREENS[name] ?? []).map(({ path, roles, menu }) => ({
    path,
    title: path,
    roles: [...roles],
    ...(menu === undefined ? {} : { menu: { text: menu[0], icon: 'home', order: menu[1] } }),
  }));

interface WrittenVersion extends Partial<VersionDescription> {
  /** Files beside the entry, with their contents. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Adds a version with an entry to the store. */
export async function writeVersion(
  store: Store,
  name: string,
  version: string,
  { files: more = {}, ...changes }: WrittenVersion = {},
): Promise<void> {
  const files = new Map([['e.js', Buffer.from(`"${version}"`)]]);
  for (const [path, content] of Object.entries(more)) files.set(path, Buffer.from(content));
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
    // Every shell meets these needs, also the shell built in this working tree.
    needs: { contract: '*', shared: {}, events: {}, runtime: federationRuntime() },
    integrity: hashesOf(files),
    screens: specifiedScreens(name),
    ...changes,
  };
  files.set(DESCRIPTION_FILE, Buffer.from(JSON.stringify(description)));
  await addVersion(store, { name, version }, files);
}

/** Publishes a build as a version. */
export async function publishDist(
  store: Store,
  name: string,
  version: string,
  dist: string,
): Promise<'added' | 'same' | 'other'> {
  const records = { isChecked: true, bill: null };
  const { description, files } = await buildVersion(name, version, dist, records);
  return addVersion(store, description, files);
}

/** The build of a remote, in a new folder `dist` of `folder`. */
export async function writeBuild(folder: string, name: string): Promise<string> {
  const dist = join(folder, 'dist');
  await mkdir(dist, { recursive: true });
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
    runtime: federationRuntime(),
    screens,
  };
  await writeFile(join(dist, 'description.json'), JSON.stringify(description));
  return dist;
}
