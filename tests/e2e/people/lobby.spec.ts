import { demo, expect, test } from '../support/test';

test('lobby: a played game opens again in one interaction here and in two on another device', async ({
  page,
  signIn,
  openAs,
  team,
}) => {
  await signIn(team.client);
  await page.goto('/home');
  const tile = page.getByTestId('game-tile').first();
  const name = (await tile.getByRole('link').textContent()) ?? '';
  await tile.getByRole('link').click();
  await expect(page.getByRole('button', { name: `Ajouter ${name} aux favoris` })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('region', { name: 'Reprendre · Favoris' }).getByRole('link', { name }).click();
  await expect(page.locator('iframe')).toBeVisible();

  const other = await openAs(team.client);
  await other.goto('/home');
  await other.getByRole('button', { name: 'Tous les jeux' }).click();
  await other.getByTestId('all-games').getByRole('link', { name }).click();
  await expect(other.locator('iframe')).toBeVisible();
});

test('lobby: a title is found despite a typing error and becomes a favourite by keyboard', async ({
  page,
  signIn,
}) => {
  await signIn(demo.client);
  await page.goto('/home');
  await page.getByRole('button', { name: 'Tous les jeux' }).press('Enter');
  await page.getByLabel('Genre').selectOption('crash');
  const results = page.getByTestId('all-games').getByRole('link');
  await expect(results).toHaveCount(28);
  const [typed = ''] = ((await results.last().locator('span span').first().textContent()) ?? '').split(' ');
  await page.getByLabel('Nom du jeu').fill(`${typed.slice(0, 2)}x${typed.slice(2)}`);
  await expect(results.first()).toContainText(typed);
  const heart = page.getByTestId('all-games').getByRole('button').first();
  const isPressed = (await heart.getAttribute('aria-pressed')) === 'true';
  await heart.press('Enter');
  await expect(heart).toHaveAttribute('aria-pressed', String(!isPressed));
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('all-games')).toBeHidden();
  const opener = page.getByRole('button', { name: 'Tous les jeux' });
  await opener.press('Enter');
  await page.getByRole('button', { name: 'Fermer' }).press('Enter');
  await expect(opener).toBeFocused();
});

test('lobby: one row of last games and favourites leaves the providers above the fold', async ({
  page,
  signIn,
  team,
}) => {
  await signIn(team.client);
  await page.goto('/home');
  const tile = page.getByTestId('game-tile').first();
  const name = (await tile.getByRole('link').textContent()) ?? '';
  await tile.getByRole('button', { name: /^Ajouter / }).click();
  await tile.getByRole('link').click();
  await expect(page.getByRole('button', { name: `Retirer ${name} des favoris` })).toBeVisible();
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/home');
    const row = page.getByRole('region', { name: 'Reprendre · Favoris' });
    await row.getByRole('button', { name: 'Favoris', exact: true }).click();
    await expect(row.getByRole('link', { name })).toBeVisible();
    const search = await page.getByRole('search').boundingBox();
    const provider = await page.getByRole('button', { name: 'Pragmatic', exact: true }).boundingBox();
    const rowBox = await row.boundingBox();
    expect(search!.y).toBeLessThan(rowBox!.y);
    const menu = width < 720 ? await page.getByRole('navigation').boundingBox() : null;
    expect(provider!.y + provider!.height).toBeLessThan(menu?.y ?? height);
  }
});

test('lobby: an empty result of one provider leads to the game of another', async ({ page, signIn }) => {
  await signIn(demo.client);
  await page.goto('/home');
  await page.getByRole('button', { name: 'Tous les jeux' }).click();
  await page.getByLabel('Genre').selectOption('crash');
  const title = page.getByTestId('all-games').getByRole('link').first().locator('span span').first();
  const name = (await title.textContent()) ?? '';
  await page.getByRole('button', { name: 'Fermer' }).click();
  await page.getByPlaceholder('Search games...').fill(name);
  await page.getByRole('button', { name: `Chercher «\u00a0${name}\u00a0» dans tous les jeux` }).click();
  await expect(page.getByTestId('all-games').getByRole('link', { name }).first()).toBeVisible();
});
