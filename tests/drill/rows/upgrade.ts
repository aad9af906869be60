import { chmod, cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startBalancer } from '@palier/test-support/actors/balancer';
import { startDemoDatabase } from '@palier/test-support/actors/demo-database';
import { createPopulation } from '@palier/test-support/actors/population';
import { applicationUrlOf } from '@palier/test-support/test-database';
import { startWriters } from '@palier/test-support/actors/writers';
import { freePort } from '@palier/base/process/free-port';
import { createPool } from '@palier/server/database';
import { verifyLedger } from '@palier/server/operator';
import { installationIn, untilServing } from '../installation';
import type { DrillContext, DrillRow, TrialResult } from '../row';
import type { Service } from '../site/programs';

/** The proxy sees within this time that a process is back. */
const SEEN_AGAIN_MS = 2_000;
/** A migration that only the newer artefact has. */
const MIGRATION = '-- Up Migration\ncreate table drill_of_upgrade (id int primary key);\n';

/**
 * A copy of the installed artefact, and a newer one: the same with another version and one more migration.
 */
async function copyArtefacts(installed: string, folder: string) {
  const manifest = await readFile(path.join(installed, 'lib/package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const older = { ...installationIn(path.join(folder, 'palier-older')), version };
  const newer = { ...installationIn(path.join(folder, 'palier-newer')), version: `${version}-newer` };
  for (const artefact of [older, newer]) await cp(installed, artefact.folder, { recursive: true });
  const newerLib = path.join(newer.folder, 'lib');
  await writeFile(
    path.join(newerLib, 'package.json'),
    manifest.replace(`"${version}"`, `"${newer.version}"`),
  );
  await writeFile(path.join(newerLib, 'server/database/migrations/9000_drill_of_upgrade.sql'), MIGRATION);
  return { older, newer };
}

/**
 * Two server processes of one artefact behind HAProxy, replaced one after the other by those of another
 * artefact under load.
 */
async function replaceUnderLoad(
  { folder: parent, installation, trial, expect, faultBegins }: DrillContext,
  direction: 'up' | 'down',
): Promise<TrialResult> {
  const folder = path.join(parent, `${direction}-${trial}`);
  // The embedded PostgreSQL runs as another account.
  await chmod(parent, 0o755);
  const { older, newer } = await copyArtefacts(installation.folder, folder);
  const [from, to] = direction === 'up' ? [older, newer] : [newer, older];
  const database = await startDemoDatabase(folder);
  const settings = {
    OWNER_DATABASE_URL: database.url,
    DATABASE_URL: applicationUrlOf(database.url),
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    STOP_DELAY_S: '1',
    NODE_ENV: 'development',
    PROVIDER_URL: 'http://127.0.0.1:1/gold_api',
  };
  const start = async (artefact: typeof from, port: number): Promise<Service> => {
    const service = artefact.serve(artefact.version, { ...settings, PORT: String(port) });
    const url = `http://127.0.0.1:${port}`;
    await untilServing(url);
    const { version } = (await (await fetch(`${url}/healthz`)).json()) as { version: string };
    expect(version === artefact.version, `/healthz has version ${version} instead of ${artefact.version}`);
    return service;
  };
  const services: Service[] = [];
  const owner = createPool(database.url, { asOwner: true });
  try {
    await from.migrate(settings);
    const ports = [await freePort(), await freePort()];
    for (const port of ports) services.push(await start(from, port));
    const proxy = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
    const population = await createPopulation(proxy.url, owner);
    const writers = await startWriters({ urls: { proxy: proxy.url }, population, owner, expect });
    await wait(SEEN_AGAIN_MS);
    faultBegins();
    if (direction === 'up') await to.migrate(settings);
    // docs/operations.md, "Going back": the SQL of the newer version.
    else
      await cp(path.join(from.folder, 'lib/server/database'), path.join(to.folder, 'lib/server/database'), {
        recursive: true,
      });
    for (const [index, port] of ports.entries()) {
      await services[index]!.kill('SIGTERM');
      services[index] = await start(to, port);
      await wait(SEEN_AGAIN_MS);
    }
    const { acknowledged, repeated: failed, missing, doubled } = await writers.stop();
    await proxy.stop();
    expect(failed === 0, `${failed} calls failed`);
    const fault = await verifyLedger(owner);
    expect(fault === null, `verify: ${fault?.rule}`);
    return {
      counts: { acknowledged, failed, missing, doubled },
      timesMs: { 'slowest call': writers.slowestMs },
    };
  } finally {
    await owner.end();
    await Promise.all(services.map((service) => service.kill()));
    await database.stop();
  }
}

const BOUND =
  'calls that fail 0, acknowledged and missing 0, doubled 0, ledger correct; /healthz has the other version';

export const UPGRADE_ROWS: readonly DrillRow[] = [
  {
    id: 'upgrade',
    fault:
      'two processes behind HAProxy are replaced by those of a newer artefact with one more migration, ' +
      'under 8 writers',
    bound: BOUND,
    run: (context) => replaceUnderLoad(context, 'up'),
  },
  {
    id: 'downgrade',
    fault:
      'two processes of the newer artefact are replaced by those of the older one with the SQL of the ' +
      'newer, under 8 writers',
    bound: BOUND,
    run: (context) => replaceUnderLoad(context, 'down'),
  },
];
