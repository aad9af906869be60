import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SetupError } from '../command';
import { ROOT } from '../paths';
import { installFromDebian } from './debian';
import { findProgram } from './find-program';
import { runNode } from './run';

// Debian's headless shell first: it starts a page in a third of the time of the whole browser.
const KNOWN_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Flags of every Chromium that a command starts: no sandbox, which containers lack (the release gate leaves
 * this flag out), and no background requests.
 */
export const BROWSER_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How Playwright launches the browser that `ensureBrowser` found. */
export const launchOptions = ({
  CHROME_PATH,
}: NodeJS.ProcessEnv): { args: string[]; executablePath?: string } => ({
  args: [...BROWSER_FLAGS],
  ...(CHROME_PATH === undefined ? {} : { executablePath: CHROME_PATH }),
});

/**
 * The Chromium that CHROME_PATH names or this machine has, or null. Throws a SetupError when CHROME_PATH
 * names no file.
 */
export function installedBrowser(): string | null {
  const named = process.env.CHROME_PATH;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new SetupError(`CHROME_PATH names ${named}, which is not there.`, 'Correct it, or unset it.');
  }
  return KNOWN_PLACES.find((place) => existsSync(place)) ?? null;
}

/**
 * The environment that names the browser for Playwright: the system's Chromium, else Playwright's own.
 * Installs a browser if there is none. Throws a SetupError when the installation fails.
 */
export async function ensureBrowser(): Promise<NodeJS.ProcessEnv> {
  let path = installedBrowser();
  // iproute2: the worker of the release gate brings the loopback of its network up with `ip`.
  const isMissing = path === null || findProgram('ip') === null;
  if (
    isMissing &&
    (await installFromDebian(['chromium-headless-shell', 'iproute2'], 'Chromium and iproute2'))
  )
    path = installedBrowser();
  if (path !== null) return { CHROME_PATH: path };
  console.log("Installing Playwright's Chromium (once) …");
  const require = createRequire(join(ROOT, 'tests/e2e/package.json'));
  const cli = join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
  const { code, output } = await runNode([cli, 'install', 'chromium']);
  if (code === 0) return {};
  const lines = output.trim().split('\n');
  const cause = lines.findLast((line) => line.startsWith('Error: ')) ?? lines.at(-1);
  throw new SetupError(
    `A browser is needed here, and none could be installed: ${cause ?? ''}`,
    'Install Chromium (Debian, as root: apt-get install chromium) or Chrome, or name one in CHROME_PATH.',
  );
}
