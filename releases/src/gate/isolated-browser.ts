import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserServer } from 'playwright-core';
import { BROWSER_FLAGS, ensureBrowser, installedBrowser } from '@palier/base/process/browser';
import { temporaryFolder } from '@palier/base/process/temporary-folder';

/** The account without any rights, `nobody`: Chromium's sandbox refuses to run as root. */
const NOBODY = 65534;

/** Why no browser can open the screens of a team here: the check then counts as not run. */
export class NoIsolatedBrowser extends Error {}

/**
 * Starts a Chromium for code that nobody here has read: with its sandbox, without the variables of this
 * process, which name keys and logins, and as `nobody` when this process is root. Its scripts have a heap of
 * 512 MB: a page that fills it crashes alone. Throws NoIsolatedBrowser when the kernel or the machine
 * refuses.
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

/** A program that runs another one as `nobody`. */
async function asNobody(program: string): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o711);
  const file = join(folder, 'browser');
  const drop = `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs`;
  await writeFile(file, `#!/bin/sh\nexec ${drop} '${program.replaceAll("'", String.raw`'\''`)}' "$@"\n`);
  await chmod(file, 0o755);
  return file;
}
