import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { ensureBrowser } from '../../testing/browser';
import type { Offer } from '../needs';
import type { Registry } from '../registry';
import { startGateSite, tokenOf } from './gate-site';
import type { ShellSource } from './shell-source';

const SCREEN_LIMIT_MS = 15_000;
const DEFAULT_ROLE = 'ROLE_ADMIN';
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
  const site = await startGateSite({ shell, storeRoot, registry: withoutFallbacks(registry) });
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

/** The previous version must not step in for the candidate here. */
const withoutFallbacks = (registry: Registry): Registry => ({
  ...registry,
  remotes: Object.fromEntries(
    Object.entries(registry.remotes).map(([name, remote]) => [name, { ...remote, previous: null }]),
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

async function visitScreen(browser: Browser, origin: string, name: string, claim: Claim): Promise<Visit> {
  const role = claim.roles?.[0] ?? DEFAULT_ROLE;
  const context = await signedIn(browser, origin, role);
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(`uncaught ${error.message}`));
  try {
    await page.goto(`${origin}${claim.path.replace(/:[^/]+/g, '1')}`, { waitUntil: 'commit' });
    const state = await settledState(page, name);
    const uncaught = said.find((line) => /^uncaught |Content Security Policy|integrity/.test(line));
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

/** What the shell's region of a remote has become: the shell marks it while it loads, and when it failed. */
async function settledState(page: Page, name: string): Promise<string> {
  const region = page.locator(`[data-remote="${name}"]`);
  const settled = page.locator(`[data-remote="${name}"]:is([data-state="ready"], [data-state="failed"])`);
  try {
    await settled.first().waitFor({ state: 'attached', timeout: SCREEN_LIMIT_MS });
    // Effects of the first picture may still bring it down.
    await page.waitForTimeout(300);
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
