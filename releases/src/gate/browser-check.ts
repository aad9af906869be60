import { chromium, type Browser, type Page, type Request } from 'playwright-core';
import { ensureBrowser, launchOptions } from '@palier/scripts/testing/browser';
import type { Offer } from '../needs';
import type { Registry } from '../registry';
import { startTestSite, tokenOf } from './test-site';
import { findMissingName, routesOf, type ImportedNames, type RemoteRoute } from './federation-runtime';
import type { ShellSource } from './shell-source';

const SCREEN_LIMIT_MS = 15_000;
/** A mounted screen may load further chunks: the check waits until the page has sent no request for this time. */
const IDLE_MS = 300;
const DEFAULT_ROLE = 'ROLE_ADMIN';
/** The shell redirects here from a screen that the role may not open (section 4 of docs/design.md). */
const HOME = '/home';

interface BrowserCheckOptions {
  readonly shell: ShellSource;
  readonly storeRoot: string;
  /** The registry with the candidate in it. */
  readonly registry: Registry;
  readonly candidate: string;
  /** The names that the candidate imports from each shared library. */
  readonly uses: ImportedNames;
  /** Users have the candidate already, so the candidate may have paths that this shell gives to another remote. */
  readonly isInUse: boolean;
  /** The time limit for the mount of a screen. Default: SCREEN_LIMIT_MS. */
  readonly screenLimitMs?: number | undefined;
}

/** A browser, the test site that it opens, and the time limit for each screen. */
interface Visitor {
  readonly browser: Browser;
  readonly origin: string;
  readonly limitMs: number;
}

/**
 * Runs the shell with the candidate in Chromium: each screen of the candidate must mount, and every other active remote must still
 * mount after it in the same page. Returns the first fault as one line, or null.
 */
export async function findBrowserFault(options: BrowserCheckOptions): Promise<string | null> {
  const { shell, storeRoot, registry } = options;
  const site = await startTestSite({ shell, storeRoot, registry: onlyActive(registry) });
  const releaseBrowser = await holdBrowser();
  try {
    const { screenLimitMs: limitMs = SCREEN_LIMIT_MS } = options;
    return await findFirstFault({ browser: await sharedBrowser!, origin: site.origin, limitMs }, options);
  } finally {
    await releaseBrowser();
    await site.close();
  }
}

let sharedBrowser: Promise<Browser> | null = null;
let holders = 0;

/** Keeps one browser open for all checks until the returned function is called. */
export async function holdBrowser(): Promise<() => Promise<void>> {
  holders += 1;
  sharedBrowser ??= ensureBrowser().then((found) => chromium.launch(launchOptions(found)));
  const browser = await sharedBrowser.catch((error: unknown) => {
    holders -= 1;
    sharedBrowser = null;
    throw error;
  });
  return async () => {
    holders -= 1;
    if (holders > 0) return;
    sharedBrowser = null;
    await browser.close();
  };
}

async function findFirstFault(
  visitor: Visitor,
  { shell, registry, candidate, uses, isInUse }: BrowserCheckOptions,
): Promise<string | null> {
  const own = screensOf(shell.offer, candidate);
  const [first] = own;
  if (first === undefined)
    return `the shell's route table has no screen of ${candidate}; give a shell that has one with --shell`;
  const visit = await visitScreen(visitor, candidate, { path: first }, uses);
  const fault =
    visit.fault ??
    (isInUse ? null : findForeignRoute(visit.routes, candidate, shell.offer)) ??
    findMissingScreen(visit.routes, own);
  if (fault !== null) return fault;
  for (const route of visit.routes.filter(({ path }) => path !== first && own.includes(path))) {
    const { fault: ofScreen } = await visitScreen(visitor, candidate, route);
    if (ofScreen !== null) return ofScreen;
  }
  const screen = visit.routes.find(({ path }) => path === first) ?? { path: first };
  const others = Object.keys(registry.remotes).flatMap((name) => {
    // A remote without a screen in this shell is never loaded by it.
    const path = name === candidate ? undefined : screensOf(shell.offer, name)[0];
    return path === undefined ? [] : [{ name, path }];
  });
  for (const { name, path, fault: why } of await findFaultsAfterCandidate(visitor, candidate, screen, others))
    // A remote that also fails without the candidate does not block it.
    if ((await visitScreen(visitor, name, { path })).fault === null) return `with it, ${name} breaks: ${why}`;
  return null;
}

/** Without previous versions, which would replace a failing candidate, and without canaries of other remotes. */
const onlyActive = (registry: Registry): Registry => ({
  ...registry,
  remotes: Object.fromEntries(
    Object.entries(registry.remotes).map(([name, remote]) => [
      name,
      { ...remote, previous: null, canary: null },
    ]),
  ),
});

const screensOf = ({ screens }: Offer, name: string): string[] =>
  screens.filter(({ remote }) => remote === name).map(({ path }) => path);

function findForeignRoute(
  routes: readonly RemoteRoute[],
  candidate: string,
  { screens }: Offer,
): string | null {
  const paths = new Set(routes.map(({ path }) => path));
  const foreign = screens.find(({ path, remote }) => remote !== candidate && paths.has(path));
  return foreign === undefined
    ? null
    : `it claims ${foreign.path}, which the shell gives to ${foreign.remote}`;
}

function findMissingScreen(routes: readonly RemoteRoute[], own: readonly string[]): string | null {
  const missing = own.find((path) => !routes.some((route) => route.path === path));
  return missing === undefined ? null : `it has no screen for ${missing}`;
}

interface Visit {
  readonly fault: string | null;
  readonly routes: readonly RemoteRoute[];
}

/** Opens a screen. Its roles are known only once the remote is loaded: after a redirect, the screen is opened again with one of them. */
async function visitScreen(
  visitor: Visitor,
  name: string,
  route: RemoteRoute,
  uses: ImportedNames = {},
): Promise<Visit> {
  const { path, roles } = route;
  const role = roleFor(route);
  const visit = await inTab(visitor, role, async (tab): Promise<Visit | RemoteRoute> => {
    await open(tab, path);
    const state = await settledState(tab, name, path);
    if (state === 'redirected') {
      const own = (await routesOf(tab.page, name)).find((exposed) => exposed.path === path);
      if (roles === undefined && own?.roles?.[0] !== undefined) return own;
      return { fault: `its screen ${path} redirects ${role} to ${HOME}`, routes: [] };
    }
    // Checked first: a missing name may be why the screen does not mount. Not in an absent state: a frozen page never answers.
    const missing = state === 'absent' ? null : await findMissingName(tab.page, uses);
    const fault = missing ?? faultOf(tab, path, state);
    return { fault, routes: fault === null ? await routesOf(tab.page, name) : [] };
  });
  return 'path' in visit ? visitScreen(visitor, name, visit, uses) : visit;
}

interface Screen {
  readonly name: string;
  readonly path: string;
}

/** Navigates from the candidate's screen to others in the same page; returns the screens that do not mount, and why. */
const findFaultsAfterCandidate = (
  visitor: Visitor,
  candidate: string,
  screen: RemoteRoute,
  others: readonly Screen[],
): Promise<(Screen & { readonly fault: string })[]> =>
  inTab(visitor, roleFor(screen), async (tab) => {
    await open(tab, screen.path);
    await settledState(tab, candidate, screen.path);
    const broken = [];
    for (const other of others) {
      tab.errors.length = 0;
      await tab.page.evaluate((path) => {
        window.history.pushState(null, '', path);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }, other.path);
      const state = await settledState(tab, other.name, other.path);
      const fault = state === 'redirected' ? null : faultOf(tab, other.path, state);
      if (fault !== null) broken.push({ ...other, fault });
    }
    return broken;
  });

interface Tab {
  readonly page: Page;
  /** Errors on the console, and uncaught ones. */
  readonly errors: string[];
  readonly untilIdle: () => Promise<void>;
  readonly limitMs: number;
}

const roleFor = ({ roles }: RemoteRoute): string => roles?.[0] ?? DEFAULT_ROLE;

/** Runs `use` in a tab in which `role` is signed in. */
async function inTab<Result>(
  { browser, origin, limitMs }: Visitor,
  role: string,
  use: (tab: Tab) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ baseURL: origin, locale: 'fr-TN' });
  try {
    await context.addInitScript((token) => sessionStorage.setItem('token', token), tokenOf(role));
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(`uncaught ${error.message}`));
    return await use({ page, errors, untilIdle: watchRequests(page, limitMs), limitMs });
  } finally {
    await context.close();
  }
}

const open = ({ page }: Tab, path: string): Promise<unknown> =>
  page.goto(path.replace(/:[^/]+/g, '1'), { waitUntil: 'commit' });

/** Why a screen in `state` did not mount, or null. */
function faultOf({ errors, limitMs }: Tab, path: string, state: string): string | null {
  const uncaught = errors.find((line) =>
    /^uncaught |Content Security Policy|integrity|ChunkLoadError/.test(line),
  );
  if (state === 'ready' && uncaught === undefined) return null;
  const why =
    uncaught ?? errors.find((line) => line.startsWith('remotes:')) ?? `no screen within ${limitMs / 1000} s`;
  return `its screen ${path} does not mount: ${oneLine(why)}`;
}

/** Returns a function that waits until the page has sent no request for `IDLE_MS`, at most for the limit. */
function watchRequests(page: Page, limitMs: number): () => Promise<void> {
  const pending = new Set<Request>();
  let requestCount = 0;
  page.on('request', (request) => {
    requestCount += 1;
    pending.add(request);
  });
  const end = (request: Request): boolean => pending.delete(request);
  page.on('requestfinished', end).on('requestfailed', end);
  // Timed in the page: on a busy machine a timer here may end before the page has run at all.
  const pause = (): Promise<boolean> =>
    page
      .evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), IDLE_MS)
      .then(
        () => true,
        () => false,
      );
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, limitMs, false);
    });
    for (let before = -1; pending.size > 0 || requestCount !== before;) {
      before = requestCount;
      if (!(await Promise.race([pause(), limit]))) break;
    }
    clearTimeout(timer);
  };
}

/** The state of a remote's region: `ready` or `failed` as the shell marks it, `redirected` to /home, or `absent`. */
async function settledState(
  { page, untilIdle, limitMs: timeout }: Tab,
  name: string,
  path: string,
): Promise<string> {
  const region = page.locator(`[data-remote="${name}"]`);
  const settled = page.locator(`[data-remote="${name}"]:is([data-state="ready"], [data-state="failed"])`);
  try {
    await Promise.any([
      settled.first().waitFor({ state: 'attached', timeout }),
      ...(path === HOME ? [] : [page.waitForURL(`**${HOME}`, { timeout, waitUntil: 'commit' })]),
    ]);
    // Effects or later chunks may still fail.
    await untilIdle();
    if (path !== HOME && new URL(page.url()).pathname === HOME) return 'redirected';
    return (await region.first().getAttribute('data-state')) ?? 'absent';
  } catch {
    return 'absent';
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 240);
