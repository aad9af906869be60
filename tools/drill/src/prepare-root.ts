import { CommandError } from '@palier/scripts/command';
import { run } from '@palier/scripts/process/run';

const RELEASE = 'forky';
const MIRROR = 'http://deb.debian.org/debian';
const PACKAGES =
  'postgresql-18,postgresql-client-18,patroni,python3-etcd,etcd-server,etcd-client,haproxy,pgbouncer,pgbackrest,nats-server';

/** Makes a Debian root with the programs of the drill; needs root and debootstrap. Returns the exit code. */
export async function prepareRoot(folder: string | undefined): Promise<number> {
  if (folder === undefined)
    throw new CommandError('The folder is missing.', 'npm run drill -- prepare <folder>');
  const args = ['--variant=minbase', `--include=${PACKAGES}`, RELEASE, folder, MIRROR];
  return (await run('debootstrap', args, { live: true })).code;
}
