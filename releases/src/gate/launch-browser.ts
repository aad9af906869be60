import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserServer } from 'playwright-core';
import { BROWSER_FLAGS, ensureBrowser, installedBrowser } from '@palier/base/process/browser';
import { temporaryFolder } from '@palier/base/process/temporary-folder';

/** The system account `nobody`, which has no rights. Chromium refuses to start its sandbox as root. */
const NOBODY = 65534;

/** Why no browser can open the screens of a team here: the check then counts as not run. */
export class NoIsolatedBrowser extends Error {}

/**
 * Starts a Chromium that runs the code of other teams. The browser keeps its sandbox and does not inherit
 * the variables of this process, which name keys and logins. If this process is root, the browser runs as the
 * system account `nobody`. A page that fills its heap of 512 MB crashes alone. Throws NoIsolatedBrowser if
 * the browser cannot start so.
 */
export async function launchIsolated(): Promise<BrowserServer> {
  // A compiled command loads what any of its modules imports, and Playwright costs more than a whole
  // rollback.
  const { chromium } = await import('playwright-core');
  await ensureBrowser();
  const installed = installedBrowser() ?? chromium.executablePath();
  try {
    return await chromium.launchServer({
      executablePath: process.getuid?.() === 0 ? await asNobody(installed) : installed,
      chromiumSandbox: true,
      args: [
        ...BROWSER_FLAGS.filter((flag) => flag !== '--no-sandbox'),
        '--js-flags=--max-old-space-size=512',
        // Packets that pass the proxy by, which sees only HTTP.
        '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
        '--dns-prefetch-disable',
      ],
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', HOME: '/nonexistent' },
    });
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw new NoIsolatedBrowser(`Chromium does not start in its sandbox (${reason})`);
  }
}

/** Writes a script that starts `program` as the system account `nobody`, and returns the script's path. */
async function asNobody(program: string): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o711);
  const file = join(folder, 'browser');
  const drop = `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs`;
  await writeFile(file, `#!/bin/sh\nexec ${drop} '${program.replaceAll("'", String.raw`'\''`)}' "$@"\n`);
  await chmod(file, 0o755);
  return file;
}
