import { existsSync } from 'node:fs';
import { run } from './run';

/**
 * Arguments of flock. `apt-get update` fails at once while another one runs, so those of several tests take
 * turns; `install` also waits for other programs that hold dpkg's lock, in seconds.
 */
const APT_GET_IN_TURN = ['/run/lock/palier-apt.lock', 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=300'];

/**
 * Installs packages of Debian with apt-get, as root. Returns false where that is not possible.
 * @param title names the program for the user
 */
export async function installFromDebian(packages: readonly string[], title: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${title} with apt-get (once) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const { code } = await run('flock', [...APT_GET_IN_TURN, 'update'], { env });
  if (code !== 0) return false;
  const installed = await run('flock', [...APT_GET_IN_TURN, 'install', '-y', ...packages], { env });
  return installed.code === 0;
}
