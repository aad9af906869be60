import { readdir, readFile } from 'node:fs/promises';
import { setInterval } from 'node:timers/promises';
import type { BrowserServer } from 'playwright-core';

export interface BrowserLimits {
  readonly limitMs: number;
  readonly limitMb: number;
}
/** Less than the time after which the release service ends the command, so that the team reads why. */
export const CHECK_LIMITS: BrowserLimits = { limitMs: 240_000, limitMb: 2_000 };
const CHECK_EVERY_MS = 100;
const PAGE_BYTES = 4_096;

/**
 * Kills the browser when the check takes too long, or when all its processes together use too much memory: a
 * tab's heap has a limit of its own, but buffers, frames and windows do not.
 */
export function limitBrowser(
  browser: BrowserServer,
  { limitMs, limitMb }: BrowserLimits = CHECK_LIMITS,
): { readonly exceeded: () => string | null; readonly end: () => Promise<void> } {
  const memory = memoryReader(browser.process().pid!);
  const endAt = performance.now() + limitMs;
  let exceeded: string | null = null;
  const ending = new AbortController();
  async function watch(): Promise<void> {
    for await (const _ of setInterval(CHECK_EVERY_MS, null, { signal: ending.signal })) {
      if ((await memory()) > limitMb * 2 ** 20) exceeded = `it uses more than ${limitMb} MB of memory`;
      else if (performance.now() > endAt) exceeded = `its screens take more than ${limitMs / 1_000} s`;
      if (exceeded !== null) return browser.kill();
    }
  }
  // Aborted at the end of the check.
  const watching = watch().catch(() => undefined);
  return {
    exceeded: () => exceeded,
    end() {
      ending.abort();
      return watching;
    },
  };
}

/**
 * Returns a function that reads from /proc the bytes of resident memory of all processes in a group. On other
 * systems than Linux there is no /proc, and the result is 0.
 */
function memoryReader(group: number): () => Promise<number> {
  /** Processes of other groups, which are many and need not be read again. */
  let others = new Set<string>();
  return async () => {
    const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
    others = new Set(names.filter((name) => others.has(name)));
    const sizes = names
      .filter((name) => !others.has(name))
      .map(async (name) => {
        const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
        // The fields after the name of the program, which may contain spaces: state, parent, group …,
        // resident pages.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        if (Number(fields[2]) === group) return Number(fields[21]) * PAGE_BYTES;
        others.add(name);
        return 0;
      });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
}
