import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import semver from 'semver';
import { buildFront } from '@palier/build/front/build-front';
import { bundleFront } from '@palier/build/front/bundle-front';
import { ROOT } from '@palier/base/paths';
import { offerOfShell } from '@palier/build/front/needs';
import { activate } from '../registry-changes';
import { EMPTY_REGISTRY } from '@palier/shared/contracts/releases';
import { publishDist, provideTestStore } from '../testing/test-store';
import { releasedVersion } from '../version-files';
import { readVersion } from '../versions';
import { passReleaseGate } from './release-gate';

const isLong = process.env.PALIER_LONG === '1';
const at = provideTestStore();
const LEFT_OUT = ['node_modules', 'dist'];

test(
  'A remote passes the release gate in the shell of the next minor version',
  { skip: !isLong },
  async (context) => {
    // Inside the repository, whose packages are found from there; shared and the bundler are copies.
    await mkdir(join(ROOT, '.cache'), { recursive: true });
    const copy = await mkdtemp(join(ROOT, '.cache/next-minor-'));
    context.after(async () => {
      await rm(copy, { recursive: true });
    });
    for (const name of [
      'shell',
      'shared',
      'scripts',
      'package.json',
      'tsconfig.base.json',
      'tsconfig.front.json',
    ])
      await cp(join(ROOT, name), join(copy, name), {
        recursive: true,
        filter: (path) => !LEFT_OUT.includes(basename(path)),
      });
    for (const folder of ['shell', 'shared', 'scripts'].map((name) => join(name, 'node_modules')))
      if (existsSync(join(ROOT, folder))) await symlink(join(ROOT, folder), join(copy, folder));
    await mkdir(join(copy, 'node_modules/@palier'), { recursive: true });
    for (const name of ['shared', 'scripts'])
      await symlink(join(copy, name), join(copy, 'node_modules/@palier', name));
    const file = join(copy, 'shared/package.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as { version: string };
    const next = semver.inc(manifest.version, 'minor')!;
    await writeFile(file, JSON.stringify({ ...manifest, version: next }));
    await appendFile(join(copy, 'shared/src/money/index.ts'), '\nexport const addedInTheNextMinor = 1;\n');

    await bundleFront('shell', join(copy, 'shell'), 'nextminor');
    const shell = join(copy, 'shell/dist');
    const { shared, ...offer } = offerOfShell();
    const offered = Object.entries(shared).map(([key, version]) => [
      key,
      key.startsWith('@palier/shared') ? next : version,
    ]);
    await writeFile(
      join(shell, 'shell.json'),
      JSON.stringify({ ...offer, shared: Object.fromEntries(offered) as object }),
    );

    const { store } = at;
    const { dist } = await buildFront('mfe-reports');
    await publishDist(store, 'reports', '1.0.0', dist);
    const description = await readVersion(store, 'reports', '1.0.0');
    const registry = activate(EMPTY_REGISTRY, 'reports', '1.0.0', releasedVersion(description));
    await passReleaseGate({ store, description, registry, shell });
    await writeFile(join(shell, 'shell.json'), JSON.stringify({ ...offer, shared: {} }));
    await assert.rejects(
      passReleaseGate({ store, description, registry, shell }),
      /which the shell does not share/,
    );
  },
);
