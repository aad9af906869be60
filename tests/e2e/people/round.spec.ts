import { expect, test, type HistoryPage } from '../support/test';

test('round: an admin knows owner, stakes and wins of n° X in three interactions from the home page', async ({
  page,
  signIn,
  openAs,
  apiAs,
  team,
}) => {
  const player = await openAs(team.client);
  await player.goto('/home');
  await player.getByTestId('game-tile').getByRole('link').first().click();
  const title = await player.getByRole('heading', { level: 1 }).innerText();
  const game = player.frameLocator('iframe');
  await game.getByTestId('spin').click();
  const client = await apiAs(team.client);
  const history = () => client.get<HistoryPage>('/transactions/history/outgoing?page=0&size=25');
  const stake = async () =>
    (await history()).data.find(({ initiatorTransactionType: kind }) => kind === 'BET');
  await expect.poll(stake).toBeDefined();
  const { id, amount } = (await stake())!;

  await signIn(team.admin);
  await page.goto('/home');
  await page.getByRole('link', { name: 'Rapport', exact: true }).click();
  await page.getByRole('textbox', { name: 'Partie n°' }).fill(String(id));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: `Partie n°\u00a0${id}` })).toBeVisible();
  await expect(page.getByText(team.client.username)).toBeVisible();
  await expect(page.getByText(title).first()).toBeVisible();
  const shown = page.getByRole('table', { name: 'Compte de la partie' });
  await expect(shown.getByRole('row', { name: 'Mises' })).toContainText(String(amount).replace('.', ','));
  await expect(shown.getByRole('row', { name: 'Gains' })).toBeVisible();

  await player.goto('/history');
  await player.getByRole('link', { name: 'Voir la partie' }).first().click();
  await expect(player.getByRole('heading', { name: /^Partie n°/ })).toBeVisible();
});
