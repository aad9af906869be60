import type { Page } from '@playwright/test';
import { createPerson } from '../support/interactions';
import { expect, test } from '../support/test';

const PHONE = { width: 390, height: 844 };
const LIMIT = { timeout: 30_000 };

const panel = (page: Page) => page.getByRole('region', { name: 'Demandes', exact: true });

test('request: three touches of the player and three of the agent, from asking to paid', async ({
  page,
  openAs,
  signIn,
  team,
  newClient,
}) => {
  const client = await newClient(100);
  await signIn(team.admin);
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const agent = createPerson(page);

  const playerPage = await openAs(client);
  await playerPage.goto('/home');
  const player = createPerson(playerPage);
  await player.tap(playerPage.getByRole('link', { name: 'Demandes' }));
  await expect(playerPage.getByLabel('Montant')).toBeFocused();
  await player.type('40');
  await player.tap(playerPage.getByRole('button', { name: 'Demander un ajout' }));
  expect(player.count()).toBeLessThanOrEqual(3);

  const pay = panel(page).getByRole('link', { name: `Payer la demande de ${client.username}` });
  await expect(pay).toBeVisible(LIMIT);
  await expect(panel(page)).toContainText(/à l'instant|il y a/);
  await expect(playerPage.getByText(/Vu le/)).toBeVisible(LIMIT);
  await agent.tap(pay);
  await expect(page.getByLabel('Montant')).toHaveValue('40', LIMIT);
  await expect(page.getByText(/Demande n°/)).toBeVisible();
  await agent.press('Enter');
  await expect(page).toHaveURL(/\/admin/, LIMIT);
  expect(agent.count()).toBeLessThanOrEqual(3);

  await expect(playerPage.getByText(/Payé le/)).toBeVisible(LIMIT);
  await expect(playerPage.getByTestId('balance')).toHaveText('140,00', LIMIT);
  await playerPage.getByRole('link', { name: 'Reçu' }).click();
  await expect(playerPage.getByText('Demande', { exact: true })).toBeVisible(LIMIT);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });
  test('request: two touches refuse a payout with a reason that the player reads', async ({
    page,
    openAs,
    signIn,
    apiAs,
    team,
    newClient,
  }) => {
    const client = await newClient(100);
    await (await apiAs(client)).post('/requests', { type: 'WITHDRAWAL', amount: 30 });
    await signIn(team.admin);
    await page.goto('/admin');
    const agent = createPerson(page);
    const refuse = panel(page).getByRole('button', { name: `Refuser la demande de ${client.username}` });
    await expect(refuse).toBeVisible(LIMIT);
    await agent.tap(refuse);
    await agent.tap(page.getByRole('button', { name: 'Compte à vérifier' }));
    await expect(refuse).toBeHidden(LIMIT);
    expect(agent.count()).toBeLessThanOrEqual(3);

    const playerPage = await openAs(client);
    await playerPage.goto('/requests');
    await expect(playerPage.getByText('Refusé\u00a0: Compte à vérifier')).toBeVisible(LIMIT);
    expect(await playerPage.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
