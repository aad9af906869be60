import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runCommand } from '@palier/base/command';
import { findProgram } from '@palier/base/process/find-program';
import { requirePrograms } from '@palier/base/process/required-programs';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { startCluster } from '@palier/test-support/actors/cluster';
import { type ExpectAlerts, makeFaults } from './faults';
import { startPrometheus } from './prometheus';

const QUIET_MS = Number(process.env.QUIET_S ?? 60) * 1_000;
const ALERT_LIMIT_MS = 120_000;

/**
 * Makes each fault of deploy/prometheus/rules.yml in a running installation and waits until Prometheus fires
 * its alert: the file's own expressions, every `for:` shortened to 2 s. The arguments name the alerts, all by
 * default. Before the faults, a quiet time must raise none. Exits 1 when one is missing.
 */
async function main(): Promise<number> {
  await requirePrograms('The proof of the alerts', [
    { name: 'prometheus', debianPackage: 'prometheus', variable: 'PROMETHEUS' },
  ]);
  const prometheus = findProgram('prometheus', 'PROMETHEUS')!;
  const folder = await temporaryFolder();
  const environment = { REMOTES_FROM: 'folder', REMOTES_ROOT: await writeStore(folder) };
  const cluster = await startCluster({ processes: 1, environment });
  const monitor = await startPrometheus(prometheus, folder);
  const { watch } = monitor;
  const missing: string[] = [];
  const only = process.argv.slice(2);
  const areFiring = async (): Promise<Set<string>> =>
    new Set(
      (await monitor.alerts())
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname),
    );
  const expectAlerts: ExpectAlerts = async (all, makeFault) => {
    const names = all.filter((name) => only.length === 0 || only.includes(name));
    if (names.length === 0) return;
    let firing: Set<string>;
    // An earlier fault may have raised one; rates end with their period.
    for (firing = await areFiring(); names.some((name) => firing.has(name)); firing = await areFiring())
      await wait(1_000);
    const startedAt = Date.now();
    await makeFault();
    for (const waiting = new Set(names); waiting.size > 0; await wait(500)) {
      firing = await areFiring();
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      for (const name of waiting)
        if (firing.has(name)) {
          process.stdout.write(`${name}: fires after ${seconds} s\n`);
          waiting.delete(name);
        } else if (Date.now() - startedAt > ALERT_LIMIT_MS) {
          process.stdout.write(`${name}: DOES NOT FIRE\n`);
          waiting.delete(name);
          missing.push(name);
        }
    }
  };
  try {
    await watch(cluster.processes);
    await wait(QUIET_MS);
    const early = (await monitor.alerts()).map(({ labels }) => labels.alertname);
    process.stdout.write(
      `Quiet for ${QUIET_MS / 1000} s: ${early.length === 0 ? 'no alert' : early.join(', ')}\n`,
    );
    missing.push(...early);
    await makeFaults(cluster, watch, expectAlerts);
  } finally {
    await monitor.stop();
    await cluster.stop();
  }
  return missing.length === 0 ? 0 : 1;
}

const ENTRY = '/remotes/casino/1.0.0/entry.js';
const STORE = {
  revision: 1,
  overrideOrigins: [],
  remotes: {
    casino: {
      active: '1.0.0',
      previous: null,
      canary: null,
      versions: {
        '1.0.0': {
          entry: ENTRY,
          contract: '*',
          preload: [],
          styles: [],
          integrity: { [ENTRY]: 'sha384-x' },
          screens: [],
        },
      },
    },
  },
};

/** A release store with one version. Returns its folder. */
async function writeStore(folder: string): Promise<string> {
  const store = path.join(folder, 'store');
  await mkdir(path.join(store, '.store'), { recursive: true });
  await writeFile(path.join(store, 'remotes.json'), JSON.stringify(STORE));
  return store;
}

runCommand(main);
