import { chromium, type Browser } from '@playwright/test';
import { ensureBrowser } from '../../testing/browser';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A headless browser; with a debugging port where another tool (Lighthouse) must drive it too. */
export async function openBrowser({ debuggingPort }: { debuggingPort?: number } = {}): Promise<Browser> {
  const { CHROME_PATH } = await ensureBrowser();
  return chromium.launch({
    ...(CHROME_PATH === undefined ? {} : { executablePath: CHROME_PATH }),
    args: [...FLAGS, ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`])],
  });
}
