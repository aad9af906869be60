import type { Page } from '@playwright/test';
import { expect, test, type Account, type Api } from '../support/test';

const counting = (page: Page) => page.locator('[data-counting]');

/** Records what every animation that starts in the header's balance changes. */
async function recordMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved = new Set<string>();
    const animate = Reflect.get<Element, 'animate'>(Element.prototype, 'animate');
    Element.prototype.animate = function (frames, timing) {
      for (const frame of frames as Keyframe[]) Object.keys(frame).forEach((name) => moved.add(name));
      return animate.call(this, frames, timing);
    };
    Object.assign(window, { moved });
  });
}

const movedBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved]);

/** Loads the parts that come later, and waits until they follow the balance. */
async function untilLateParts(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('palier.last-balance')), { timeout: 60_000 })
    .not.toBeNull();
}

const deposit = (admin: Api, { username }: Account, amount: number): Promise<unknown> =>
  admin.post('/transactions', { receiverUsername: username, amount, type: 'DEPOSIT' });

test('balance: it counts to a new amount by transforms alone, and its text is exact meanwhile', async ({
  page,
  signIn,
  team,
  apiAs,
  newClient,
}) => {
  const client = await newClient(90);
  await recordMotion(page);
  await signIn(client);
  await page.goto('/home');
  await untilLateParts(page);
  const balance = page.getByTestId('balance').first();
  await expect(balance).toHaveText('90,00');
  const admin = await apiAs(team.admin);
  await deposit(admin, client, 25);
  await expect(balance).toHaveText('115,00');
  await expect.poll(() => movedBy(page)).toEqual(['transform']);
  await expect(counting(page)).toHaveCount(0);
  await expect(balance).toHaveCSS('opacity', '1');
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test('balance: with reduced motion the new amount shows at once', async ({
    page,
    signIn,
    team,
    apiAs,
    newClient,
  }) => {
    const client = await newClient(90);
    await recordMotion(page);
    await signIn(client);
    await page.goto('/home');
    await untilLateParts(page);
    await deposit(await apiAs(team.admin), client, 25);
    const balance = page.getByTestId('balance').first();
    await expect(balance).toHaveText('115,00');
    await expect(balance).toHaveCSS('opacity', '1');
    expect(await movedBy(page)).toEqual([]);
  });
});
