import { forceActive, publish, relabelledReports, test } from '../../support/releases';
import { REPORTS } from '../../support/remotes';
import { demo, expect } from '../../support/test';

const NEXT = '7.5.0';

test.use({ serviceWorkers: 'allow' });

test('release: a page with the service worker shows the new version at its next visit', async ({
  page,
  signIn,
}) => {
  await publish(NEXT, await relabelledReports('Montrer'));
  await signIn(demo.admin);
  await page.goto(REPORTS.path);
  await expect(page.getByRole('button', { name: 'Afficher' })).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 60_000 })
    .toBe('activated');
  await expect(page.getByRole('button', { name: 'Afficher' })).toBeVisible();

  await forceActive(NEXT);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Montrer' })).toBeVisible();
});
