import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { childrenOf } from '@palier/test-support/actors/postgres';
import { untilTrue } from '@palier/test-support/wait-until';
import { startMachine, type Machine } from './machine';
import { execute, type Service } from './programs';

/** The folder of what installations copy. */
export const RECIPES = new URL('../../../deploy/', import.meta.url);
const DATA = '/var/lib/postgresql/18/palier';
/** Size of a node's disk. Large enough for the write-ahead log of a long run. */
const DISK_SIZE = '1g';
export const PASSWORD = 'drill-password';

export type DatabaseCluster = Awaited<ReturnType<typeof startDatabaseCluster>>;

export const readRecipe = (file: string): Promise<string> => readFile(new URL(file, RECIPES), 'utf8');

const recipeOf = async (file: string, { name, address }: Pick<Machine, 'name' | 'address'>) =>
  (await readRecipe(file)).replaceAll('NODE_NAME', name).replaceAll('NODE_ADDRESS', address);

/**
 * Three nodes under Patroni, with etcd on three other machines, configured by the files of `deploy/patroni/`.
 */
export async function startDatabaseCluster(root: string, folder: string) {
  const machinesOf = (
    name: string,
    from: number,
    disks: (readonly [folder: string, size: string, user: string])[],
  ) =>
    Promise.all(
      [1, 2, 3].map((number) =>
        startMachine({
          root,
          folder,
          disks,
          name: `${name}${number}`,
          address: `10.20.0.${from + number}`,
        }),
      ),
    );
  const keepers = await machinesOf('etcd', 20, [
    ['/var/lib/etcd', '200m', 'etcd'],
    ['/etc/etcd', '1m', 'root'],
  ]);
  for (const machine of keepers) {
    await writeFile(machine.file('/etc/etcd/etcd.yml'), await recipeOf('patroni/etcd.yml', machine));
    machine.start('etcd', ['etcd', '--config-file', '/etc/etcd/etcd.yml']);
  }
  const machines = await machinesOf('node', 10, [
    ['/var/lib/postgresql', DISK_SIZE, 'postgres'],
    ['/run/postgresql', '1m', 'postgres'],
    ['/etc/patroni', '1m', 'postgres'],
  ]);
  const nodes = await Promise.all(machines.map(startNode));

  const readMembers = async (): Promise<Member[]> => {
    for (const { address } of machines) {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
        .then(async (reply) => (await reply.json()) as { members: Member[] })
        .catch(() => null);
      if (answer !== null) return answer.members;
    }
    return [];
  };
  return {
    nodes,
    /** The node that holds the leader key; null without one. */
    async primary() {
      const leader = (await readMembers()).find(({ role }) => role === 'leader');
      return nodes.find(({ machine }) => machine.name === leader?.name) ?? null;
    },
    /** Waits until there are one primary and two standbys that count for commits; throws after `limitMs`. */
    async untilWhole(limitMs = 180_000): Promise<void> {
      let members: Member[] = [];
      const isWhole = await untilTrue(async () => {
        members = await readMembers();
        const standbys = members.filter(
          ({ role, state }) => role === 'quorum_standby' && state === 'streaming',
        );
        return (
          standbys.length === 2 && members.some(({ role, state }) => role === 'leader' && state === 'running')
        );
      }, limitMs);
      if (!isWhole) throw new Error(`the cluster is not whole: ${JSON.stringify(members)}`);
    },
  };
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** A node of the replicated PostgreSQL. */
async function startNode(machine: Machine) {
  await writeFile(machine.file('/etc/patroni/patroni.yml'), await recipeOf('patroni/patroni.yml', machine));
  await writeFile(machine.file('/etc/patroni/custom.conf'), '');
  for (const folder of ['/var/lib/postgresql/18', '/etc/patroni/postgresql'].map(machine.file)) {
    await mkdir(folder);
    await execute('chown', '--reference', path.dirname(folder), folder);
  }
  const start = (): Service =>
    machine.start('postgres', ['patroni', '/etc/patroni/patroni.yml'], {
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      HOME: '/var/lib/postgresql',
    });
  let patroni = start();
  return {
    machine,
    /** The process of Patroni. */
    get patroni(): Service {
      return patroni;
    },
    /** The processes of PostgreSQL, the postmaster first. */
    async postgresPids(): Promise<number[]> {
      const postmaster = await readFile(machine.file(`${DATA}/postmaster.pid`), 'utf8').catch(() => '');
      const pid = Number(postmaster.split('\n')[0]);
      return pid > 0 ? [pid, ...childrenOf(pid)] : [];
    },
    /** Starts Patroni again after it was killed. */
    startPatroni: (): void => void (patroni = start()),
  };
}
