import type { Screen } from '@palier/shared/contracts/screens';
import type { Browser, Page, Request } from 'playwright-core';
import type { Registry } from '@palier/shared/contracts/releases';
import { findMissingName, pathsOf, type ImportedNames } from './federation-runtime';
import { tokenOf, type GateJob, type ScreenFault, type ScreensOutcome } from './gate-job';
import { hiddenCallIn, hiddenCallsScript } from './hidden-calls';
import { launchBrowser } from './launch-browser';
import { limitBrowser } from './limit-browser';

const SCREEN_LIMIT_MS = 15_000;
/**
 * A mounted screen may load further chunks: the check waits until the page has sent no request for this time.
 */
const IDLE_MS = 300;
/** A page that reports errors without end must not fill the memory of this process. */
const ERRORS_KEPT = 100;
/** A message of these refuses the version. A page may write a hundred others before it, or a long address. */
const UNCAUGHT = /^uncaught |Content Security Policy|integrity|ChunkLoadError/;
const DEFAULT_ROLE = 'ROLE_ADMIN';
/** The shell redirects here from a screen that the role may not open (section 4 of docs/design.md). */
const HOME = '/home';

/** A browser, the test site that it opens, and the time limit for each screen. */
interface Visitor {
  readonly browser: Browser;
  readonly origin: string;
  readonly limitMs: number;
  /** The address of the proxy that all requests pass. */
  readonly proxy: string;
  /** What pages did by themselves that no page may, as the rest of a sentence. */
  readonly deeds: string[];
  readonly script: string;
}

/**
 * Runs the shell with the candidate in Chromium: each screen of the candidate must mount, and every other
 * active remote must still mount after it in the same page, within limits of time and memory.
 */
export async function checkScreens(job: GateJob, proxy: string): Promise<ScreensOutcome> {
  const { origin, screenLimitMs: limitMs = SCREEN_LIMIT_MS } = job;
  const { chromium } = await import('playwright-core');
  const server = await launchBrowser();
  const limits = limitBrowser(server, job.limits);
  const limitRefusal = (): ScreenFault | null =>
    limits.exceeded() === null ? null : { why: `${limits.exceeded()}`, toChange: 'remote' };
  let mayBeOfOthers = false;
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const origins = Object.values(job.registry.remotes).flatMap((remote) => remote.origin ?? []);
    const script = hiddenCallsScript([origin, ...origins]);
    const visitor: Visitor = { browser, origin, limitMs, proxy, deeds: [], script };
    let fault = await findOwnFault(visitor, job);
    if (fault === null && visitor.deeds.length === 0) {
      mayBeOfOthers = true;
      fault = await findFaultOfOthers(visitor, job);
    }
    return { fault: limitRefusal() ?? deedFault(visitor) ?? fault, mayBeOfOthers };
  } catch (error) {
    const fault = limitRefusal();
    if (fault === null) throw error;
    return { fault, mayBeOfOthers };
  } finally {
    await limits.end();
  }
}

const deedFault = ({ deeds: [deed] }: Visitor): ScreenFault | null =>
  deed === undefined ? null : { why: `it ${oneLine(deed)}`, toChange: 'remote' };

async function findOwnFault(
  visitor: Visitor,
  { registry, name, uses, without }: GateJob,
): Promise<ScreenFault | null> {
  if (without.includes(name)) return null;
  const screens = screensOf(registry, name);
  const [first] = screens;
  if (first === undefined) return { why: 'it describes no screen', toChange: 'screens' };
  const visit = await visitScreen(visitor, first, uses);
  const missing = screens.find(({ path }) => !visit.paths.includes(path));
  if (visit.fault !== null) return visit.fault;
  if (missing !== undefined)
    return { why: `it exposes no route for its screen ${missing.path}`, toChange: 'screens' };
  for (const screen of screens.slice(1)) {
    const { fault } = await visitScreen(visitor, screen);
    if (fault !== null) return fault;
  }
  return null;
}

async function findFaultOfOthers(
  visitor: Visitor,
  { registry, name, without }: GateJob,
): Promise<ScreenFault | null> {
  const [first] = screensOf(registry, name);
  const others = Object.keys(registry.remotes)
    .filter((other) => other !== name && !without.includes(other))
    .flatMap((other) => screensOf(registry, other).slice(0, 1));
  const role = roleFor(first!);
  const start = without.includes(name) ? undefined : first;
  for (const { screen, fault } of await findFaultsInOnePage(visitor, role, others, start))
    // A remote that also fails alone does not block the candidate.
    if ((await visitScreen(visitor, screen)).fault === null)
      return { why: `with it, ${screen.remote} breaks: ${fault.why}`, toChange: 'remote' };
  return null;
}

/** The screens of the active version of a remote. */
const screensOf = ({ remotes }: Registry, name: string): Screen[] => {
  const { active, versions } = remotes[name]!;
  return (versions[active]?.screens ?? []).map((screen) => ({ ...screen, remote: name }));
};

interface Visit {
  readonly fault: ScreenFault | null;
  /** The paths that the remote exposes; empty after a fault. */
  readonly paths: readonly string[];
}

/** Opens a screen as the first of its roles. */
const visitScreen = (visitor: Visitor, screen: Screen, uses: ImportedNames = {}): Promise<Visit> =>
  inTab(visitor, roleFor(screen), async (tab): Promise<Visit> => {
    await open(tab, screen.path);
    const state = await settledState(tab, screen);
    if (state === 'redirected')
      return {
        fault: {
          why: `its screen ${screen.path} redirects ${roleFor(screen)} to ${HOME}`,
          toChange: 'screens',
        },
        paths: [],
      };
    // Checked first: a missing name may be why the screen does not mount. Not in an absent state: a frozen
    // page never answers.
    const missing = state === 'absent' ? null : await findMissingName(tab.page, uses);
    const fault: ScreenFault | null =
      missing === null ? faultOf(tab, screen.path, state) : { why: missing, toChange: 'shell' };
    return { fault, paths: fault === null ? await pathsOf(tab.page, screen.remote) : [] };
  });

interface Broken {
  readonly screen: Screen;
  readonly fault: ScreenFault;
}

/**
 * Navigates from the candidate's screen to others in the same page, or among the others alone; returns the
 * screens that do not mount, and why.
 */
async function findFaultsInOnePage(
  visitor: Visitor,
  role: string,
  others: readonly Screen[],
  start = others[0],
): Promise<Broken[]> {
  if (start === undefined) return [];
  const broken: Broken[] = [];
  /** Returns how many screens it has opened: a page with a broken one may answer nothing more. */
  const openNext = (screens: readonly Screen[]): Promise<number> =>
    inTab(visitor, role, async (tab) => {
      await open(tab, start.path);
      await settledState(tab, start);
      for (const [index, screen] of screens.entries()) {
        tab.errors.length = 0;
        const state = await navigate(tab, screen.path).then(
          () => settledState(tab, screen),
          () => 'absent',
        );
        const fault = state === 'redirected' ? null : faultOf(tab, screen.path, state);
        if (fault === null) continue;
        broken.push({ screen, fault });
        return index + 1;
      }
      return screens.length;
    });
  for (let opened = 0; opened < others.length;) opened += await openNext(others.slice(opened));
  return broken;
}

/** Opens another screen in the page as a link of the shell does. */
const navigate = ({ page, limitMs: timeout }: Tab, path: string): Promise<void> =>
  page.locator('html').evaluate(
    (_root, to) => {
      window.history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    },
    withIds(path),
    { timeout },
  );

interface Tab {
  readonly page: Page;
  /** Errors on the console, and uncaught ones. */
  readonly errors: { readonly line: string; readonly isUncaught: boolean }[];
  readonly untilIdle: () => Promise<void>;
  readonly limitMs: number;
}

const roleFor = ({ roles }: Screen): string => roles?.[0] ?? DEFAULT_ROLE;

/** Runs `use` in a tab in which `role` is signed in. */
async function inTab<Result>(
  { browser, origin, limitMs, proxy, deeds, script }: Visitor,
  role: string,
  use: (tab: Tab) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'fr-TN',
    proxy: { server: proxy },
  });
  try {
    await context.addInitScript((token) => sessionStorage.setItem('token', token), tokenOf(role));
    await context.addInitScript(script);
    const page = await context.newPage();
    context.on('page', (opened) => deeds.push(`opens a window by itself: ${opened.url()}`));
    const errors: Tab['errors'] = [];
    const keep = (text: string): void => {
      const isUncaught = UNCAUGHT.test(text);
      const isFirst = isUncaught && !errors.some((known) => known.isUncaught);
      if (isFirst || errors.length < ERRORS_KEPT) errors.push({ line: oneLine(text), isUncaught });
    };
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      const text = message.text();
      const call = hiddenCallIn(text);
      if (call === null) keep(text);
      else if (deeds.length < ERRORS_KEPT) deeds.push(call);
    });
    page.on('pageerror', (error) => keep(`uncaught ${error.message}`));
    const CRASH = 'uncaught crash of the page, which mostly has used up its memory';
    page.on('crash', () => errors.unshift({ line: CRASH, isUncaught: true }));
    return await use({ page, errors, untilIdle: createIdleWait(page, limitMs), limitMs });
  } finally {
    await context.close();
  }
}

const withIds = (path: string): string => path.replace(/:[^/]+/g, '1');

const open = ({ page }: Tab, path: string): Promise<unknown> =>
  page.goto(withIds(path), { waitUntil: 'commit' });

/** Why a screen in `state` did not mount, or null. */
function faultOf({ errors, limitMs }: Tab, path: string, state: string): ScreenFault | null {
  const uncaught = errors.find(({ isUncaught }) => isUncaught);
  if (state === 'ready' && uncaught === undefined) return null;
  const error = uncaught ?? errors.find(({ line }) => line.startsWith('remotes:'));
  const why = error?.line ?? `no screen within ${limitMs / 1000} s`;
  return { why: `its screen ${path} does not mount: ${oneLine(why)}`, toChange: 'remote' };
}

/** Returns a function that waits until the page has sent no request for `IDLE_MS`, at most for the limit. */
function createIdleWait(page: Page, limitMs: number): () => Promise<void> {
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

/**
 * The state of a remote's region: `ready` or `failed` as the shell marks it, `redirected` to /home, or
 * `absent`.
 */
async function settledState(
  { page, untilIdle, limitMs: timeout }: Tab,
  { remote: name, path }: Screen,
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
    return (await region.first().getAttribute('data-state', { timeout })) ?? 'absent';
  } catch {
    return 'absent';
  }
}

const oneLine = (text: string): string => text.replace(/[\s\p{C}]+/gu, ' ').slice(0, 240);
