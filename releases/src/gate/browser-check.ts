import { chromium, type Browser, type Page, type Request } from 'playwright-core';
import { ensureBrowser, launchOptions } from '@palier/scripts/testing/browser';
import type { Offer } from '../needs';
import type { Registry } from '../registry';
import { startGateSite, tokenOf } from './test-site';
import { claimsOf, missingName, type Claim, type Uses } from './federation-runtime';
import type { ShellSource } from './shell-source';

const SCREEN_LIMIT_MS = 15_000;
/** A screen is whole when it has asked for nothing for so long: it may come in a chunk of its own. */
const AT_REST_MS = 300;
const DEFAULT_ROLE = 'ROLE_ADMIN';
/** Where the shell leads whoever may not open a screen (section 4 of docs/design.md). */
const HOME = '/home';

interface BootOptions {
  readonly shell: ShellSource;
  readonly storeRoot: string;
  /** The live document as it would be. */
  readonly registry: Registry;
  readonly candidate: string;
  /** The names that the candidate imports of each shared library. */
  readonly uses: Uses;
  /** Users have the candidate already: it may claim what this shell gives to another. */
  readonly isInUse: boolean;
}

/**
 * Boots the shell in Chromium with the candidate: each of its screens that the shell has must mount, and every other active
 * remote must still mount after it in the same page. Answers the first fault as a readable line, or null.
 */
export async function boot(options: BootOptions): Promise<string | null> {
  const { shell, storeRoot, registry } = options;
  const site = await startGateSite({ shell, storeRoot, registry: activeAlone(registry) });
  const release = await holdBrowser();
  try {
    return await firstFault(await shared!, site.origin, options);
  } finally {
    await release();
    await site.close();
  }
}

let shared: Promise<Browser> | null = null;
let holders = 0;

/** Keeps one browser open for all checks until the returned function is called. */
export async function holdBrowser(): Promise<() => Promise<void>> {
  holders += 1;
  shared ??= ensureBrowser().then((found) => chromium.launch(launchOptions(found)));
  const browser = await shared.catch((error: unknown) => {
    holders -= 1;
    shared = null;
    throw error;
  });
  return async () => {
    holders -= 1;
    if (holders > 0) return;
    shared = null;
    await browser.close();
  };
}

async function firstFault(
  browser: Browser,
  origin: string,
  { shell, registry, candidate, uses, isInUse }: BootOptions,
): Promise<string | null> {
  const own = screensOf(shell.offer, candidate);
  const [first] = own;
  if (first === undefined)
    return `the shell's route table gives ${candidate} no screen; the next shell does that, whose folder --shell may name`;
  const visit = await visitScreen(browser, origin, candidate, { path: first }, uses);
  const fault =
    visit.fault ??
    (isInUse ? null : foreignClaim(visit.claims, candidate, shell.offer)) ??
    missingScreen(visit.claims, own);
  if (fault !== null) return fault;
  for (const claim of visit.claims.filter(({ path }) => path !== first && own.includes(path))) {
    const { fault: ofScreen } = await visitScreen(browser, origin, candidate, claim);
    if (ofScreen !== null) return ofScreen;
  }
  const screen = visit.claims.find(({ path }) => path === first) ?? { path: first };
  const others = Object.keys(registry.remotes).flatMap((name) => {
    // New and not in this shell yet, or retired: no page of it loads that remote.
    const path = name === candidate ? undefined : screensOf(shell.offer, name)[0];
    return path === undefined ? [] : [{ name, path }];
  });
  for (const { name, path, fault: why } of await brokenBeside(browser, origin, candidate, screen, others))
    // What is broken without the candidate too is not its fault, and must not hold its team up.
    if ((await visitScreen(browser, origin, name, { path })).fault === null)
      return `with it, ${name} breaks: ${why}`;
  return null;
}

/** Neither may the previous version step in for the candidate here, nor the canary of another remote for what most users have. */
const activeAlone = (registry: Registry): Registry => ({
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

function foreignClaim(claims: readonly Claim[], candidate: string, { screens }: Offer): string | null {
  const isClaimed = (path: string): boolean => claims.some((claim) => claim.path === path);
  const foreign = screens.find(({ path, remote }) => remote !== candidate && isClaimed(path));
  return foreign === undefined
    ? null
    : `it claims ${foreign.path}, which the shell gives to ${foreign.remote}`;
}

function missingScreen(claims: readonly Claim[], own: readonly string[]): string | null {
  const missing = own.find((path) => !claims.some((claim) => claim.path === path));
  return missing === undefined ? null : `it has no screen for ${missing}`;
}

interface Visit {
  readonly fault: string | null;
  readonly claims: readonly Claim[];
}

/** Opens a screen as one who may: which roles may, only the remote itself says once it is loaded. */
async function visitScreen(
  browser: Browser,
  origin: string,
  name: string,
  claim: Claim,
  uses: Uses = {},
): Promise<Visit> {
  const { path, roles } = claim;
  const role = roleFor(claim);
  const visit = await inTab(browser, origin, role, async (tab): Promise<Visit | Claim> => {
    await open(tab, path);
    const state = await settledState(tab, name, path);
    if (state === 'led away') {
      const own = (await claimsOf(tab.page, name)).find((one) => one.path === path);
      if (roles === undefined && own?.roles?.[0] !== undefined) return own;
      return { fault: `its screen ${path} leads ${role} to ${HOME}`, claims: [] };
    }
    // Asked first: a name that is not there is why a screen does not mount, or why a button would do nothing. A page that
    // stands still would never answer.
    const missing = state === 'absent' ? null : await missingName(tab.page, uses);
    const fault = missing ?? faultOf(tab, path, state);
    return { fault, claims: fault === null ? await claimsOf(tab.page, name) : [] };
  });
  return 'path' in visit ? visitScreen(browser, origin, name, visit, uses) : visit;
}

interface Screen {
  readonly name: string;
  readonly path: string;
}

/** Goes on from the candidate's screen to others without a new page; answers those that do not mount then, and why. */
const brokenBeside = (
  browser: Browser,
  origin: string,
  candidate: string,
  screen: Claim,
  others: readonly Screen[],
): Promise<(Screen & { readonly fault: string })[]> =>
  inTab(browser, origin, roleFor(screen), async (tab) => {
    await open(tab, screen.path);
    await settledState(tab, candidate, screen.path);
    const broken = [];
    for (const other of others) {
      tab.said.length = 0;
      await tab.page.evaluate((path) => {
        window.history.pushState(null, '', path);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }, other.path);
      const state = await settledState(tab, other.name, other.path);
      const fault = state === 'led away' ? null : faultOf(tab, other.path, state);
      if (fault !== null) broken.push({ ...other, fault });
    }
    return broken;
  });

interface Tab {
  readonly page: Page;
  /** What it wrote to the console as errors, and what nobody caught. */
  readonly said: string[];
  /** Waits until the page has asked for nothing for a moment. */
  readonly atRest: () => Promise<void>;
}

const roleFor = ({ roles }: Claim): string => roles?.[0] ?? DEFAULT_ROLE;

/** Gives `use` a tab in which `role` is signed in. */
async function inTab<Result>(
  browser: Browser,
  origin: string,
  role: string,
  use: (tab: Tab) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ baseURL: origin, locale: 'fr-TN' });
  try {
    await context.addInitScript((token) => sessionStorage.setItem('token', token), tokenOf(role));
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(`uncaught ${error.message}`));
    return await use({ page, said, atRest: watchCalls(page) });
  } finally {
    await context.close();
  }
}

const open = ({ page }: Tab, path: string): Promise<unknown> =>
  page.goto(path.replace(/:[^/]+/g, '1'), { waitUntil: 'commit' });

/** Why a screen that has become `state` does not stand, or null. */
function faultOf({ said }: Tab, path: string, state: string): string | null {
  const uncaught = said.find((line) =>
    /^uncaught |Content Security Policy|integrity|ChunkLoadError/.test(line),
  );
  if (state === 'ready' && uncaught === undefined) return null;
  const why =
    uncaught ??
    said.find((line) => line.startsWith('remotes:')) ??
    `no screen within ${SCREEN_LIMIT_MS / 1000} s`;
  return `its screen ${path} does not mount: ${oneLine(why)}`;
}

/** Answers a function that waits until the page has asked for nothing for a moment of its own, or the limit is over. */
function watchCalls(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let asked = 0;
  page.on('request', (request) => {
    asked += 1;
    underWay.add(request);
  });
  const end = (request: Request): boolean => underWay.delete(request);
  page.on('requestfinished', end).on('requestfailed', end);
  // By the page's clock: on a busy machine a moment of ours is none of the page's, which had no turn to ask.
  const pause = (): Promise<boolean> =>
    page
      .evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), AT_REST_MS)
      .then(
        () => true,
        () => false,
      );
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, SCREEN_LIMIT_MS, false);
    });
    for (let before = -1; underWay.size > 0 || asked !== before;) {
      before = asked;
      if (!(await Promise.race([pause(), limit]))) break;
    }
    clearTimeout(timer);
  };
}

/**
 * What the shell's region of a remote has become: the shell marks it while it loads, and when it failed. `led away`: the
 * shell went to /home instead, as for a role that may not open the screen.
 */
async function settledState({ page, atRest }: Tab, name: string, path: string): Promise<string> {
  const region = page.locator(`[data-remote="${name}"]`);
  const settled = page.locator(`[data-remote="${name}"]:is([data-state="ready"], [data-state="failed"])`);
  const timeout = SCREEN_LIMIT_MS;
  try {
    await Promise.any([
      settled.first().waitFor({ state: 'attached', timeout }),
      ...(path === HOME ? [] : [page.waitForURL(`**${HOME}`, { timeout, waitUntil: 'commit' })]),
    ]);
    // Effects of the first picture may still bring it down, and so may a part that comes late.
    await atRest();
    if (path !== HOME && new URL(page.url()).pathname === HOME) return 'led away';
    return (await region.first().getAttribute('data-state')) ?? 'absent';
  } catch {
    return 'absent';
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 240);
