import type { FrameLocator, Page } from '@playwright/test';
import { amountOf, demo, expect, headerBalance, createSignal, test, type HistoryPage } from '../support/test';

async function openSlot(page: Page): Promise<FrameLocator> {
  await page.goto('/home');
  await page.getByTestId('game-tile').getByRole('link').first().click();
  return page.frameLocator('iframe');
}

const idleIn = (game: FrameLocator) => game.locator('body[data-state="idle"]');

test('slot: three rounds in the sandboxed frame move the header by what the ledger says', async ({
  page,
  signIn,
  apiAs,
  team,
}) => {
  const ledger = await apiAs(team.client);
  const balance = async () => (await ledger.get<{ balance: number }>('/user/me')).balance;
  const history = () => ledger.get<HistoryPage>('/transactions/history/outgoing?page=0&size=100');
  const balanceBefore = await balance();
  const historyBefore = await history();
  await page.addInitScript({
    content: `window.balances = [];
      addEventListener('message', ({ data }) => {
        if (data?.type === 'palier-demo/balance-changed') balances.push(data.balance);
      });`,
  });
  await signIn(team.client);
  await page.goto('/home');
  const tiles = page.getByTestId('game-tile');
  await expect(tiles).toHaveCount(12);
  const banner = tiles.locator('img').first();
  await expect
    .poll(() => banner.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await tiles.getByRole('link').first().click();
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer');
  expect(new URL((await frame.getAttribute('src')) ?? '').origin).not.toBe(new URL(page.url()).origin);
  expect((await frame.boundingBox())?.height).toBe(570);
  const game = page.frameLocator('iframe');
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await expect(idleIn(game)).toBeVisible();
    await game.getByTestId('spin').click();
    await expect(game.locator('body[data-state="spinning"]')).toBeVisible();
  }
  await expect(idleIn(game)).toBeVisible();
  const shown = await game.getByTestId('balance').getAttribute('data-value');
  const balances = () =>
    page.evaluate(() => (window as unknown as { balances: number[] }).balances.map(String));
  await expect.poll(async () => (await balances()).at(-1)).toBe(shown);
  await page.getByRole('button', { name: 'Back' }).click();

  const { data, totalElements } = await history();
  const moved = data.slice(0, totalElements - historyBefore.totalElements);
  expect(moved.filter((item) => item.initiatorTransactionType === 'BET')).toHaveLength(3);
  const net = moved.reduce(
    (sum, item) => sum + (item.initiatorTransactionType === 'BET' ? -1 : 1) * item.amount,
    0,
  );
  expect((await balance()) - balanceBefore).toBeCloseTo(net, 6);
  await expect.poll(async () => headerBalance(page)).toBeCloseTo(await balance(), 2);
});

test('slot: the focus stays in a round by keyboard, and only a changed stake is announced', async ({
  page,
  signIn,
  team,
}) => {
  const answered = createSignal();
  await page.route('**/play/*/spin', (route) => answered.given.then(() => route.continue()));
  await signIn(team.client);
  const game = await openSlot(page);
  await expect(idleIn(game)).toBeVisible();
  const play = game.getByRole('button', { name: 'Jouer' });
  await play.focus();
  await page.keyboard.press('Enter');
  await expect(play).toBeDisabled();
  await expect(play).toBeFocused();
  answered.give();
  await expect(play).toBeEnabled();
  await expect(play).toBeFocused();

  const less = game.getByRole('button', { name: 'Diminuer la mise' });
  await less.focus();
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('Enter');
  await expect(less).toBeDisabled();
  await expect(less).toBeFocused();
  // The message already announces the balance and the win.
  await expect(game.getByTestId('balance')).toHaveAttribute('aria-live', 'off');
  await expect(game.getByTestId('win')).toHaveAttribute('aria-live', 'off');
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

test('slot: the state is asked for once while its script is late, and nothing jumps', async ({
  page,
  signIn,
}) => {
  await page.addInitScript({
    content: `window.shifted = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shifted += value)))
        .observe({ type: 'layout-shift', buffered: true });`,
  });
  let requests = 0;
  const asked = createSignal();
  page.on('request', (request) => {
    if (!/\/play\/[^/]+\/state$/.test(request.url())) return;
    requests += 1;
    asked.give();
  });
  await page.route('**/assets/*/slot.js', async (route) => {
    await asked.given;
    await route.continue();
  });
  await signIn(demo.client);
  const game = await openSlot(page);
  await expect(idleIn(game)).toBeVisible();
  expect(requests).toBe(1);
  const shifted = await idleIn(game).evaluate(() => (window as unknown as { shifted: number }).shifted);
  expect(shifted).toBeLessThan(0.1);

  await game.getByRole('button', { name: 'Règles' }).click();
  const names = await game
    .getByRole('dialog')
    .getByRole('img', { name: /^(?:Symbole|Joker|Bonus)/ })
    .evaluateAll((drawings) => drawings.map(({ ariaLabel }) => ariaLabel));
  const symbols = Array.from({ length: 8 }, (_, index) => `Symbole ${index + 1}`);
  expect(names).toEqual([...symbols, 'Joker', 'Bonus']);
  await expect(game.locator('.pays dd').first()).toHaveText('×1\u202f200');
});

test('slot: the frame says after a while that its script is missing, and a retry brings the game', async ({
  page,
  signIn,
}) => {
  let isMissing = true;
  await page.route('**/assets/*/slot.js', (route) => (isMissing ? route.abort() : route.continue()));
  await signIn(demo.client);
  const game = await openSlot(page);
  const notice = game.getByText("Le jeu n'arrive pas");
  await expect(notice).toHaveCSS('animation-duration', '8s');
  await notice.evaluate((words) => words.getAnimations().forEach((wait) => wait.finish()));
  await expect(notice).toBeVisible();
  isMissing = false;
  await notice.getByRole('link', { name: 'Réessayer' }).click();
  await expect(idleIn(game)).toBeVisible();
  await expect(notice).toBeHidden();
});

test('slot: only a win above the stake is celebrated, and no message moves the reels', async ({
  page,
  signIn,
}) => {
  const spin = { grid: Array(5).fill(['L1', 'L2', 'L3']), lines: [{ line: 0, count: 3 }], scatterCount: 0 };
  const round = { status: 'settled', stake: 1, refusal: null };
  const wins = [0.3, 4.2];
  await page.route('**/play/*/spin', (route) => {
    const win = wins.shift() ?? 0;
    const spins = [{ ...spin, win, isFree: false }];
    return route.fulfill({ json: { balance: 100, round: { ...round, win, spins } } });
  });
  await signIn(demo.client);
  const game = await openSlot(page);
  const play = game.getByRole('button', { name: 'Jouer' });
  const prize = game.locator('#prize');
  await play.click();
  await expect(game.locator('#message')).toHaveText('Gain de 0,30 TND sur 1 ligne.');
  await expect(game.getByTestId('win')).not.toHaveClass(/has-won/);
  await expect(prize).toBeHidden();
  await play.click();
  await expect(game.locator('#message')).toHaveText('Gain de 4,20 TND sur 1 ligne !');
  await expect(game.getByTestId('win')).toHaveClass(/has-won/);
  await expect(prize).toHaveText('+4,20');
  await expect(prize).toBeVisible();
  await play.click();
  await expect(prize).toBeHidden();

  await page.setViewportSize({ width: 360, height: 640 });
  await page.unroute('**/play/*/spin');
  await page.route('**/play/*/spin', (route) => route.fulfill({ status: 202, json: {} }));
  const message = game.locator('#message');
  const tops = () =>
    game
      .locator(':is(.stage, .panel)')
      .evaluateAll((all) => all.map((one) => [one.getBoundingClientRect().top, one.clientHeight]));
  await expect(idleIn(game)).toBeVisible();
  const widthOf = () => game.locator('html').evaluate((html) => html.clientWidth);
  await expect.poll(widthOf).toBeLessThanOrEqual(360);
  const before = await tops();
  expect(before).toHaveLength(2);
  await play.click();
  await expect(message).toHaveText("L'opérateur tarde à répondre. La mise n'est jamais prise deux fois.");
  expect(await tops()).toEqual(before);
  for (const text of ['Prêt à jouer.', 'Gain de 1 234,50 TND avec 8 parties gratuites !']) {
    await message.evaluate((element, words) => (element.textContent = words), text);
    expect(await tops(), text).toEqual(before);
  }
});

test('slot: an open game shows the balance of the header when an agent pays its player', async ({
  page,
  signIn,
  apiAs,
  team,
}) => {
  await page.route('**/play/*/spin', (route) =>
    route.fulfill({
      status: 402,
      json: { balance: 0, round: { status: 'refused', refusal: 'INSUFFICIENT_USER_FUNDS' } },
    }),
  );
  const agent = await apiAs(team.admin);
  const pay = () =>
    agent.post('/transactions', { receiverUsername: team.client.username, amount: 2, type: 'DEPOSIT' });
  await signIn(team.client);
  const game = await openSlot(page);
  const message = game.locator('#message');
  // Recorded, because the next balance replaces the message.
  await message.evaluate((line) =>
    new MutationObserver(() => (line.dataset['said'] += `${line.textContent}\n`)).observe(line, {
      childList: true,
    }),
  );
  await game.getByRole('button', { name: 'Jouer' }).click();
  await expect(message).toHaveAttribute('data-said', /Solde insuffisant/);
  const before = await headerBalance(page);
  await pay();
  await expect.poll(() => headerBalance(page)).toBeCloseTo(before + 2, 2);
  const shown = async () => amountOf((await game.getByTestId('balance').textContent()) ?? '');
  await expect.poll(shown).toBeCloseTo(before + 2, 2);
  await expect(message).toHaveText('Prêt à jouer.');

  await page.unroute('**/play/*/spin');
  // Without free spins and motion, which can take longer than the 12 s after which the game gives up reading
  // the balance.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route('**/play/*/spin', async (route) => {
    const response = await route.fetch();
    const { round, ...rest } = (await response.json()) as { round: { spins: object[] } };
    await route.fulfill({ response, json: { ...rest, round: { ...round, spins: round.spins.slice(0, 1) } } });
  });
  const balance = game.getByTestId('balance');
  const roundOver = createSignal();
  const read = { server: 0, page: 0 };
  await page.route('**/play/*/state', async (route) => {
    const response = await route.fetch();
    read.server += 1;
    await roundOver.given;
    await route.fulfill({ response });
    read.page += 1;
  });
  await pay();
  await expect.poll(() => read.server).toBe(1);
  const stale = await balance.getAttribute('data-value');
  // A round that wins its stake would leave the balance as it was.
  do {
    await game.getByRole('button', { name: 'Jouer' }).click();
    await expect(idleIn(game)).toBeVisible();
  } while ((await balance.getAttribute('data-value')) === stale);
  const played = (await balance.getAttribute('data-value')) ?? '';
  expect(read.page).toBe(0);
  roundOver.give();
  await expect.poll(() => read.page).toBeGreaterThan(1);
  await expect(balance).toHaveAttribute('data-value', played);
});
