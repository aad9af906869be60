import { expect, newUsername, test, type Api } from '../support/test';

const SIZES = [
  { name: 'desk', viewport: { width: 1280, height: 800 }, isTouched: false },
  { name: 'phone', viewport: { width: 390, height: 844 }, isTouched: true },
];

const idOf = async (api: Api, username: string): Promise<number> => {
  const { data } = await api.post<{ data: { id: number }[] }>(`/user/search?username=${username}`);
  return data[0]!.id;
};

for (const { name, viewport, isTouched } of SIZES)
  test.describe(name, () => {
    test.use({ viewport, hasTouch: isTouched, isMobile: isTouched });

    test(`limits on a ${name}: a parent sets them, and the agent reads them before typing`, async ({
      page,
      signIn,
      openAs,
      apiAs,
      team,
    }) => {
      const agent = { username: newUsername('agent'), password: 'Equipe1234' };
      await (
        await apiAs(team.superadmin)
      ).post('/auth/super-admin/register-admin', { ...agent, balance: 500 });
      const player = { username: newUsername('player'), password: 'Matmata1234' };
      await (await apiAs(agent)).post('/auth/admin/register-client', { ...player, balance: 10 });

      await signIn(team.superadmin);
      await page.goto(`/admin/${await idOf(await apiAs(team.superadmin), agent.username)}`);
      await page.getByRole('button', { name: 'Limites', exact: true }).click();
      await page.getByLabel('Par ajout (DT)').fill('20');
      await page.getByLabel('Par jour (DT)').fill('50,5');
      await page.getByRole('button', { name: 'Enregistrer' }).click();
      await expect(page.getByText('Limites enregistrées.')).toBeVisible();

      const desk = await openAs(agent);
      await desk.goto(`/refund/${await idOf(await apiAs(agent), player.username)}`);
      const limits = desk.getByRole('list', { name: 'Limites de cet ajout' });
      await expect(limits).toContainText(/20,00.DT au plus par ajout/);
      // The opening balance of the player counts.
      await expect(limits).toContainText(/Encore 40,50.DT à ajouter/);
      await desk.getByRole('spinbutton', { name: 'Montant' }).fill('21');
      await desk.keyboard.press('Enter');
      await expect(desk.getByRole('alert')).toContainText(/dépasse votre limite de 20,00.DT par ajout/);
      await desk.getByRole('spinbutton', { name: 'Montant' }).fill('20');
      await desk.keyboard.press('Enter');
      await expect(desk).toHaveURL(/\/admin$/);
    });

    test(`protection on a ${name}: a player limits itself, pauses and excludes itself`, async ({
      page,
      signIn,
      openAs,
      newClient,
      apiAs,
      team,
    }) => {
      const player = await newClient(100);
      await signIn(player, { ownSession: true });
      await page.goto('/home');
      await page.getByRole('link', { name: 'Jeu responsable' }).click();
      await page.getByLabel('Montant (DT)').fill('0');
      await page.getByRole('button', { name: 'Fixer la limite' }).click();
      await expect(page.getByText('Limite fixée.')).toBeVisible();

      await page.getByRole('link', { name: 'Accueil' }).first().click();
      await page.getByTestId('game-tile').getByRole('link').first().click();
      const game = page.frameLocator('iframe');
      await expect(game.locator('body[data-state="idle"]')).toBeVisible({ timeout: 60_000 });
      // The reason comes by the socket, which opens once the game is there.
      await expect(async () => {
        await game.getByTestId('spin').click();
        await expect(page.getByText(/Mise refusée.: votre limite de mises est atteinte/)).toBeVisible({
          timeout: 5_000,
        });
      }).toPass({ timeout: 90_000 });

      await page.goto('/protection');
      await page.getByRole('button', { name: /^24.heures$/ }).click();
      await page.getByRole('button', { name: 'Confirmer' }).click();
      await expect(page.getByText(/Vous êtes en pause jusqu'au/)).toBeVisible();
      await page.goto('/home');
      await page.getByTestId('game-tile').getByRole('link').first().click();
      await expect(page.getByRole('alert')).toContainText(/Vous êtes en pause jusqu'au/);

      await page.goto('/protection');
      await page.getByRole('button', { name: /^6.mois$/ }).click();
      await page.getByRole('button', { name: 'Confirmer' }).click();
      await expect(page).toHaveURL(/\/login$/, { timeout: 60_000 });
      await page.getByLabel('Username').fill(player.username);
      await page.getByLabel('Password').fill(player.password);
      await page.getByRole('button', { name: 'Login' }).click();
      const refusal = page.getByRole('alert');
      await expect(refusal).toContainText('Invalid email or password.');
      await expect(refusal).toContainText(/Vous êtes exclu du jeu jusqu'au .* Adressez-vous à agent-/);

      const desk = await openAs(team.admin);
      await desk.goto(`/refund/${await idOf(await apiAs(team.admin), player.username)}`);
      await expect(desk.getByText(/Ce joueur s'est exclu du jeu jusqu'au/)).toBeVisible();
    });
  });
