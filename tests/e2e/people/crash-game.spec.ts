import type { FrameLocator, Page } from '@playwright/test';
import { replaceCrashGameServer } from '../support/crash-game-wire';
import { demo, expect, headerBalance, test, type HistoryPage } from '../support/test';

async function openCrashGame(page: Page): Promise<FrameLocator> {
  await page.goto('/home?provider=SPRIBE');
  await page.getByTestId('game-tile').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/game\/SPRIBE\//);
  const game = page.frameLocator('iframe');
  await expect(game.locator('body[data-state="idle"]')).toBeVisible();
  return game;
}

async function takeOff(page: Page): Promise<FrameLocator> {
  const game = await openCrashGame(page);
  await game.getByTestId('bet').click();
  await expect(game.getByTestId('bet')).toContainText('Encaisser ');
  return game;
}

test('crash game: a flight goes on after a reload and pays one win for one stake', async ({
  page,
  signIn,
  apiAs,
  newClient,
}) => {
  const client = await newClient(100);
  await signIn(client);
  const game = await openCrashGame(page);
  const idle = game.locator('body[data-state="idle"]');
  const flying = game.locator('body[data-state="flying"]');
  expect(await game.getByTestId('commitment').getAttribute('data-commitment')).toMatch(/^[0-9a-f]{64}$/);

  let flights = 0;
  let isCashedOut = false;
  // A flight may crash before the cash-out, so flights are repeated until one is cashed out.
  while (!isCashedOut) {
    flights += 1;
    expect(flights, 'flights that crashed early').toBeLessThan(30);
    await game.getByTestId('bet').click();
    await expect(flying.or(idle)).toBeVisible();
    if (await idle.isVisible()) continue;
    const before = (await page.locator('iframe').getAttribute('src')) ?? '';
    await (flights % 2 === 0 ? page.reload() : page.getByRole('button', { name: 'Reload' }).click());
    await expect(page.locator(`iframe:not([src="${before}"])`)).toBeVisible();
    await expect(flying.or(idle)).toBeVisible();
    // Clicked in the page itself: a click that waits would stake again once the flight has crashed.
    await game.getByTestId('bet').evaluate((button: HTMLButtonElement) => {
      if (button.textContent.startsWith('Encaisser')) button.click();
    });
    await expect(idle).toBeVisible();
    isCashedOut = await game.locator('body[data-end="cashed-out"]').isVisible();
  }
  const won = Number(await game.getByTestId('win').getAttribute('data-value'));
  await game.getByRole('button', { name: 'Règles' }).click();
  await expect(game.getByText('vérifié par votre navigateur ✓').first()).toBeVisible();
  await expect(game.getByText('ne correspond pas ✗')).toHaveCount(0);

  const ledger = await apiAs(client);
  const { data } = await ledger.get<HistoryPage>('/transactions/history/outgoing?page=0&size=100');
  const amountsOf = (type: string) =>
    data.filter((item) => item.initiatorTransactionType === type).map(({ amount }) => amount);
  expect(amountsOf('BET')).toHaveLength(flights);
  expect(amountsOf('WIN')).toEqual([won]);
  await page.getByRole('button', { name: 'Back' }).click();
  const { balance } = await ledger.get<{ balance: number }>('/user/me');
  await expect.poll(() => headerBalance(page)).toBeCloseTo(balance, 2);
});

test('crash game: a cash-out says that it waits for its answer, and a late poll changes nothing', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (...call) =>
      fetch(...call).catch((error: unknown) => {
        // In a later task, when the page has handled the failure.
        setTimeout(() => (document.body.dataset['lost'] = 'yes'));
        throw error;
      });
  });
  const wire = await replaceCrashGameServer(page);
  await signIn(demo.client);
  const game = await takeOff(page);
  const button = game.getByTestId('bet');
  const message = game.locator('#message');
  await button.click();
  await expect(button).toHaveText('Encaissement…');
  await expect(button).toBeDisabled();
  await expect(message).toHaveText('Encaissement demandé…');
  await wire.breakPoll();
  await expect(message).toHaveText('Connexion perdue, nouvelle tentative…');
  await wire.answerFlying(1000);
  await expect(message).toHaveText('Encaissement demandé…');
  // A click and the space bar at the moment when the page shows the end must not stake again.
  await game.locator('body').evaluate((body) => {
    delete body.dataset['lost'];
    new MutationObserver(() => {
      if (body.dataset['state'] !== 'idle') return;
      body.querySelector<HTMLButtonElement>('[data-testid="bet"]')?.click();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }));
      body.dataset['pressed'] = 'yes';
    }).observe(body, { attributes: true, attributeFilter: ['data-state'] });
  });
  await wire.untilPolled();
  await wire.answerCashedOut(150);
  await expect(game.locator('body[data-pressed][data-end="cashed-out"]')).toBeVisible();
  await expect(game.locator('#prize')).toHaveText('+1,50');
  await wire.breakPoll();
  await expect(game.locator('body[data-lost]')).toBeVisible();
  await expect(message).toContainText('Gain de 1,50');
  await expect(button).toHaveText('Miser');
  await expect(button).toBeEnabled();
  expect(wire.stakes()).toBe(1);
});

test('crash game: the multiplier is the server’s after the phone slept', async ({ page, signIn }) => {
  const wire = await replaceCrashGameServer(page);
  await signIn(demo.client);
  const game = await takeOff(page);
  const message = game.locator('#message');
  await message.evaluate((output) =>
    new MutationObserver(
      () => (output.dataset['all'] = `${output.dataset['all'] ?? ''}${output.textContent}`),
    ).observe(output, { childList: true }),
  );
  await wire.answerFlying(600_000);
  // The highest multiplier, which the page's own clock would reach only long after the test.
  await expect(game.getByTestId('multiplier')).toHaveAttribute('data-value', '100000');
  await expect(message).toHaveAttribute('data-all', /En vol à ×100,00…/);
  await expect(game.getByRole('button', { name: 'Encaisser', exact: true })).toHaveText(
    /^Encaisser 1\s000,00$/,
  );
});

test('crash game on a phone: no last flight that shows is cut, and buttons stay inside their panel', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/play/*/state', async (route) => {
    const answer = await route.fetch();
    const state = (await answer.json()) as object;
    const recent = Array.from({ length: 12 }, (_, index) => ({
      spinId: `s${index}`,
      flight: { crashPoint: 150 + 1000 * index },
    }));
    await route.fulfill({ response: answer, json: { ...state, recent } });
  });
  await signIn(demo.client);
  const game = await openCrashGame(page);
  const list = game.locator('#recent');
  await expect(list.getByRole('button')).toHaveCount(12);
  const fits = await list.evaluate((place) => {
    const { right, bottom } = place.getBoundingClientRect();
    return [...place.querySelectorAll('button')]
      .map((chip) => chip.getBoundingClientRect())
      .filter((chip) => chip.top < bottom && chip.left < right)
      .map((chip) => chip.right <= right);
  });
  expect(fits.length).toBeGreaterThan(1);
  expect(fits).not.toContain(false);
  const overhang = async () => [
    await game.locator('.panel').evaluate((panel) => panel.scrollWidth - panel.clientWidth),
    await game.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight),
  ];
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(overhang, `${width} px`).toEqual([0, 0]);
  }
});
