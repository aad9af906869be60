import assert from 'node:assert/strict';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import semver from 'semver';
import { buildFront } from '@palier/build/front/build-front';
import { bundleFront } from '@palier/build/front/bundle-front';
import { offerOfShell } from '@palier/build/front/needs';
import { activate } from '../registry-changes';
import { EMPTY_REGISTRY } from '@palier/shared/contracts/releases';
import { copyPackages } from '../testing/copy-front';
import { publishDist, provideTestStore } from '../testing/test-store';
import { releasedVersion } from '../version-files';
import { readVersion } from '../versions';
import { passReleaseGate } from './release-gate';

const isLong = process.env.PALIER_LONG === '1';
const at = provideTestStore();

test(
  'A remote passes the release gate in the shell of the next minor version',
  { skip: !isLong },
  async (context) => {
    const copy = await copyPackages({ build: 'scripts/build', shared: 'shared', shell: 'shell' });
    context.after(async () => {
      await rm(copy, { recursive: true });
    });
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
