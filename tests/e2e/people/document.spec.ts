import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { demo, expect, test } from '../support/test';

/** A notice of the document itself, shown when no script has drawn anything for some seconds. */
const lateNotice = (page: Page) => page.getByText("La page tarde à s'afficher.");
const SCRIPT = /\/main\.[^/]*\.js$/;

/** Ends every animation. An animation shows the notice, with a delay for the scripts of a slow connection. */
const finishAnimations = (page: Page): Promise<void> =>
  page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));

const BROKEN_SCRIPTS = [
  { title: 'missing after a deployment', body: '', status: 404 },
  { title: 'cut in half', body: '(() => { const shell = {', status: 200 },
  { title: 'throws before it draws anything', body: 'throw new Error("an old browser")', status: 200 },
];

test('document: the page says that its script fails, and a reload shows the login', async ({ page }) => {
  for (const { title, body, status } of BROKEN_SCRIPTS)
    await test.step(title, async () => {
      await page.route(SCRIPT, (route) => route.fulfill({ status, contentType: 'text/javascript', body }));
      await page.goto('/login');
      await expect(lateNotice(page)).toBeHidden();
      await finishAnimations(page);
      await expect(lateNotice(page)).toBeVisible();
      await page.unroute(SCRIPT);
      await page.getByRole('link', { name: 'Recharger la page' }).click();
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
      await finishAnimations(page);
      await expect(lateNotice(page)).toBeHidden();
    });
});

test('document: the logo is painted while its script loads', async ({ page }) => {
  await page.route(SCRIPT, () => undefined);
  await page.goto('/login', { waitUntil: 'commit' });
  const paints = () => performance.getEntriesByName('first-contentful-paint').length;
  await expect.poll(() => page.evaluate(paints)).toBe(1);
  await expect(lateNotice(page)).toBeHidden();
});

test('document: it forbids translation, which would freeze amounts, and has a name for home screens', async ({
  page,
  signIn,
}) => {
  await signIn(demo.client);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
  const translated = await page.evaluate(
    () => [...document.querySelectorAll<HTMLElement>('body, body *')].filter((one) => one.translate).length,
  );
  expect(translated).toBe(0);
  await expect(page.locator('meta[name="apple-mobile-web-app-title"]')).toHaveAttribute('content', 'Palier');
  const icon = await page.request.get(
    (await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')) ?? '',
  );
  expect(icon.status()).toBe(200);
  expect(icon.headers()['content-type']).toBe('image/png');
});

/** The built files of a folder, as addresses below `prefix`; compressed files are variants of others. */
async function addressesOf(folder: string, prefix: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.split(path.sep).some((part) => part.startsWith('.')))
    .map((name) => prefix + name.split(path.sep).join('/'));
}

test('document and every file of shell and remotes: proxies are asked not to edit them', async ({
  request,
}) => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const addresses = [
    '/',
    '/login',
    '/remotes.json',
    ...(await addressesOf(path.join(root, 'shell/dist'), '/')),
    ...(await addressesOf(process.env.E2E_REMOTES_ROOT ?? '', '/remotes/')),
  ];
  expect(addresses.length).toBeGreaterThan(50);
  for (const address of addresses) {
    const answer = await request.get(address);
    expect([answer.status(), address]).toEqual([200, address]);
    expect(answer.headers()['cache-control'], address).toContain('no-transform');
  }
});
