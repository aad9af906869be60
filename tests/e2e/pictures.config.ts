import path from 'node:path';
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/**
 * The pictures of all screens, against a product of their own: other journeys would add accounts and
 * movements. `npm run pictures -w tests/e2e` compares them with the approved ones, and
 * `-- --update-snapshots` approves what differs. `npm run browsers -w tests/e2e` opens every screen in the
 * Firefox and the WebKit of this machine (decisions 0125 and 0128).
 */
export default defineConfig({
  ...journeys,
  projects: [
    { name: 'ready', testMatch: 'ready.setup.ts' },
    // One worker: roles see each other's movements, whose order would change from run to run.
    { name: 'pictures', testDir: './pictures', dependencies: ['ready'], workers: 1 },
    {
      name: 'firefox',
      testDir: './browsers',
      testMatch: 'firefox.spec.ts',
      dependencies: ['ready'],
      use: {
        browserName: 'firefox',
        // Driven by WebDriver BiDi: no build of its own.
        channel: 'moz-firefox',
        launchOptions: {
          executablePath: path.join(import.meta.dirname, 'browsers/firefox-esr.mjs'),
          // Playwright's own option for reduced motion is a command that Firefox ESR does not know.
          firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
        },
      },
    },
    {
      name: 'webkit',
      testDir: './browsers',
      testMatch: 'webkit.spec.ts',
      dependencies: ['ready'],
      // Each test has a browser of its own, and two would compete for one processor.
      workers: 1,
    },
  ],
  snapshotPathTemplate: '{testDir}/approved/{arg}{ext}',
  // A state without an approved picture fails.
  updateSnapshots: 'none',
});
