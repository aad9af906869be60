import { expect, test } from '@playwright/test';
import { people, signIn } from '../support/people';

const THUMB = 44;

test.describe('on a tablet that is touched', () => {
  test.use({ viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true });

  test('When an agent works on it, then every target is as high as a thumb, and every field can be typed in without a zoom', async ({
    page,
  }) => {
    await signIn(page, people.admin);
    for (const path of ['/home', '/admin', '/report', '/history', '/settings']) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.getByText('Chargement...')).toHaveCount(0);
      const faulty = await page.evaluate((thumb) => {
        const shown = (selector: string) =>
          [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
        return [
          ...shown('main :is(a, button, input, select)').filter(
            (target) => target.getBoundingClientRect().height < thumb - 0.1,
          ),
          ...shown('input, select').filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16),
        ].map(({ outerHTML }) => outerHTML);
      }, THUMB);
      expect(faulty, path).toEqual([]);
    }
  });

  test('When an agent reads the accounts, then the five actions of each stand on one line', async ({
    page,
  }) => {
    await signIn(page, people.admin);
    await page.goto('/admin');
    const actions = page.getByRole('row').nth(1).getByRole('cell').last().locator('a, button');
    await expect(actions).toHaveCount(5);
    const [first, ...others] = await actions.evaluateAll((all) =>
      all.map((one) => {
        const { top, height } = one.getBoundingClientRect();
        return { top, height };
      }),
    );
    expect(first?.height).toBe(THUMB);
    for (const other of others) expect(other).toEqual(first);
  });
});
