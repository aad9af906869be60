import type { BrowserServer } from 'playwright-core';
import { BROWSER_FLAGS, installedBrowser } from '@palier/base/process/browser';

/** Why no browser can open the screens of a team here: the check then counts as not run. */
export class NoIsolatedBrowser extends Error {}

/**
 * Starts a Chromium in its sandbox. A page that fills its heap of 512 MB crashes alone. Throws
 * NoIsolatedBrowser if the browser does not start so.
 */
export async function launchBrowser(): Promise<BrowserServer> {
  const { chromium } = await import('playwright-core');
  try {
    return await chromium.launchServer({
      executablePath: installedBrowser() ?? chromium.executablePath(),
      chromiumSandbox: true,
      args: [
        ...BROWSER_FLAGS.filter((flag) => flag !== '--no-sandbox'),
        '--js-flags=--max-old-space-size=512',
        // Packets that pass the proxy by, which sees only HTTP.
        '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
        '--dns-prefetch-disable',
      ],
    });
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw new NoIsolatedBrowser(`Chromium does not start in its sandbox (${reason})`);
  }
}
