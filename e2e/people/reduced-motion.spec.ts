import { expect, test } from '@playwright/test';
import { people, signIn } from '../support/people';

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`When motion is set to ${reducedMotion}, then screens move ${reducedMotion === 'reduce' ? 'no longer than a blink' : 'as designed'}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await signIn(page, people.admin);
    await page.goto('/admin');
    await expect(page.getByRole('table')).toBeVisible();
    const longestMs = await page.evaluate(() => {
      const lengths = [...document.querySelectorAll('*')].flatMap((element) => {
        const style = getComputedStyle(element);
        return `${style.transitionDuration},${style.animationDuration}`
          .split(',')
          .map((text) => parseFloat(text) * (text.trim().endsWith('ms') ? 1 : 1_000));
      });
      return Math.max(...lengths);
    });
    if (reducedMotion === 'reduce') expect(longestMs).toBeLessThanOrEqual(10);
    else expect(longestMs).toBeGreaterThan(100);
  });
}
