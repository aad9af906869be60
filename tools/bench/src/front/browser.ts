import { chromium, type Browser } from '@playwright/test';
import { BROWSER_FLAGS, ensureBrowser } from '@palier/scripts/testing/browser';

/** A headless browser, with a debugging port for Lighthouse. */
export async function openBrowser({ debuggingPort }: { debuggingPort?: number } = {}): Promise<Browser> {
  const { CHROME_PATH } = await ensureBrowser();
  return chromium.launch({
    ...(CHROME_PATH === undefined ? {} : { executablePath: CHROME_PATH }),
    args: [
      ...BROWSER_FLAGS,
      ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
    ],
  });
}
