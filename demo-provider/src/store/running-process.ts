import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What the kernel tells of a process from its state on (proc(5)); null without /proc, or when it is gone. */
function readStat(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // "pid (name) state …"; the name may itself hold brackets and spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** Whether the process runs; one that was killed and waits to be collected does not. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const state = readStat(pid)?.[0];
  return state === undefined ? process.platform !== 'linux' : state !== 'Z' && state !== 'X';
}

/**
 * When the process began, in words of its system that are only good to be compared: a number is given again, to another
 * program or after a restart of the machine. Null where nothing tells, as on Windows.
 */
export function beginningOf(pid: number): string | null {
  const ticks = readStat(pid)?.[19];
  try {
    if (ticks !== undefined)
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks}`;
    const began = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return began.toString().trim() || null;
  } catch {
    return null;
  }
}
