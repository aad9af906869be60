import { expect, test, type Page } from '@playwright/test';
import { people, signIn } from '../support/people';

/** The words of the page itself, for when nothing else is drawn. */
const lateWords = (page: Page) => page.getByText("La page tarde à s'afficher.");
const again = (page: Page) => page.getByRole('link', { name: 'Recharger la page' });

/** Brings every animation to its end: the words wait for the scripts of a slow line. */
const letTimePass = (page: Page): Promise<void> =>
  page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));

const SCRIPT = /\/main\.[^/]*\.js$/;

for (const { title, body, status } of [
  { title: 'is gone, as after a deploy', body: '', status: 404 },
  { title: 'comes cut in half', body: '(() => { const shell = {', status: 200 },
  { title: 'throws before it draws anything', body: 'throw new Error("an old browser")', status: 200 },
])
  test(`When the page's own script ${title}, then the page says so, and comes once the script is there`, async ({
    page,
  }) => {
    await page.route(SCRIPT, (route) => route.fulfill({ status, contentType: 'text/javascript', body }));
    await page.goto('/login');
    // Not before its time: on a slow line the script is only late.
    await expect(lateWords(page)).toBeHidden();
    await letTimePass(page);
    await expect(lateWords(page)).toBeVisible();
    await page.unroute(SCRIPT);
    await again(page).click();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await letTimePass(page);
    await expect(lateWords(page)).toBeHidden();
  });

test('When the page’s own script is on its way, then the mark and the name stand there meanwhile', async ({
  page,
}) => {
  await page.route(SCRIPT, () => undefined);
  await page.goto('/login', { waitUntil: 'commit' });
  const paints = () => performance.getEntriesByName('first-contentful-paint').length;
  await expect.poll(() => page.evaluate(paints)).toBe(1);
  await expect(lateWords(page)).toBeHidden();
});

test('When a browser would translate the page, then the page declines: what is drawn in place of its words would outlive their amounts', async ({
  page,
}) => {
  await signIn(page, people.client);
  const translated = await page.evaluate(
    () => [...document.querySelectorAll<HTMLElement>('body, body *')].filter((one) => one.translate).length,
  );
  expect(translated).toBe(0);
});
