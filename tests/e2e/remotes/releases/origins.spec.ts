import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import {
  faultRemote,
  forceOrigin,
  readStoredRegistry,
  originOf,
  release,
  STORE,
  test,
} from '../../support/releases';
import {
  AGENT,
  expectRestWorks,
  fallbackIn,
  faultScreenIn,
  follow,
  REMOTES,
  REPORTS,
} from '../../support/remotes';
import { demo, expect } from '../../support/test';
import { waitForAnimations } from '../../support/wait-for-animations';

const CONTENT_TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };
/** A request with this header is answered as by a host that allows no other origin. */
const NO_CORS_HEADER = 'x-disallow';

let host: Server;

/** Starts a plain static host: the release store below /remotes/, a developer's build at the root. */
test.beforeAll(async () => {
  const devBuild = await faultRemote('development');
  host = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const file = pathname.startsWith('/remotes/')
      ? path.join(STORE, pathname.slice('/remotes/'.length))
      : path.join(devBuild, pathname);
    const headers = {
      'content-type': CONTENT_TYPES[path.extname(file)] ?? '',
      ...(request.headers[NO_CORS_HEADER] === undefined ? { 'access-control-allow-origin': '*' } : {}),
    };
    readFile(file).then(
      (content) => reply.writeHead(200, headers).end(content),
      () => reply.writeHead(404, headers).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    host.once('error', reject).listen(Number(process.env.E2E_REMOTES_PORT), () => resolve());
  });
});
test.afterAll(() => void host.close());

/** Records violations of the content security policy from the page's first script on. */
async function watchPolicy(page: Page): Promise<readonly string[]> {
  const violations: string[] = [];
  await page.exposeFunction('noteViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    const { noteViolation } = window as unknown as { noteViolation: (text: string) => void };
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      noteViolation(`${violatedDirective} ${blockedURI}`),
    );
  });
  return violations;
}

test('origins: remotes show from origins of their own, and a host without CORS fails alone', async ({
  page,
  signIn,
}) => {
  for (const { name } of REMOTES) await forceOrigin(name);
  await signIn(demo.admin);
  const violations = await watchPolicy(page);
  const origins = new Set<string>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/remotes/')) origins.add(url.origin);
  });
  for (const remote of REMOTES) {
    await page.goto(remote.path);
    await expect(remote.content(page)).toBeVisible();
  }
  await expectRestWorks(page, REPORTS);
  expect([...origins].sort()).toEqual(REMOTES.map(({ name }) => originOf(name)).sort());
  expect(violations).toEqual([]);

  await page.route(
    (url) => url.origin === originOf('agent'),
    (route) => route.continue({ headers: { ...route.request().headers(), [NO_CORS_HEADER]: 'yes' } }),
  );
  await page.goto(AGENT.path);
  await expect(fallbackIn(page)).toBeVisible();
  await expectRestWorks(page, AGENT);
  await follow(page, AGENT);
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(AGENT.content(page)).toBeVisible();
});

const panel = (page: Page) => page.getByLabel('Outils de développement');
const pathWithOverride = (text: string) => `${REPORTS.path}?mfe-override=${encodeURIComponent(text)}`;

test('override: this tab alone runs a build from an allowed origin until it is removed or expires', async ({
  page,
  signIn,
  openAs,
}) => {
  expect((await release('overrides', originOf('reports'))).code).toBe(0);
  expect((await readStoredRegistry()).overrideOrigins).toEqual([originOf('reports')]);
  await signIn(demo.admin);
  const violations = await watchPolicy(page);
  const overridden = pathWithOverride(`reports@${originOf('reports')}/`);
  await page.goto(overridden);
  await expect(faultScreenIn(page)).toBeVisible();
  await expect(page.locator('section', { has: faultScreenIn(page) })).toHaveCSS('outline-width', '3px');
  const row = panel(page).getByRole('listitem').filter({ hasText: 'reports' });
  await expect(row).toContainText(`${originOf('reports')}/, jusqu'à`);
  await expect(row).toContainText(/remplacement.*chargé.*entrée \d+\sms/);
  await waitForAnimations(page);
  const { violations: found } = await new AxeBuilder({ page }).include('aside').analyze();
  expect(found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(page.url()).not.toContain('mfe-override');
  expect(violations).toEqual([]);
  await page.reload();
  await expect(faultScreenIn(page)).toBeVisible();
  await follow(page, AGENT);
  await expect(AGENT.content(page)).toBeVisible();
  const other = await openAs(demo.admin);
  await other.goto(REPORTS.path);
  await expect(REPORTS.content(other)).toBeVisible();

  await follow(page, REPORTS);
  await panel(page).getByRole('button', { name: '1 module remplacé' }).click();
  await page.getByRole('button', { name: 'Rétablir reports' }).click();
  await expect(REPORTS.content(page)).toBeVisible();
  await expect(panel(page)).toBeHidden();

  await page.goto(overridden);
  await expect(faultScreenIn(page)).toBeVisible();
  // Moves only the date: if the timers moved too, the session would expire.
  await page.addInitScript(() => {
    const later = 9 * 3_600_000;
    const now = Date.now.bind(Date);
    sessionStorage.setItem('tokensReceivedAt', String(now() + later));
    Date.now = () => now() + later;
  });
  await page.reload();
  await expect(REPORTS.content(page)).toBeVisible();
  await expect(panel(page)).toBeHidden();
});

test('override: nothing is fetched from an origin that is not allowed or no address', async ({
  page,
  signIn,
  baseURL,
}) => {
  await release('overrides', originOf('casino'));
  await signIn(demo.admin);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) foreign.push(request.url());
  });
  for (const text of [
    `reports@${originOf('reports')}/`,
    'reports@javascript:alert(1)',
    `reports@${originOf('casino').replace('//', '//name:word@')}/`,
    `stranger@${originOf('casino')}/`,
  ]) {
    await page.goto(pathWithOverride(text));
    await expect(REPORTS.content(page)).toBeVisible();
    await expect(panel(page)).toContainText('Remplacement refusé');
  }
  expect(foreign).toEqual([]);
});
