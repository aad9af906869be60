import { readFileSync } from 'node:fs';

/**
 * Whether the process runs. A zombie does not count: in a container whose first process does not reap
 * orphans, zombies stay forever and still accept signals.
 */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    // proc(5): "pid (name) state …"; the name may contain brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !['Z', 'X'].includes(stat.charAt(stat.lastIndexOf(')') + 2));
  } catch {
    // Without /proc, the system reaps orphans. On Linux, the process ended meanwhile.
    return process.platform !== 'linux';
  }
}
