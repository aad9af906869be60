import { readFileSync } from 'node:fs';

/** Resident memory of a process in kB (Linux). */
export function residentKb(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN);
}
