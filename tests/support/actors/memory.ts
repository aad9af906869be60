import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Node's argument for a process whose garbage `collectGarbage` collects. */
export const GC_ON_SIGNAL = `--import=${new URL('./gc-on-signal.mjs', import.meta.url).href}`;
const COLLECTED_WITHIN_MS = 1_000;

/** Makes a process that runs with GC_ON_SIGNAL collect its garbage, and waits 1 s for it. */
export async function collectGarbage(pid: number): Promise<void> {
  process.kill(pid, 'SIGWINCH');
  await wait(COLLECTED_WITHIN_MS);
}

/** Resident memory of a process in kB (Linux). */
export function residentKb(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN);
}
