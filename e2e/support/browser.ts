import { existsSync } from 'node:fs';

/** A Chromium that this machine already has; absent, Playwright's own is used. */
export const findBrowser = (): string | undefined =>
  [process.env.CHROME_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (candidate) => candidate !== undefined && existsSync(candidate),
  );
