import type { Page } from '@playwright/test';
import { startFreezableProxy } from '@palier/test-support/actors/freezable-proxy';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { demo, expect, test } from '../support/test';

test.use({ serviceWorkers: 'allow' });

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits for the service worker, and loads the page again, which the worker then answers. */
async function untilControlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 60_000 })
    .toBe('activated');
}

const balanceOf = (page: Page) => page.getByTestId('balance').first();

test('installable: the manifest names icons that have their sizes, one of them maskable', async ({
  page,
  api,
}) => {
  await page.goto('/login');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await api.get(address ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const { icons, start_url: start } = (await answer.json()) as {
    icons: { src: string; sizes: string; purpose: string }[];
    start_url: string;
  };
  expect(start).toBe('/home');
  expect(icons.map(({ purpose }) => purpose).sort()).toEqual(['any', 'any', 'maskable']);
  for (const { src, sizes } of icons) {
    const bytes = await (await api.get(src)).body();
    // Width and height in the header of a PNG file.
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
});

test('offline: the last balance shows with its time, and the page comes back with the network', async ({
  page,
  signIn,
  newClient,
}) => {
  const client = await newClient(1_250);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) refused.push(message.text());
  });
  await page.addInitScript(AXE_SOURCE);
  await signIn(client);
  await page.goto('/home');
  await untilControlled(page);
  await expect(balanceOf(page)).toHaveText('1\u202f250,00');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('palier.last-balance')), { timeout: 60_000 })
    .toContain('1250');

  await page.context().setOffline(true);
  await page.goto('/history');
  await expect(page.getByRole('heading', { name: 'Hors connexion' })).toBeVisible();
  await expect(page.getByText(/^Solde à \d\d\sh\s\d\d, hors connexion$/)).toBeVisible();
  await expect(page.getByText(/^1\s250,00 TND$/)).toBeVisible();
  const violations = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    return (await checker.run(document)).violations.map(({ id }) => id);
  });
  expect(violations).toEqual([]);
  expect(refused).toEqual([]);

  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Historique' })).toBeVisible();
  await expect(balanceOf(page)).toHaveText('1\u202f250,00');
});

test('offline: the page comes back with a server that alone was away', async ({ page, baseURL }) => {
  const proxy = await startFreezableProxy({ port: Number(new URL(baseURL ?? '').port) });
  await page.goto(`http://localhost:${proxy.port}/login`);
  await untilControlled(page);
  await proxy.stop();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Hors connexion' })).toBeVisible();
  const server = createServer((_request, answer) => answer.end('<h1>De retour</h1>'));
  server.listen(proxy.port, '127.0.0.1');
  await expect(page.getByRole('heading', { name: 'De retour' })).toBeVisible({ timeout: 60_000 });
  server.close();
});

test('offline after a sign-out: no balance shows', async ({ page, signIn, newClient }) => {
  await signIn(await newClient(77), { ownSession: true });
  await page.goto('/home');
  await untilControlled(page);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('palier.last-balance')), { timeout: 60_000 })
    .toContain('77');
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.context().setOffline(true);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Hors connexion' })).toBeVisible();
  await expect(page.locator('#balance')).toBeHidden();
  await expect(page.getByText('77,00')).toHaveCount(0);
});

test('service worker: amounts and documents come from the network, and it keeps three files only', async ({
  page,
  signIn,
  team,
  apiAs,
  newClient,
}) => {
  const client = await newClient(10);
  await signIn(client);
  await page.goto('/home');
  await untilControlled(page);
  await expect(balanceOf(page)).toHaveText('10,00');
  await (
    await apiAs(team.admin)
  ).post('/transactions', { receiverUsername: client.username, amount: 5, type: 'DEPOSIT' });
  await page.reload();
  await expect(balanceOf(page)).toHaveText('15,00');
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.sort()).toEqual(['/offline.css', '/offline.html', '/offline.js']);
});

test('service worker: an answer of the server that is a failure shows as it is', async ({ page, signIn }) => {
  await signIn(demo.client);
  await page.goto('/home');
  await untilControlled(page);
  const answer = await page.goto('/remotes/no-such-remote/file.js');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Hors connexion' })).toHaveCount(0);
});
