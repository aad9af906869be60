import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';
import { ensureBrowser } from '../../testing/browser';
import type { Offer } from '../needs';
import type { Registry } from '../registry';
import { startGateSite, tokenOf } from './gate-site';
import type { ShellSource } from './shell-source';

const SCREEN_LIMIT_MS = 15_000;
/** A screen is whole when it has asked for nothing for so long: it may come in a chunk of its own. */
const AT_REST_MS = 300;
const DEFAULT_ROLE = 'ROLE_ADMIN';
/** Where the shell leads whoever may not open a screen (design §4). */
const HOME = '/home';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

/** One route as a remote exposes it. */
export interface Claim {
  readonly path: string;
  readonly roles?: readonly string[];
}

interface BootOptions {
  readonly shell: ShellSource;
  readonly storeRoot: string;
  /** The live document as it would be. */
  readonly registry: Registry;
  readonly candidate: string;
}

/**
 * Boots the shell in Chromium with the candidate and every other active remote that the shell has a screen for: each must
 * expose its routes, no two may claim one path, and every screen of the candidate must mount. Answers the first fault as a
 * readable line, or null.
 */
export async function boot(options: BootOptions): Promise<string | null> {
  const { shell, storeRoot, registry } = options;
  const site = await startGateSite({ shell, storeRoot, registry: activeAlone(registry) });
  try {
    const browser = await openBrowser();
    try {
      return await firstFault(browser, site.origin, options);
    } finally {
      await browser.close();
    }
  } finally {
    await site.close();
  }
}

async function firstFault(
  browser: Browser,
  origin: string,
  { shell, registry, candidate }: BootOptions,
): Promise<string | null> {
  const claims = new Map<string, readonly Claim[]>();
  const others = Object.keys(registry.remotes).filter((name) => name !== candidate);
  for (const name of [candidate, ...others]) {
    const first = screensOf(shell.offer, name)[0];
    if (first === undefined) {
      if (name === candidate) return `the shell's route table gives ${name} no screen`;
      // New and not in this shell yet, or retired: no page of it loads that remote.
      continue;
    }
    const visit = await visitScreen(browser, origin, name, { path: first });
    if (visit.fault !== null)
      return name === candidate ? visit.fault : `with it, ${name} breaks: ${visit.fault}`;
    claims.set(name, visit.claims);
  }
  const collision = collisionOf(claims, candidate, shell.offer);
  if (collision !== null) return collision;
  for (const claim of claims.get(candidate) ?? []) {
    const { fault } = await visitScreen(browser, origin, candidate, claim);
    if (fault !== null) return fault;
  }
  return null;
}

async function openBrowser(): Promise<Browser> {
  const { CHROME_PATH } = await ensureBrowser();
  return chromium.launch({
    args: FLAGS,
    ...(CHROME_PATH === undefined ? {} : { executablePath: CHROME_PATH }),
  });
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

function collisionOf(
  claims: ReadonlyMap<string, readonly Claim[]>,
  candidate: string,
  offer: Offer,
): string | null {
  const own = (claims.get(candidate) ?? []).map(({ path }) => path);
  for (const path of own) {
    const owner = offer.screens.find((screen) => screen.path === path)?.remote;
    const rival = [...claims].find(
      ([name, of]) => name !== candidate && of.some((claim) => claim.path === path),
    );
    if (owner !== undefined && owner !== candidate)
      return `it claims ${path}, which the shell gives to ${owner}`;
    if (rival !== undefined) return `it claims ${path}, which ${rival[0]} claims too`;
    if (owner === undefined) return `it claims ${path}, which the shell's route table does not have`;
  }
  const missing = screensOf(offer, candidate).find((path) => !own.includes(path));
  return missing === undefined ? null : `it has no screen for ${missing}`;
}

interface Visit {
  readonly fault: string | null;
  readonly claims: readonly Claim[];
}

/** Opens a screen as one who may: which roles may, only the remote itself says once it is loaded. */
async function visitScreen(browser: Browser, origin: string, name: string, claim: Claim): Promise<Visit> {
  const role = claim.roles?.[0] ?? DEFAULT_ROLE;
  const context = await signedIn(browser, origin, role);
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(`uncaught ${error.message}`));
  const atRest = watchCalls(page);
  try {
    await page.goto(`${origin}${claim.path.replace(/:[^/]+/g, '1')}`, { waitUntil: 'commit' });
    const state = await settledState(page, name, claim.path, atRest);
    if (state === 'led away') {
      const own = (await claimsOf(page, name)).find(({ path }) => path === claim.path);
      if (claim.roles === undefined && own?.roles?.[0] !== undefined)
        return await visitScreen(browser, origin, name, own);
      return { fault: `its screen ${claim.path} leads ${role} to ${HOME}`, claims: [] };
    }
    const uncaught = said.find((line) =>
      /^uncaught |Content Security Policy|integrity|ChunkLoadError/.test(line),
    );
    if (state !== 'ready' || uncaught !== undefined) {
      const why =
        uncaught ??
        said.find((line) => line.startsWith('remotes:')) ??
        `no screen within ${SCREEN_LIMIT_MS / 1000} s`;
      return { fault: `its screen ${claim.path} does not mount: ${oneLine(why)}`, claims: [] };
    }
    return { fault: null, claims: await claimsOf(page, name) };
  } finally {
    await context.close();
  }
}

async function signedIn(browser: Browser, origin: string, role: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, locale: 'fr-TN' });
  await context.addInitScript((token) => sessionStorage.setItem('token', token), tokenOf(role));
  return context;
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
async function settledState(
  page: Page,
  name: string,
  path: string,
  atRest: () => Promise<void>,
): Promise<string> {
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

/** The routes a loaded remote exposes, as the page's own federation runtime has them. */
const claimsOf = (page: Page, name: string): Promise<Claim[]> =>
  page.evaluate(async (remote) => {
    interface Runtime {
      loadRemote(id: string): Promise<{ routes: { path: string; roles?: readonly string[] }[] }>;
    }
    const { __FEDERATION__ } = globalThis as unknown as { __FEDERATION__: { __INSTANCES__: Runtime[] } };
    const loaded = await __FEDERATION__.__INSTANCES__[0]?.loadRemote(`${remote}/routes`);
    return (loaded?.routes ?? []).map(({ path, roles }) => ({
      path,
      ...(roles === undefined ? {} : { roles }),
    }));
  }, name);

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 240);
