import { readFile } from 'node:fs/promises';
import { untilTrue } from '@palier/test-support/wait-until';
import { execute, inRoot, startService, type Service } from './programs';

export type Machine = Awaited<ReturnType<typeof startMachine>>;

interface MachineOptions {
  readonly name: string;
  readonly address: string;
  readonly root: string;
  readonly folder: string;
  /** Memory file systems: folder, size, owner. */
  readonly disks: readonly (readonly [folder: string, size: string, user: string])[];
}

const BRIDGE = 'palier';

/** Makes the network of the site in this process's network namespace, which then has these addresses. */
export async function createNetwork(addresses: readonly string[]): Promise<void> {
  await execute('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  for (const address of addresses) await execute('ip', 'addr', 'add', `${address}/24`, 'dev', BRIDGE);
  await execute('ip', 'link', 'set', BRIDGE, 'up');
}

export async function mountDisk(mountPoint: string, size: string, root: string, user: string): Promise<void> {
  await execute('mkdir', '-p', root + mountPoint);
  await execute('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', root + mountPoint);
  await execute('chroot', root, 'chown', `${user}:${user}`, mountPoint);
}

/** A machine of the site: a network address and file systems of its own, by namespaces of Linux. */
export async function startMachine({ name, address, root, folder, disks }: MachineOptions) {
  for (const [disk] of disks) await execute('mkdir', '-p', root + disk);
  const holder = startService(['unshare', '--net', '--mount', 'sleep', 'infinity'], { name, folder });
  const pid = String(holder.pid);
  const isApart = async (): Promise<boolean> =>
    (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() === 'sleep';
  if (!(await untilTrue(isApart))) throw new Error(`${name}: no namespaces`);
  const enter = ['nsenter', '--target', pid, '--net', '--mount', '--'] as const;
  const executeHere = (...command: string[]): Promise<string> => execute(...enter, ...command);
  // The kernel removes the device of an ended machine a little later.
  await execute('ip', 'link', 'delete', name).catch(() => undefined);
  await execute('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid);
  await execute('ip', 'link', 'set', name, 'master', BRIDGE, 'up');
  await executeHere('ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  for (const device of ['eth0', 'lo']) await executeHere('ip', 'link', 'set', device, 'up');
  for (const [disk, size, user] of disks) {
    await executeHere('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', root + disk);
    await executeHere('chroot', root, 'chown', `${user}:${user}`, disk);
  }
  return {
    name,
    address,
    /** The path from outside of a file of the machine. */
    file: (path: string): string => `/proc/${pid}/root${root === '/' ? '' : root}${path}`,
    /** Starts a program of the Debian root on the machine. */
    start: (user: string, command: readonly string[], env: Record<string, string> = {}): Service =>
      startService([...enter, ...inRoot(root, user, ...command)], { name, folder, env }),
    /** Drops all packets to these addresses. */
    async cutFrom(addresses: readonly string[]): Promise<void> {
      for (const one of addresses) await executeHere('ip', 'route', 'add', 'blackhole', one);
    },
    async healFrom(addresses: readonly string[]): Promise<void> {
      for (const one of addresses) await executeHere('ip', 'route', 'del', 'blackhole', one);
    },
    /** Connects the machine to the network of the site, or disconnects it from all other machines. */
    setLink: async (state: 'up' | 'down'): Promise<void> =>
      void (await execute('ip', 'link', 'set', name, state)),
  };
}
