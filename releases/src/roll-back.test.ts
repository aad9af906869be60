import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { retireRelease } from './activate';
import { activate } from './registry-changes';
import type { Needs } from './needs';
import type { Registry } from './registry';
import { rollBackRelease } from './roll-back';
import { describeStatus } from './status';
import { changeCurrentRegistry, changeRegistry, historyFolder, listRevisions, readRegistry } from './store';

const released = { entry: '/e.js', preload: [], styles: [], integrity: { '/e.js': 'sha384-x' } };
const [FIRST, GOOD, BAD] = ['1.0.0', '2.0.0', '3.0.0'];

/** Of a version that the shell which happens to be built here runs too. */
const ANY_SHELL: Needs = { contract: '*', shared: {}, events: {} };

let root: string;
let live: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'palier-roll-back-'));
  live = join(root, 'remotes.json');
  process.env.REMOTES_ROOT = root;
  // No database stands there, so that status asks none.
  process.env.DATA_DIR = root;
  delete process.env.DATABASE_URL;
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function change(name: string, version: string): Promise<void> {
  await changeRegistry(root, await readRegistry(root), `activate ${name} ${version}`, (registry) =>
    activate(registry, name, version, released),
  );
}

/** Runs `change` as a process that is killed between its revision and remotes.json. */
async function cutShort(change: () => Promise<unknown>): Promise<void> {
  const before = await readFile(live);
  await change();
  await writeFile(live, before);
}

async function liveVersion(name: string): Promise<string | undefined> {
  return (JSON.parse(await readFile(live, 'utf8')) as Registry).remotes[name]?.active;
}

/** Its folder, as `publish` leaves it. */
async function addFolder(name: string, version: string, needs: Needs = ANY_SHELL): Promise<void> {
  const folder = join(root, name, version);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'description.json'), JSON.stringify({ name, version, ...released, needs }));
}

/** A shell that shares this React. */
async function shellWith(react: string): Promise<string> {
  const folder = await mkdtemp(join(root, 'shell-'));
  const offer = { contract: '1.0.0', shared: { react }, events: {}, screens: [] };
  await writeFile(join(folder, 'shell.json'), JSON.stringify(offer));
  return folder;
}

test('When a release was rolled back, then no later rollback brings it again, unless somebody activated it since', async () => {
  for (const version of [FIRST, GOOD, BAD, '4.0.0']) await addFolder('casino', version);
  for (const version of [FIRST, GOOD, BAD]) await change('casino', version);
  await rollBackRelease('casino');
  await change('casino', '4.0.0');
  assert.equal((await rollBackRelease('casino')).version, GOOD);
  assert.equal((await readRegistry(root)).remotes.casino?.previous, FIRST);

  await change('casino', BAD);
  await change('casino', FIRST);
  await change('casino', GOOD);
  await rollBackRelease('casino');
  assert.equal((await readRegistry(root)).remotes.casino?.previous, BAD);
});

test('When a version was retired, then no later rollback brings it again', async () => {
  for (const version of [FIRST, GOOD, BAD]) await addFolder('casino', version);
  await change('casino', FIRST);
  await retireRelease('casino');
  for (const version of [GOOD, BAD]) await change('casino', version);
  assert.equal((await rollBackRelease('casino')).version, GOOD);
  assert.equal((await readRegistry(root)).remotes.casino?.previous, null);
  await assert.rejects(rollBackRelease('casino'), /no version before it/);
});

test('When a rollback was cut short, then the same command finishes it and goes no further back', async () => {
  for (const version of [FIRST, GOOD, BAD]) await change('casino', version);
  await addFolder('casino', FIRST);
  await cutShort(() => rollBackRelease('casino'));
  assert.equal(await liveVersion('casino'), BAD);
  const revisions = await listRevisions(root);

  assert.deepEqual(await rollBackRelease('casino'), { version: GOOD, wasCutShort: true });
  assert.equal(await liveVersion('casino'), GOOD);
  assert.deepEqual(await listRevisions(root), revisions);
  assert.deepEqual(await rollBackRelease('casino'), { version: FIRST, wasCutShort: false });
});

test('When a change of another remote was cut short after the rollback, then the rollback is still finished', async () => {
  for (const version of [GOOD, BAD]) await change('casino', version);
  await cutShort(async () => {
    await rollBackRelease('casino');
    await change('agent', FIRST);
  });
  assert.deepEqual(await rollBackRelease('casino'), { version: GOOD, wasCutShort: true });
  assert.deepEqual([await liveVersion('casino'), await liveVersion('agent')], [GOOD, FIRST]);
});

test('When an activation was cut short, then a rollback gives users the version before it, never the new one', async () => {
  await change('casino', GOOD);
  await cutShort(() => change('casino', BAD));
  assert.deepEqual(await rollBackRelease('casino'), { version: GOOD, wasCutShort: false });
  assert.equal(await liveVersion('casino'), GOOD);
});

test('When a change was cut short, then status says that users do not have it, and which command finishes it', async () => {
  for (const version of [GOOD, BAD]) await change('casino', version);
  assert.doesNotMatch(await describeStatus(), /cut short/);
  await cutShort(() => rollBackRelease('casino'));
  assert.match(await describeStatus(), /Users do not have what follows: revision 3 was cut short/);
  assert.match(await describeStatus(), /same command: npm run release -- rollback casino\n/);
  await rm(live);
  assert.match(await describeStatus(), /Users do not have/);
});

test('When npm start was cut short, then the next one finishes its change though nothing else is to be done', async () => {
  const publish = (): Promise<void> =>
    changeCurrentRegistry(root, 'npm start: casino 2.0.0', (registry) =>
      registry.remotes.casino?.active === GOOD ? null : activate(registry, 'casino', GOOD, released),
    );
  await change('casino', FIRST);
  await cutShort(publish);
  assert.match(await describeStatus(), /same command: npm start\n/);
  await publish();
  assert.equal(await liveVersion('casino'), GOOD);
});

test('When remotes.json cannot be written, then no draft is left behind', async () => {
  await mkdir(join(live, 'in-the-way'), { recursive: true });
  const first = { revision: 0, overrideOrigins: [], remotes: {} };
  await assert.rejects(
    changeRegistry(root, first, 'one', (registry) => activate(registry, 'casino', GOOD, released)),
  );
  assert.deepEqual(await readdir(historyFolder(root)), ['00000001.json']);
  assert.deepEqual((await readdir(root)).sort(), ['.store', 'remotes.json']);
});

test('When a power cut left a revision empty, then every command names the file and what to do', async () => {
  await change('casino', GOOD);
  const file = join(historyFolder(root), '00000002.json');
  await writeFile(file, '');
  await assert.rejects(rollBackRelease('casino'), (error: Error) =>
    error.message.includes(`${file} cannot be read`),
  );
  await assert.rejects(describeStatus(), /you may remove it: the one before then counts/);
  await rm(file);
  assert.equal((await readRegistry(root)).remotes.casino?.active, GOOD);
});

test('When the shell cannot run the version before, then a rollback is refused and users keep what they have', async () => {
  await addFolder('casino', GOOD, { ...ANY_SHELL, shared: { react: '^19.0.0' } });
  for (const version of [GOOD, BAD]) await change('casino', version);
  const before = await readFile(live, 'utf8');
  await assert.rejects(
    rollBackRelease('casino', await shellWith('20.0.0')),
    /casino 2\.0\.0 would not run in the shell at .*: it needs react \^19\.0\.0; the shell has 20\.0\.0\. Nothing was changed\.\n/,
  );
  assert.equal(await readFile(live, 'utf8'), before);
  assert.equal((await rollBackRelease('casino', await shellWith('19.4.0'))).version, GOOD);
  assert.equal(await liveVersion('casino'), GOOD);
});

test('When the first version of a remote is bad, then it is taken away, also where that was cut short, and others stay', async () => {
  for (const name of ['agent', 'casino']) await change(name, BAD);
  await assert.rejects(rollBackRelease('casino'), /no version before it.*\n.*release -- retire casino/);
  await cutShort(() => retireRelease('casino'));
  assert.match(await describeStatus(), /same command: npm run release -- retire casino\n/);
  await retireRelease('casino');
  assert.deepEqual([await liveVersion('casino'), await liveVersion('agent')], [undefined, BAD]);
  const revisions = await listRevisions(root);
  await retireRelease('casino');
  assert.deepEqual(await listRevisions(root), revisions);
  await change('casino', GOOD);
  assert.equal(await liveVersion('casino'), GOOD);
});
