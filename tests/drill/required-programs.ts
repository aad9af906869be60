import { existsSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '@palier/base/command';
import { requirePrograms, type RequiredProgram } from '@palier/base/process/required-programs';
import type { DrillRow } from './row';
import { DEBIAN_PATH } from './site/programs';

const DRILL: readonly RequiredProgram[] = [
  { name: 'unshare', debianPackage: 'util-linux' },
  { name: 'mount', debianPackage: 'mount' },
  { name: 'ip', debianPackage: 'iproute2' },
  { name: 'tar', debianPackage: 'tar' },
];
const NGINX: RequiredProgram = { name: 'nginx', debianPackage: 'nginx', variable: 'NGINX_BINARY' };
export const DEBOOTSTRAP = {
  name: 'debootstrap',
  debianPackage: 'debootstrap',
  variable: 'DEBOOTSTRAP_BINARY',
};
/** Rows that run two processes of this machine, by id; the others run programs of the Debian root. */
const ON_THIS_MACHINE: Readonly<Record<string, readonly RequiredProgram[]>> = {
  upgrade: [NGINX],
  downgrade: [NGINX],
  sockets: [NGINX],
};
const RESTORE: readonly string[] = ['postgres', 'initdb', 'pgbackrest'];
const SITE: readonly string[] = ['postgres', 'patroni', 'etcd', 'haproxy', 'pgbouncer', 'nats-server'];

/** Installs what it can. Throws a SetupError when this machine or the Debian root lacks a program that these rows run. */
export async function requireDrillPrograms(
  rows: readonly Pick<DrillRow, 'id'>[],
  root: string,
): Promise<void> {
  await requirePrograms('The drill', [...DRILL, ...rows.flatMap(({ id }) => ON_THIS_MACHINE[id] ?? [])]);
  const inRoot = rows.flatMap(({ id }) => {
    if (ON_THIS_MACHINE[id] !== undefined) return [];
    return id === 'restore' ? RESTORE : SITE;
  });
  const missing = [...new Set(inRoot)].filter((name) => !isInRoot(name, root));
  if (missing.length === 0) return;
  throw new SetupError(
    `The drill needs ${missing.join(', ')}, which ${root === '/' ? 'this machine' : root} lacks.`,
    'Make a Debian root with them: npm run drill -- prepare <folder>; then add --root <folder>.',
  );
}

const isInRoot = (name: string, root: string): boolean =>
  DEBIAN_PATH.split(':').some((folder) => existsSync(path.join(root, folder, name)));
