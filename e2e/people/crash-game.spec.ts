import { expect, test, type Page } from '@playwright/test';
import { takeFlightWire } from '../support/crash-game-wire';
import { people, signIn } from '../support/people';

async function openFlight(page: Page) {
  await signIn(page, people.client);
  await page.getByRole('button', { name: 'Show More' }).click();
  await page.getByRole('button', { name: 'Spribe', exact: true }).click();
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const game = page.frameLocator('iframe');
  await expect(game.locator('body[data-state="idle"]')).toBeVisible();
  return game;
}

async function takeOff(page: Page) {
  const game = await openFlight(page);
  await game.getByTestId('bet').click();
  await expect(game.getByTestId('bet')).toContainText('Encaisser ');
  return game;
}

test('When the player cashes out and the answer is long in coming, then the button and the message say what was asked for', async ({
  page,
}) => {
  const wire = await takeFlightWire(page);
  const game = await takeOff(page);
  const button = game.getByTestId('bet');
  const message = game.locator('#message');
  await button.click();
  await expect(button).toHaveText('Encaissement…');
  await expect(button).toBeDisabled();
  await expect(message).toHaveText('Encaissement demandé…');
  await wire.loseNews();
  await expect(message).toHaveText('Connexion perdue, nouvelle tentative…');
  await wire.tellInTheAir(1000);
  await expect(message).toHaveText('Encaissement demandé…');
  await wire.tellCashedOut(150);
  await expect(message).toContainText('Gain de 1,50');
  await expect(game.locator('#prize')).toHaveText('+1,50');
  await expect(button).toHaveText('Miser');
});

test('When there are more last flights than a phone is wide, then none of those that are shown is cut', async ({
  page,
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
  const list = (await openFlight(page)).locator('#recent');
  await expect(list.getByRole('button')).toHaveCount(12);
  const edges = await list.evaluate((place) => {
    const { right, bottom } = place.getBoundingClientRect();
    return [...place.querySelectorAll('button')]
      .map((chip) => chip.getBoundingClientRect())
      .filter((chip) => chip.top < bottom && chip.left < right)
      .map((chip) => chip.right <= right);
  });
  expect(edges.length).toBeGreaterThan(1);
  expect(edges).not.toContain(false);
});

test('When the line that waited for news of a flight breaks after its end, then what the end said stays', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (...call) =>
      fetch(...call).catch((error: unknown) => {
        // By then the page has heard of it.
        setTimeout(() => (document.body.dataset['lost'] = 'yes'));
        throw error;
      });
  });
  const wire = await takeFlightWire(page);
  const game = await takeOff(page);
  await game.getByTestId('bet').click();
  await wire.tellCashedOut(150);
  const over = game.locator('body[data-end="cashed-out"]');
  await expect(over).toBeVisible();
  await wire.loseNews();
  await expect(game.locator('body[data-lost]')).toBeVisible();
  expect(await game.locator('#message').textContent()).toContain('Gain de 1,50');
  expect(await over.getAttribute('data-state')).toBe('idle');
});

test('When a phone has slept in mid-flight, then the flight is where the server says it is', async ({
  page,
}) => {
  const wire = await takeFlightWire(page);
  const game = await takeOff(page);
  await wire.tellInTheAir(600_000);
  // The highest there is: no flight that is followed by the page's own clock gets there within a test.
  await expect(game.getByTestId('multiplier')).toHaveAttribute('data-value', '100000');
});

test('When one plays by ear, then the button keeps its name all the flight long, and the message tells how far it is', async ({
  page,
}) => {
  const wire = await takeFlightWire(page);
  const game = await takeOff(page);
  const message = game.locator('#message');
  await message.evaluate((said) =>
    new MutationObserver(
      () => (said.dataset['all'] = `${said.dataset['all'] ?? ''}${said.textContent}`),
    ).observe(said, { childList: true }),
  );
  await wire.tellInTheAir(600_000);
  await expect(message).toHaveAttribute('data-all', /En vol à ×100,00…/);
  await expect(game.getByRole('button', { name: 'Encaisser', exact: true })).toHaveText(
    /^Encaisser 1\s000,00$/,
  );
});
