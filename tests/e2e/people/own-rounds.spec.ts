import type { Page } from '@playwright/test';
import { amountOf, expect, test } from '../support/test';

const ROUNDS = 3;

/** A signed amount as the page writes it. */
const signed = (text: string): number =>
  text.includes('\u2212') ? -amountOf(text.replace('\u2212', '')) : amountOf(text.replace('+', ''));

/** Plays rounds of the first game and returns the result of the sitting before and after. */
async function play(page: Page): Promise<{ before: number; after: () => Promise<number> }> {
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const game = page.frameLocator('iframe');
  const idle = game.locator('body[data-state="idle"]');
  const figure = page.getByRole('group', { name: 'Votre séance' }).locator('strong');
  const result = async () => signed((await figure.textContent()) ?? '');
  await expect(idle).toBeVisible();
  await expect(figure).toBeVisible();
  const before = await result();
  for (let count = 0; count < ROUNDS; count += 1) {
    await game.getByTestId('spin').click();
    await expect(game.locator('body[data-state="spinning"]')).toBeVisible();
    await expect(idle).toBeVisible({ timeout: 60_000 });
  }
  return { before, after: result };
}

test('own rounds: the bar of the game shows what the list of own rounds adds up to', async ({
  page,
  signIn,
  team,
}) => {
  await signIn(team.client);
  await page.goto('/home');
  const { before, after } = await play(page);
  const rounds = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${sessionStorage.getItem('token')}` };
    const answer = await fetch('/api/v1/casino/rounds', { headers });
    return ((await answer.json()) as { rounds: { result: number }[] }).rounds;
  });
  const played = rounds.slice(0, ROUNDS).reduce((sum, { result }) => sum + result, 0);
  await expect.poll(async () => Math.abs(Math.round(((await after()) - before - played) * 1e6))).toBe(0);

  await page.getByRole('link', { name: 'Historique' }).click();
  await page.getByRole('link', { name: 'Mes parties' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mes parties' })).toBeVisible();
  const newest = page.getByRole('main').getByRole('listitem').first();
  expect(signed((await newest.locator('strong').last().textContent()) ?? '')).toBeCloseTo(
    rounds[0]!.result,
    6,
  );
  await newest.getByRole('link').click();
  await expect(page.getByText('Partie chez le fournisseur')).toBeVisible();
});
