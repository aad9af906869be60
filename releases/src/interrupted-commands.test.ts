import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { program } from '@palier/base/process/program';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { offerOfShell } from '@palier/build/front/needs';
import { copyStore } from '@palier/server/remotes';
import { unsignedStore } from '@palier/test-support/unsigned-store';
import { buildVersion } from './build-version';
import { changeTeamKeys } from './keys';
import { addUploadedVersion } from './service/add-uploaded-version';
import { createBundle } from './service/bundle';
import { createSigningKey } from './signing';
import { describeStatus } from './status';
import { readRegistry, type Store } from './store';
import { activateInStore, EMPTY, publishDist, provideTestStore, writeBuild } from './testing/test-store';
import { findAlteredFile } from './version-files';
import { listVersions, readFiles, readSignedVersion } from './versions';

const PRELOAD = fileURLToPath(new URL('./testing/kill-at-step.mjs', import.meta.url));
const PROGRAM = program('releases/src/testing/command.program.ts');
const MOST_STEPS = 120;
/** The long form kills the command at each of its messages, the short form at every fourth. */
const STRIDE = process.env.PALIER_LONG === '1' ? 1 : 4;

interface Place {
  readonly dist: string;
  /** The file of a bundle of reports 2.0.0. */
  readonly bundle: string;
  readonly shell: string;
  readonly key: string;
}

interface Command {
  readonly name: 'publish' | 'upload' | 'activate';
  /**
   * The versions in the store before, of which users may have any after the kill, and the last once the
   * command was repeated.
   */
  readonly published: readonly string[];
  /** What the command reads: a build, a bundle or a shell. */
  readonly sourceOf: (place: Place) => string;
  /** The same command again, in this process. */
  readonly repeat: (store: Store, source: string) => Promise<unknown>;
}
const COMMANDS: readonly Command[] = [
  {
    name: 'publish',
    published: ['1.0.0'],
    sourceOf: ({ dist }) => dist,
    repeat: (store, dist) => publishDist(store, 'reports', '2.0.0', dist),
  },
  {
    name: 'upload',
    published: ['1.0.0'],
    sourceOf: ({ bundle }) => bundle,
    repeat: (store, bundle) => addUploadedVersion(store, 'reports', '2.0.0', createReadStream(bundle)),
  },
  {
    name: 'activate',
    published: ['1.0.0', '2.0.0'],
    sourceOf: ({ shell }) => shell,
    repeat: async (store, shell) =>
      (await import('./change-remote')).activateRelease(store, 'reports', '2.0.0', {
        shell,
        ungated: 'a test',
      }),
  },
];

describe('killed commands', () => {
  const at = provideTestStore();
  let place: Place;
  before(async () => {
    const folder = await temporaryFolder();
    const keyFile = join(folder, 'key.pem');
    const key = await createSigningKey(keyFile);
    Object.assign(process.env, { RELEASE_SIGNING_KEY_FILE: keyFile });
    const dist = await writeBuild(folder, 'reports');
    const shell = join(folder, 'shell');
    await mkdir(shell);
    await writeFile(join(shell, 'shell.json'), JSON.stringify(offerOfShell()));
    const bundle = join(folder, 'bundle');
    const { files } = await buildVersion('reports', '2.0.0', dist);
    await writeFile(bundle, createBundle(files));
    place = { dist, bundle, shell, key };
  });
  after(() => {
    delete process.env.RELEASE_SIGNING_KEY_FILE;
  });

  /** Runs a command, whose process is killed at its message `step` to the database. */
  async function runKilled(
    step: number,
    isHalfSent: boolean,
    args: readonly string[],
  ): Promise<'killed' | 'done'> {
    const child = spawn(process.execPath, ['--import', PRELOAD, ...PROGRAM, ...args], {
      env: { ...process.env, KILL_AT: `${step}`, KILL_HALF: isHalfSent ? 'yes' : '' },
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
   * Requires that the document that servers use and every stored version are whole and signed, and that each
   * version has the files that its description names.
   */
  async function assertWhole(actives: readonly string[]): Promise<void> {
    const folder = await temporaryFolder();
    await copyStore(at.store, folder, 0);
    const served = await unsignedStore(folder).readRegistry();
    const active = served?.registry.remotes.reports?.active ?? assert.fail('no document is served');
    assert.ok(actives.includes(active), active);
    const registry = await readRegistry(at.store);
    for (const version of await listVersions(at.store, 'reports')) {
      const description = await readSignedVersion(at.store, registry, 'reports', version);
      assert.equal(findAlteredFile(await readFiles(at.store, 'reports', version), description), null);
    }
  }

  for (const { name, published, sourceOf, repeat } of COMMANDS)
    test(`A killed ${name} leaves the store whole, and the same command succeeds`, async (context) => {
      let killed = 0;
      for (let step = 1; step <= MOST_STEPS; step += STRIDE) {
        await at.owner.query(EMPTY);
        for (const version of published) await publishDist(at.store, 'reports', version, place.dist);
        await changeTeamKeys(at.store, 'reports', 'add', place.key);
        await activateInStore(at.store, 'reports', '1.0.0');
        const source = sourceOf(place);
        const isDone = (await runKilled(step, killed % 2 === 0, [name, '2.0.0', source])) === 'done';
        await assertWhole(published);
        assert.match(await describeStatus(at.store), /^ {2}active +[12]\.0\.0/m);
        await repeat(at.store, source);
        await assertWhole(published.slice(-1));
        assert.ok((await listVersions(at.store, 'reports')).includes('2.0.0'));
        if (isDone) break;
        killed += 1;
      }
      assert.ok(killed >= 12 / STRIDE && killed < MOST_STEPS / STRIDE, `killed at ${killed} messages`);
      context.diagnostic(`killed at ${killed} messages`);
    });
});
