import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { program } from '@palier/base/process/program';
import { unsignedStore } from '@palier/server/testing/unsigned-store';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { addVersion } from './add-version';
import { changeTeamKeys } from './keys';
import { offerOfShell } from '@palier/build/front/needs';
import { prune } from './prune';
import { addUploadedVersion } from './service/add-uploaded-version';
import { createBundle } from './service/bundle';
import { createSigningKey } from './signing';
import { describeStatus } from './status';
import { historyFolder, readRegistry } from './store';
import { activateInStore, writeBuild } from './testing/test-store';
import { findAlteredFile, listVersions, readSignedVersion, versionFolder } from './versions';

const PRELOAD = fileURLToPath(new URL('./testing/kill-at-step.mjs', import.meta.url));
const PROGRAM = program('releases/src/testing/command.program.ts');
/** In the long form the command is killed at each of its changes, up to this number. */
const MOST_STEPS = 100;
const DAY_MS = 86_400_000;

interface Place {
  readonly folder: string;
  readonly dist: string;
  /** The file of a bundle of reports 2.0.0. */
  readonly bundle: string;
  readonly key: string;
}

async function setUp(): Promise<Place> {
  const folder = await temporaryFolder();
  const keyFile = join(folder, 'key.pem');
  const key = await createSigningKey(keyFile);
  Object.assign(process.env, {
    RELEASE_SIGNING_KEY_FILE: keyFile,
    PALIER_PROGRAM: 'palier',
    DATA_DIR: folder,
  });
  const dist = await writeBuild(folder, 'reports');
  await mkdir(join(folder, 'shell'));
  await writeFile(join(folder, 'shell/shell.json'), JSON.stringify(offerOfShell()));
  await addVersion(join(folder, 'sent'), 'reports', '2.0.0', dist);
  const bundle = join(folder, 'bundle');
  await writeFile(bundle, createBundle(versionFolder(join(folder, 'sent'), 'reports', '2.0.0')));
  return { folder, dist, bundle, key };
}

/**
 * Runs a command, whose process is killed before its change `step` of the store: a number, or the name of its
 * first change of a kind.
 */
async function runKilled(
  store: string,
  step: number | string,
  args: readonly string[],
): Promise<'killed' | 'done'> {
  const child = spawn(process.execPath, ['--import', PRELOAD, ...PROGRAM, ...args], {
    env: { ...process.env, REMOTES_ROOT: store, KILL_FOLDER: store, KILL_AT: `${step}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal === 'SIGKILL') return 'killed';
  assert.equal(code, 0, errors);
  return 'done';
}

/**
 * The document that servers send, and every version in the store: whole, signed and with the files that it
 * describes.
 */
async function assertWhole(store: string, actives: readonly string[]): Promise<void> {
  const served = await unsignedStore(store).readRegistry();
  const live = JSON.parse(served?.text ?? assert.fail('no document is served')) as {
    remotes: { reports: { active: string } };
  };
  assert.ok(actives.includes(live.remotes.reports.active), live.remotes.reports.active);
  const registry = await readRegistry(store);
  for (const version of await listVersions(store, 'reports'))
    assert.equal(
      await findAlteredFile(store, await readSignedVersion(store, registry, 'reports', version)),
      null,
    );
}

interface Command {
  readonly name: 'publish' | 'upload' | 'activate';
  /** The operations on files of the store before which the short form kills the process. */
  readonly steps: readonly string[];
  /**
   * The versions in the store before, of which users may have any after the kill, and the last once the
   * command was repeated.
   */
  readonly published: readonly string[];
  /** What the command reads: a build, a bundle or a shell. */
  readonly source: (place: Place) => string;
  /** The same command again, in this process. */
  readonly repeat: (store: string, source: string) => Promise<unknown>;
}
const COMMANDS: readonly Command[] = [
  {
    name: 'publish',
    steps: ['half', 'rename', 'rm'],
    published: ['1.0.0'],
    source: ({ dist }) => dist,
    repeat: (store, dist) => addVersion(store, 'reports', '2.0.0', dist),
  },
  {
    name: 'upload',
    steps: ['half', 'rename', 'rm'],
    published: ['1.0.0'],
    source: ({ bundle }) => bundle,
    repeat: (store, bundle) => addUploadedVersion(store, 'reports', '2.0.0', createReadStream(bundle)),
  },
  {
    name: 'activate',
    steps: ['half', 'link', 'rename', 'rm'],
    published: ['1.0.0', '2.0.0'],
    source: ({ folder }) => join(folder, 'shell'),
    // Imported once PALIER_PROGRAM is set, so that the release gate opens no browser here either.
    repeat: async (_store, shell) =>
      (await import('./change-remote')).activateRelease('reports', '2.0.0', shell),
  },
];

for (const { name, published, repeat, ...command } of COMMANDS)
  test(`${name}: it is killed at any step, what users get stays whole, and the same command succeeds`, async (context) => {
    const place = await setUp();
    const source = command.source(place);
    let killed = 0;
    let isDone = false;
    const isLong = process.env.PALIER_LONG === '1';
    const steps: readonly (number | string)[] = isLong
      ? Array.from({ length: MOST_STEPS }, (_, index) => index + 1)
      : command.steps;
    for (const step of steps) {
      if (isDone) break;
      const store = join(place.folder, `store-${step}`);
      for (const version of published) await addVersion(store, 'reports', version, place.dist);
      await changeTeamKeys(store, 'reports', 'add', place.key);
      await activateInStore(store, 'reports', '1.0.0');
      if ((await runKilled(store, step, [name, '2.0.0', source])) === 'done') isDone = true;
      else killed += 1;
      await assertWhole(store, published);
      process.env.REMOTES_ROOT = store;
      assert.match(await describeStatus(), /^ {2}active +[12]\.0\.0/m);
      await repeat(store, source);
      await assertWhole(store, published.slice(-1));
      assert.ok((await listVersions(store, 'reports')).includes('2.0.0'));
      const registry = await readRegistry(store);
      await prune(store, registry, ['reports'], { keep: 9, days: 9 }, Date.now() + 2 * DAY_MS);
      for (const folder of [join(store, 'reports'), historyFolder(store)])
        assert.deepEqual(
          (await readdir(folder)).filter((name) => name.startsWith('.')),
          [],
        );
    }
    assert.equal(isDone, isLong);
    assert.ok(killed >= (isLong ? 8 : steps.length), `killed at ${killed} steps`);
    context.diagnostic(`killed at ${killed} steps`);
  });
