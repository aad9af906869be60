import { rm, statfs, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { signalAll } from '@palier/test-support/actors/postgres';
import { untilTrue } from '@palier/test-support/wait-until';
import { isReady } from '../installation';
import type { DrillRow } from '../row';
import { requirePrimary, runUnderLoad } from './under-load';

const SERVED_LIMIT_MS = 60_000;
/** "Served again" of the contract, from the fault to an acknowledged call through the balancer. */
const SERVED_WITHIN_MS = 10_000;
const CUT_MS = 4_000;
const FULL_MS = 3_000;
const FILLER = '/var/lib/postgresql/filler';

const primaryKilled: DrillRow = {
  id: 'primary-killed',
  fault: 'every process of the primary PostgreSQL is killed (-9) under 8 writers; a standby is promoted',
  bound: 'acknowledged and missing 0, doubled 0, served again within 10 s, ledger correct',
  run: (context) =>
    runUnderLoad(context, async (site, writers) => {
      const primary = await requirePrimary(site);
      signalAll(await primary.postgresPids(), 'SIGKILL');
      const served = await writers.untilServed(SERVED_LIMIT_MS);
      const isPromoted = (await requirePrimary(site)) !== primary;
      context.expect(isPromoted, 'the killed primary serves, no standby was promoted');
      context.expect(served.balancer! <= SERVED_WITHIN_MS, `served again after ${served.balancer} ms`);
      return named(served);
    }),
};

const standbysCut: DrillRow = {
  id: 'standbys-cut',
  fault:
    'the network between the primary and both standbys drops every packet for 4 s; ' +
    'etcd and the servers reach all three',
  bound:
    'no call is acknowledged and /readyz is not 200 during the cut; ' +
    'afterwards acknowledged and missing 0, doubled 0, ledger correct',
  run: (context) =>
    runUnderLoad(context, async (site, writers) => {
      const { machine } = await requirePrimary(site);
      const others = site.database.nodes
        .map((node) => node.machine.address)
        .filter((one) => one !== machine.address);
      await machine.cutFrom(others);
      // Commits that reached a standby before the cut are still being answered.
      await wait(500);
      const before = writers.acknowledged;
      const end = wait(CUT_MS);
      const areReady = await Promise.all(site.servers.map(({ url }) => isReady(url)));
      context.expect(!areReady.includes(true), '/readyz is 200 without a standby');
      await end;
      const duringCut = writers.acknowledged - before;
      context.expect(duringCut === 0, `${duringCut} calls were acknowledged without a standby`);
      await machine.healFrom(others);
      return named(await writers.untilServed(SERVED_LIMIT_MS));
    }),
};

const machineLost: DrillRow = {
  id: 'machine-lost',
  fault:
    'the machine of the primary loses its network and its processes at once; it returns after the promotion',
  bound:
    'acknowledged and missing 0, doubled 0, served again within 40 s ' +
    '(Patroni waits for at least 20 s), ledger correct',
  run: (context) =>
    runUnderLoad(context, async (site, writers) => {
      const primary = await requirePrimary(site);
      await primary.machine.setLink('down');
      signalAll(await primary.postgresPids(), 'SIGKILL');
      await primary.patroni.kill();
      const served = await writers.untilServed(SERVED_LIMIT_MS);
      context.expect(served.balancer! <= 40_000, `served again after ${served.balancer} ms`);
      await primary.machine.setLink('up');
      primary.startPatroni();
      return named(served);
    }),
};

const poolerRestarted: DrillRow = {
  id: 'pooler-restarted',
  fault: 'PgBouncer is killed (-9) under 8 writers and started again after 1 s',
  bound: 'acknowledged and missing 0, doubled 0, served again within 10 s at each address, ledger correct',
  run: (context) =>
    runUnderLoad(context, async ({ pooler }, writers) => {
      await pooler.kill();
      await wait(1_000);
      pooler.start();
      const served = await writers.untilServed(SERVED_LIMIT_MS);
      const slowest = Math.max(...Object.values(served));
      context.expect(slowest <= SERVED_WITHIN_MS, `served again after ${slowest} ms`);
      return named(served);
    }),
};

const natsGone: DrillRow = {
  id: 'nats-gone',
  fault: 'NATS is killed (-9) under 8 writers and started again after 3 s',
  bound: 'no call is refused or lost; acknowledged and missing 0, doubled 0, ledger correct',
  run: (context) =>
    runUnderLoad(context, async ({ nats }, writers) => {
      const before = writers.repeated;
      await nats.kill();
      await wait(3_000);
      nats.start();
      const served = await writers.untilServed(SERVED_LIMIT_MS);
      context.expect(writers.repeated === before, `${writers.repeated - before} calls were sent again`);
      return named(served);
    }),
};

const diskFull: DrillRow = {
  id: 'disk-full',
  fault: 'the disks of all three database nodes are full for 3 s or more under 8 writers, then freed',
  bound:
    'nothing is acknowledged while no node can write; acknowledged and missing 0, doubled 0, ledger correct',
  run: (context) =>
    runUnderLoad(context, async ({ database, owner }, writers) => {
      const files = database.nodes.map(({ machine }) => machine.file(FILLER));
      await Promise.all(files.map(fillDisk));
      // Segments of the write-ahead log that exist already are still used: switch to the end of them.
      const isFull = await untilTrue(async () => {
        const before = writers.acknowledged;
        await owner.query('select pg_switch_wal()').catch(() => undefined);
        await Promise.all(files.map(fillDisk));
        await wait(FULL_MS);
        return writers.acknowledged === before;
      }, SERVED_LIMIT_MS);
      context.expect(isFull, 'calls are still acknowledged, so the row tested nothing');
      await Promise.all(files.map((file) => rm(file)));
      return named(await writers.untilServed(SERVED_LIMIT_MS));
    }),
};

export const DATABASE_ROWS: readonly DrillRow[] = [
  primaryKilled,
  standbysCut,
  machineLost,
  poolerRestarted,
  natsGone,
  diskFull,
];

/** Appends to the file until its file system has no byte left. */
async function fillDisk(file: string): Promise<void> {
  for (;;) {
    const { bavail, bsize } = await statfs(file.slice(0, file.lastIndexOf('/')));
    if (bavail === 0) return;
    await writeFile(file, Buffer.alloc(Math.min(bavail * bsize, 64 * 1024 * 1024)), { flag: 'a' }).catch(
      () => undefined,
    );
  }
}

const named = (served: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(served).map(([name, ms]) => [`served again (${name})`, ms]));
