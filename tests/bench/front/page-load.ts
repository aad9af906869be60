import type { Browser, CDPSession, Page } from '@playwright/test';

/** Slow 4G as Lighthouse's mobile preset has it: 150 ms, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWDOWN = 4;
/** How long the page is measured after its load event. */
const SETTLE_MS = 2_500;

export interface SignedInUser {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly user: unknown;
}

/** A browser, and the address of a served product with the user who is signed in there. */
export interface Visit {
  readonly browser: Browser;
  readonly url: string;
  readonly user: SignedInUser | null;
}

/** The cost of one page load: times in ms since navigation, transferred bytes. */
export interface PageLoad {
  readonly lcpMs: number;
  readonly tbtMs: number;
  /** Scripts requested before the route was painted. */
  readonly scriptBytes: number;
  /** The longest chain of documents, scripts and styles requested before the route was painted. */
  readonly depth: number;
}

export async function signIn(url: string, username: string, password: string): Promise<SignedInUser> {
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!answer.ok) throw new Error(`${username} cannot sign in at ${url}: ${answer.status}`);
  return (await answer.json()) as SignedInUser;
}

/** Runs `work` on an empty page of a browser context with an empty cache, signed in. */
export async function withPage<Result>(
  { browser, user }: Visit,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, locale: 'fr-TN' });
  try {
    const page = await context.newPage();
    if (user !== null)
      await page.addInitScript((stored) => {
        sessionStorage.setItem('token', stored.accessToken);
        sessionStorage.setItem('refreshToken', stored.refreshToken);
        localStorage.setItem('isLogged', 'true');
        localStorage.setItem('user', JSON.stringify(stored.user));
      }, user);
    return await work(page);
  } finally {
    await context.close();
  }
}

export async function throttle(page: Page, { network = true } = {}): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  if (network) await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return session;
}

interface Seen {
  readonly url: string;
  readonly type: string;
  readonly startedAt: number;
  readonly by: string | undefined;
  bytes: number;
}

/** What the page logs once its route is painted. */
const PAINTED = 'bench: painted';

/** The page's observers, as a string, because the compiler would add helper calls to a function. */
const watchPage = (painted: string): string => `
  const marks = (window.benchMarks = { lcp: 0, tbt: 0, paintedAt: 0 });
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => (marks.lcp = entry.startTime));
  watch('longtask', (entry) => (marks.tbt += Math.max(0, entry.duration - 50)));
  (function look() {
    if (document.querySelector(${JSON.stringify(painted)}) === null) return requestAnimationFrame(look);
    requestAnimationFrame(() => {
      marks.paintedAt = Date.now() / 1000;
      console.debug(${JSON.stringify(PAINTED)});
    });
  })();`;

function recordRequests(session: CDPSession): ReadonlyMap<string, Seen> {
  const seen = new Map<string, Seen>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime, initiator }) => {
    const by = initiator.type === 'script' ? initiator.stack?.callFrames.at(-1)?.url : initiator.url;
    seen.set(requestId, { url: request.url, type: type ?? 'Other', startedAt: wallTime, by, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = seen.get(requestId);
    if (request !== undefined) request.bytes = encodedDataLength;
  });
  return seen;
}

type Marks = Record<'lcp' | 'tbt' | 'paintedAt', number>;
const isScript = ({ url }: Seen): boolean => /\.js(\?|$)/.test(url);
const isCode = (request: Seen): boolean =>
  request.type === 'Document' || isScript(request) || /\.css(\?|$)/.test(request.url);

interface Load extends Visit {
  readonly path: string;
  /** Selects an element that the route shows. */
  readonly painted: string;
  /** The browser was here before, and has the files and the service worker. */
  readonly isLater?: boolean;
}

/** Opens a page until its files are in the cache and its service worker waits. */
async function visitBefore(page: Page, address: string, painted: string): Promise<void> {
  await page.goto(address);
  await page.locator(painted).first().waitFor();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

/** Loads a path once on a simulated old phone with slow 4G. */
export const measureLoad = ({ path, painted, isLater = false, ...visit }: Load) =>
  withPage(visit, async (page): Promise<PageLoad> => {
    if (isLater) await visitBefore(page, visit.url + path, painted);
    await page.addInitScript({ content: watchPage(painted) });
    const seen = recordRequests(await throttle(page));
    // Waiting for an element runs code of Playwright in the page, for 150 ms on the slow processor.
    const isPainted = page.waitForEvent('console', (message) => message.text() === PAINTED);
    await page.goto(visit.url + path, { waitUntil: 'load' });
    await isPainted;
    await page.waitForTimeout(SETTLE_MS);
    const marks = await page.evaluate(() => (window as unknown as { benchMarks: Marks }).benchMarks);
    const beforePaint = [...seen.values()].filter(({ startedAt }) => startedAt <= marks.paintedAt);
    // A preloaded file is requested twice, the second time from the cache.
    const code = beforePaint.filter(
      (request, index) =>
        isCode(request) && beforePaint.findIndex(({ url }) => url === request.url) === index,
    );
    return {
      lcpMs: marks.lcp,
      tbtMs: marks.tbt,
      scriptBytes: code.filter(isScript).reduce((sum, { bytes }) => sum + bytes, 0),
      depth: depthOf(code),
    };
  });

/** The longest chain of initiators; the document has depth 1. */
function depthOf(requests: readonly Seen[]): number {
  const byUrl = new Map(requests.map((request) => [request.url, request]));
  const depthAt = (request: Seen, chain: readonly Seen[]): number => {
    const parent = request.by === undefined ? undefined : byUrl.get(request.by);
    if (parent !== undefined && parent !== request && !chain.includes(parent))
      return depthAt(parent, [...chain, request]) + 1;
    return request.type === 'Document' ? 1 : 2;
  };
  return Math.max(0, ...requests.map((request) => depthAt(request, [])));
}
