import { readFileSync } from 'node:fs';

/**
 * Whether the process with this number runs. One that has ended and waits to be collected does not: in a container
 * whose first process collects no orphans, such entries stay for good, and a signal still "reaches" them.
 */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    // proc(5): "pid (name) state …"; the name may itself hold brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !['Z', 'X'].includes(stat.charAt(stat.lastIndexOf(')') + 2));
  } catch {
    // No /proc here (then the system collects its orphans), or gone meanwhile.
    return process.platform !== 'linux';
  }
}
