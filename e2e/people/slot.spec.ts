import { expect, test } from '@playwright/test';
import { amountOf, headerBalance, people, signIn } from '../support/people';

test('When a slot is played by keyboard, then the focus stays where it is, and what is spoken is what the round says', async ({
  page,
}) => {
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/play/*/spin', (route) => isAnswered.then(() => route.continue()));
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const game = page.frameLocator('iframe');
  await expect(game.locator('body[data-state="idle"]')).toBeVisible();
  const play = game.getByRole('button', { name: 'Jouer' });
  await play.focus();
  await page.keyboard.press('Enter');
  await expect(play).toBeDisabled();
  await expect(play).toBeFocused();
  answer();
  await expect(play).toBeEnabled();
  await expect(play).toBeFocused();

  const less = game.getByRole('button', { name: 'Diminuer la mise' });
  await less.focus();
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('Enter');
  await expect(less).toBeDisabled();
  await expect(less).toBeFocused();
  // An output is read aloud at each change; these two would be heard over the message that tells the same.
  await expect(game.getByTestId('balance')).toHaveAttribute('aria-live', 'off');
  await expect(game.getByTestId('win')).toHaveAttribute('aria-live', 'off');

  // The stake is said when it is chosen, and not again with each round.
  const stake = game.getByTestId('stake');
  await stake.evaluate((output) =>
    new MutationObserver(() => (output.dataset['said'] = 'yes')).observe(output, { childList: true }),
  );
  await play.press('Enter');
  await expect(play).toBeDisabled();
  await expect(play).toBeEnabled();
  await expect(stake).not.toHaveAttribute('data-said');
  await game.getByRole('button', { name: 'Augmenter la mise' }).press('Enter');
  await expect(stake).toHaveAttribute('data-said', 'yes');
});

test('When the rules of a slot are read by ear, then each drawing of its pay table has a name', async ({
  page,
}) => {
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const game = page.frameLocator('iframe');
  await game.getByRole('button', { name: 'Règles' }).click();
  const names = await game
    .getByRole('dialog')
    .getByRole('img', { name: /^(?:Symbole|Joker|Bonus)/ })
    .evaluateAll((drawings) => drawings.map(({ ariaLabel }) => ariaLabel));
  expect(names).toEqual([
    ...Array.from({ length: 8 }, (_, index) => `Symbole ${index + 1}`),
    'Joker',
    'Bonus',
  ]);
});

test('When a slot on a narrow phone speaks in one line or in two, then its reels stay where they are', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.route('**/play/*/spin', (route) => route.fulfill({ status: 202, json: {} }));
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const game = page.frameLocator('iframe');
  const message = game.locator('#message');
  const place = async () => ({
    stage: await game.locator('.stage').boundingBox(),
    panel: await game.locator('.panel').boundingBox(),
  });
  await expect(message).toContainText('Bonne chance');
  const before = await place();
  await game.getByRole('button', { name: 'Jouer' }).click();
  await expect(message).toHaveText("L'opérateur tarde à répondre. La mise n'est jamais prise deux fois.");
  expect(await place()).toEqual(before);
  for (const text of ['Prêt à jouer.', 'Gain de 1 234,50 TND avec 8 parties gratuites !']) {
    await message.evaluate((element, said) => (element.textContent = said), text);
    expect(await place(), text).toEqual(before);
  }
});

test('When a spin pays back less than its stake, then the page tells it and does not cheer', async ({
  page,
}) => {
  const spin = { grid: Array(5).fill(['L1', 'L2', 'L3']), lines: [{ line: 0, count: 3 }], scatterCount: 0 };
  const round = { status: 'settled', stake: 1, refusal: null };
  const wins = [0.3, 4.2];
  await page.route('**/play/*/spin', (route) => {
    const win = wins.shift() ?? 0;
    const spins = [{ ...spin, win, isFree: false }];
    return route.fulfill({ json: { balance: 100, round: { ...round, win, spins } } });
  });
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const game = page.frameLocator('iframe');
  const play = game.getByRole('button', { name: 'Jouer' });
  await play.click();
  await expect(game.locator('#message')).toHaveText('Gain de 0,30 TND sur 1 ligne.');
  await expect(game.getByTestId('win')).not.toHaveClass(/has-won/);
  await expect(game.locator('#prize')).toBeHidden();
  await play.click();
  await expect(game.locator('#message')).toHaveText('Gain de 4,20 TND sur 1 ligne !');
  await expect(game.getByTestId('win')).toHaveClass(/has-won/);
  await expect(game.locator('#prize')).toHaveText('+4,20');
  await expect(game.locator('#prize')).toBeVisible();
  await play.click();
  await expect(game.locator('#prize')).toBeHidden();
});

test('When the rules of a slot are read, then what a line pays is written as other factors and figures are', async ({
  page,
}) => {
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const game = page.frameLocator('iframe');
  await game.getByRole('button', { name: 'Règles' }).click();
  await expect(game.locator('.pays dd').first()).toHaveText('×1\u202f200');
});

test('When a round is over, then the page around the game hears the balance that the game shows', async ({
  page,
}) => {
  await page.addInitScript({
    content: `window.heard = [];
      addEventListener('message', ({ data }) => data?.type === 'palier-demo/balance-changed' && heard.push(data.balance));`,
  });
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const game = page.frameLocator('iframe');
  await expect(game.locator('body[data-state="idle"]')).toBeVisible();
  await game.getByRole('button', { name: 'Jouer' }).click();
  const heard = () => page.evaluate(() => (window as unknown as { heard: number[] }).heard);
  await expect.poll(async () => (await heard()).length).toBe(1);
  expect((await heard()).map(String)).toEqual([await game.getByTestId('balance').getAttribute('data-value')]);
});

test('When an agent pays a player whose game is open, then the game shows what the header shows', async ({
  page,
  request,
}) => {
  await page.route('**/play/*/spin', (route) =>
    route.fulfill({
      status: 402,
      json: { balance: 0, round: { status: 'refused', refusal: 'INSUFFICIENT_USER_FUNDS' } },
    }),
  );
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const game = page.frameLocator('iframe');
  // Written down, for a balance that the header reads meanwhile has the last word.
  const message = game.locator('#message');
  await message.evaluate((line) =>
    new MutationObserver(() => (line.dataset['said'] += `${line.textContent}\n`)).observe(line, {
      childList: true,
    }),
  );
  await game.getByRole('button', { name: 'Jouer' }).click();
  await expect(message).toHaveAttribute('data-said', /Solde insuffisant/);
  const before = await headerBalance(page);
  const login = await request.post('/api/v1/auth/login', { data: people.admin });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const paid = await request.post('/api/v1/transactions', {
    data: { receiverUsername: people.client.username, amount: 2, type: 'DEPOSIT' },
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  expect(paid.ok()).toBe(true);
  await expect.poll(() => headerBalance(page)).toBeCloseTo(before + 2, 2);
  await expect
    .poll(async () => amountOf((await game.getByTestId('balance').textContent()) ?? ''))
    .toBeCloseTo(before + 2, 2);
  await expect(message).toHaveText('Prêt à jouer.');
});

test('When the word about a payment is overtaken by a round, then the game shows what the round left', async ({
  page,
  request,
}) => {
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const game = page.frameLocator('iframe');
  const idle = game.locator('body[data-state="idle"]');
  await expect(idle).toBeVisible();
  const balance = game.getByTestId('balance');
  await expect(balance).toHaveAttribute('data-value', /./);
  let deliver = (): void => undefined;
  const held = new Promise<void>((resolve) => (deliver = resolve));
  const answered = { before: 0, after: 0 };
  await page.route('**/play/*/state', async (route) => {
    const response = await route.fetch();
    answered.before += 1;
    await held;
    await route.fulfill({ response });
    answered.after += 1;
  });
  const login = await request.post('/api/v1/auth/login', { data: people.admin });
  const { accessToken } = (await login.json()) as { accessToken: string };
  await request.post('/api/v1/transactions', {
    data: { receiverUsername: people.client.username, amount: 2, type: 'DEPOSIT' },
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  await expect.poll(() => answered.before).toBe(1);
  const stale = await balance.getAttribute('data-value');
  // Not one that pays just what it cost.
  do {
    await game.getByRole('button', { name: 'Jouer' }).click();
    await expect(game.locator('body[data-state="spinning"]')).toBeVisible();
    await expect(idle).toBeVisible();
  } while ((await balance.getAttribute('data-value')) === stale);
  const played = (await balance.getAttribute('data-value')) ?? '';
  deliver();
  await expect.poll(() => answered.after).toBeGreaterThan(1);
  await expect(balance).toHaveAttribute('data-value', played);
});

test('When a phone lies on its side, then the reels have the height of the game, and nothing covers them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const game = page.frameLocator('iframe');
  await expect(game.locator('body[data-state="idle"]')).toBeVisible();
  await page.getByRole('button', { name: 'Fullscreen' }).click();
  await expect(page.getByRole('button', { name: 'Exit Fullscreen' })).toBeVisible();
  const share = () =>
    game
      .locator('.reels')
      .evaluate((reels) => reels.getBoundingClientRect().height / document.documentElement.clientHeight);
  await expect.poll(share).toBeGreaterThan(0.4);
  const reels = await game.locator('.reels').boundingBox();
  const name = await game.getByRole('heading', { level: 1 }).boundingBox();
  const sound = await game.getByRole('button', { name: 'Son' }).boundingBox();
  expect((name?.x ?? NaN) + (name?.width ?? NaN)).toBeLessThanOrEqual(reels?.x ?? NaN);
  expect((reels?.x ?? NaN) + (reels?.width ?? NaN)).toBeLessThanOrEqual(sound?.x ?? NaN);
});
