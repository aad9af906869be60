import { existsSync } from 'node:fs';
import { run } from './run';

/**
 * Installs packages of Debian with apt-get, as root. Returns false where that is not possible.
 * @param title names the program for the user
 */
export async function installFromDebian(packages: readonly string[], title: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${title} with apt-get (once) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const { code } = await run('apt-get', ['update', '-qq'], { env });
  if (code !== 0) return false;
  const installed = await run('apt-get', ['install', '-y', '-qq', ...packages], { env });
  return installed.code === 0;
}
