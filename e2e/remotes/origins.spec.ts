import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { people } from '../support/people';
import { buildFaultRemote, liveRegistry, putBack, release, storeRoot } from '../support/release-store';
import {
  AGENT,
  expectOthersShow,
  expectShellStands,
  fallbackIn,
  follow,
  REMOTES,
  REPORTS,
  SLACK_MS,
} from '../support/remotes';
import { signedInPages } from '../support/signed-in-pages';

const PORT = Number(process.env.E2E_REMOTES_PORT);
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };
/** Tells the host to answer as one that allows no other origin. */
const STRANGER = 'x-stranger';
const originOf = (name: string): string => `http://${name}.localhost:${PORT}`;

let host: Server;
let before: Awaited<ReturnType<typeof liveRegistry>>;
let devBuild = '';

/** Any static host: the store's folder under /remotes/, and a developer's build at its root. */
test.beforeAll(async () => {
  test.setTimeout(240_000);
  before = await liveRegistry();
  devBuild = await buildFaultRemote('reports', { mode: 'development' });
  host = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const file = pathname.startsWith('/remotes/')
      ? path.join(storeRoot(), pathname.slice('/remotes/'.length))
      : path.join(devBuild, pathname);
    const headers = {
      'content-type': TYPES[path.extname(file)] ?? '',
      ...(request.headers[STRANGER] === undefined ? { 'access-control-allow-origin': '*' } : {}),
    };
    readFile(file).then(
      (content) => reply.writeHead(200, headers).end(content),
      () => reply.writeHead(404, headers).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    host.once('error', reject).listen(PORT, () => resolve());
  });
});
test.afterEach(() => putBack(before));
test.afterAll(() => void host.close());

/** What the policy of the page forbade, from its first script on. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  const seen: string[] = [];
  await page.exposeFunction('noteViolation', (text: string) => seen.push(text));
  await page.addInitScript(() => {
    const { noteViolation } = window as unknown as { noteViolation: (text: string) => void };
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      noteViolation(`${violatedDirective} ${blockedURI}`),
    );
  });
  return () => Promise.resolve(seen);
}

test.describe('Each remote on an origin of its own', () => {
  let moved: typeof before;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    for (const { name } of REMOTES) {
      const { code, output } = await release('origin', name, originOf(name));
      expect(output).toContain(originOf(name));
      expect(code).toBe(0);
    }
    moved = await liveRegistry();
  });
  test.beforeEach(() => putBack(moved));

  test('When a person walks through all remotes, then each shows and the strict policy forbids nothing', async ({
    browser,
    request,
  }) => {
    const page = await (await signedInPages(request, people.admin))(browser);
    const violations = await watchPolicy(page);
    const origins = new Set<string>();
    page.on('request', (sent) => {
      const url = new URL(sent.url());
      if (url.pathname.startsWith('/remotes/')) origins.add(url.origin);
    });
    for (const remote of REMOTES) {
      await page.goto(remote.path);
      await expect(remote.shows(page)).toBeVisible({ timeout: SLACK_MS });
      await expectOthersShow(page, remote);
    }
    expect([...origins].sort()).toEqual(REMOTES.map(({ name }) => originOf(name)).sort());
    expect(await violations()).toEqual([]);
    await page.context().close();
  });

  const faults = ['is down', 'allows no other origin', 'has lost its files'] as const;
  for (const fault of faults)
    test(`When one origin ${fault}, then its region says so, the rest works, and Réessayer recovers`, async ({
      browser,
      request,
    }) => {
      const open = await signedInPages(request, people.admin);
      const cell = async (remote: (typeof REMOTES)[number]): Promise<void> => {
        const page = await open(browser);
        const struck = (url: URL): boolean => url.origin === originOf(remote.name);
        await page.route(struck, (route) => {
          if (fault === 'is down') return route.abort('connectionrefused');
          if (fault === 'has lost its files') return route.fulfill({ status: 404, body: '' });
          // The host's own answer, for a page it does not know.
          return route.continue({ headers: { ...route.request().headers(), [STRANGER]: 'yes' } });
        });
        await page.goto(remote.path, { waitUntil: 'commit' });
        await expect(fallbackIn(page)).toBeVisible({ timeout: 5_000 + SLACK_MS });
        await expectShellStands(page);
        await expectOthersShow(page, remote);
        await follow(page, remote);
        await page.unroute(struck);
        await page.getByRole('button', { name: 'Réessayer' }).click();
        await expect(remote.shows(page)).toBeVisible({ timeout: SLACK_MS });
        await page.context().close();
      };
      await Promise.all(REMOTES.map(cell));
    });
});

test.describe('A developer’s build in a running shell', () => {
  const override = (remote: string, address: string): string =>
    `${REPORTS.path}?mfe-override=${encodeURIComponent(`${remote}@${address}`)}`;
  const banner = (page: Page) => page.getByLabel('Modules remplacés');
  const faultBuild = (page: Page) => page.getByRole('heading', { name: 'Fault build' });

  test('When its origin is allowed, then this tab alone runs it, styled, under a banner, until it is put back', async ({
    browser,
    request,
  }) => {
    expect((await release('overrides', originOf('reports'))).code).toBe(0);
    const open = await signedInPages(request, people.admin);
    const page = await open(browser);
    const violations = await watchPolicy(page);
    await page.goto(override('reports', `${originOf('reports')}/`));
    await expect(faultBuild(page)).toBeVisible({ timeout: SLACK_MS });
    await expect(page.locator('section', { has: faultBuild(page) })).toHaveCSS('outline-width', '3px');
    await expect(banner(page)).toContainText(originOf('reports'));
    expect(page.url()).not.toContain('mfe-override');
    expect(await violations()).toEqual([]);
    // The tab keeps it over a reload, other remotes are the live ones, and nobody else sees it.
    await page.reload();
    await expect(faultBuild(page)).toBeVisible({ timeout: SLACK_MS });
    await follow(page, AGENT);
    await expect(AGENT.shows(page)).toBeVisible({ timeout: SLACK_MS });
    const other = await open(browser);
    await other.goto(REPORTS.path);
    await expect(REPORTS.shows(other)).toBeVisible({ timeout: SLACK_MS });

    await follow(page, REPORTS);
    await page.getByRole('button', { name: 'Rétablir' }).click();
    await expect(REPORTS.shows(page)).toBeVisible({ timeout: SLACK_MS });
    await expect(banner(page)).toBeHidden();
    await Promise.all([page, other].map((one) => one.context().close()));
  });

  test('When its day is over, then the tab runs the live one again', async ({ browser, request }) => {
    await release('overrides', originOf('reports'));
    const page = await (await signedInPages(request, people.admin))(browser);
    await page.goto(override('reports', `${originOf('reports')}/`));
    await expect(faultBuild(page)).toBeVisible({ timeout: SLACK_MS });
    await page.clock.install({ time: Date.now() + 9 * 3_600_000 });
    await page.reload();
    await expect(REPORTS.shows(page)).toBeVisible({ timeout: SLACK_MS });
    await expect(banner(page)).toBeHidden();
    await page.context().close();
  });

  test('When its origin is not allowed, or the words are no address, then nothing of it is fetched', async ({
    browser,
    request,
  }) => {
    await release('overrides', originOf('casino'));
    const page = await (await signedInPages(request, people.admin))(browser);
    const fetched: string[] = [];
    page.on('request', (sent) => {
      if (!sent.url().startsWith(`http://localhost:${process.env.E2E_PORT}`)) fetched.push(sent.url());
    });
    const refused = [
      `reports@${originOf('reports')}/`,
      'reports@javascript:alert(1)',
      `reports@http://name:word@casino.localhost:${PORT}/`,
      `stranger@${originOf('casino')}/`,
    ];
    for (const text of refused) {
      await page.goto(`${REPORTS.path}?mfe-override=${encodeURIComponent(text)}`);
      await expect(REPORTS.shows(page)).toBeVisible({ timeout: SLACK_MS });
      await expect(banner(page)).toContainText('Remplacement refusé');
    }
    expect(fetched).toEqual([]);
    await page.context().close();
  });
});
