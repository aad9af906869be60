import { demo, expect, navigate, newUsername, rowOf, test } from '../support/test';

test('create user: a refusal keeps the focus on the button; the recap prints and nothing is stored', async ({
  page,
  signIn,
  loginOf,
  team,
}) => {
  const created = { username: newUsername('new'), password: 'Recapitule77' };
  await signIn(team.superadmin);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Ajouter un nouveux Utilisateur' }).click();
  const name = page.getByLabel('Nom', { exact: true });
  const submit = page.getByRole('button', { name: 'Submit' });
  await name.fill(team.admin.username);
  await page.getByLabel('Mot de passe').fill(created.password);
  await page.getByLabel('Montant').fill('25');
  await submit.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(submit).toBeFocused();
  await name.fill(created.username);
  await submit.press('Enter');
  await expect(page.getByRole('group', { name: "Afficher l'utilisateur" })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Imprimer' })).toBeFocused();
  await expect(page.getByText(created.password)).toBeVisible();
  expect(await loginOf(created)).toMatchObject({ user: { roleName: 'ROLE_ADMIN', balance: 25 } });

  const stored = () =>
    page.evaluate(async () =>
      JSON.stringify([
        [window.location.href, window.history.state, document.title, document.cookie],
        [{ ...localStorage }, { ...sessionStorage }, await caches.keys(), await indexedDB.databases()],
      ]),
    );
  expect(await stored()).not.toContain(created.password);
  await page.getByRole('link', { name: 'Accueil', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
  expect(await stored()).not.toContain(created.password);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/create$/);
  await expect(page.getByLabel('Mot de passe')).toHaveValue('');
  await expect(page.getByText(created.password)).toHaveCount(0);
});

test('password of a client: it is typed hidden, and the client signs in with it', async ({
  page,
  signIn,
  loginOf,
  team,
  newClient,
}) => {
  const client = await newClient(0);
  const password = 'Nouveau4567';
  await signIn(team.admin);
  await page.goto(`/admin?username=${client.username}`);
  await rowOf(page, client).getByRole('link', { name: 'Modifier' }).click();
  const field = page.getByLabel('Mot de passe');
  const name = page.getByLabel('Nom', { exact: true });
  await expect(field).toBeFocused();
  await expect(name).toHaveValue(client.username);
  await expect(name).not.toBeEditable();
  await expect(name).toHaveAttribute('autocomplete', 'username');
  const passwordFields = page.locator('[type=password]');
  await expect(passwordFields).toHaveCount(0);
  await page.keyboard.type(password);
  await expect(field).toHaveCSS('-webkit-text-security', 'disc');
  await page.getByRole('button', { name: 'Afficher le mot de passe' }).click();
  await expect(field).toHaveCSS('-webkit-text-security', 'none');
  await page.getByRole('button', { name: 'Afficher le mot de passe' }).click();
  await expect(field).toHaveCSS('-webkit-text-security', 'disc');
  await expect(passwordFields).toHaveCount(0);
  await field.press('Enter');
  await expect(page).toHaveURL(/\/admin\?username/);
  await loginOf({ username: client.username, password });

  await page.goto('/admin/create');
  await expect(field).toHaveCSS('-webkit-text-security', 'disc');
  await expect(passwordFields).toHaveCount(0);
});

test('sub-account list: a client whom an admin deactivates signs in only after an activation', async ({
  page,
  signIn,
  api,
  team,
  newClient,
}) => {
  const client = await newClient(0);
  const canSignIn = async () => (await api.post('/api/v1/auth/login', { data: client })).ok();
  await signIn(team.admin);
  await page.goto(`/admin?username=${client.username}`);
  const row = rowOf(page, client);
  await row.getByRole('button', { name: /^Désactiver/ }).click();
  await row.getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByText('Désactivation avec succès')).toBeVisible();
  expect(await canSignIn()).toBe(false);
  await row.getByRole('button', { name: /^Activer/ }).click();
  await expect(page.getByText(/^Activation avec succès/)).toBeVisible();
  expect(await canSignIn()).toBe(true);
});

test('sub-account list on a phone: Back from a row opens its page with the row in view and focused', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(demo.admin);
  const list = '/admin?page=2&tri=-nom';
  await page.goto(list);
  const name = page.locator('tbody tr').last().locator('[data-card="title"] a');
  for (const action of ['Historique', 'Modifier']) {
    await navigate(page, list);
    await expect(page.locator('tbody tr')).toHaveCount(25);
    const wanted = (await name.textContent()) ?? '';
    await page.getByRole('button', { name: 'Autres actions' }).last().click();
    await page.getByRole('link', { name: action, exact: true }).last().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${action}\u00a0: ${wanted}`);
    if (action === 'Historique') await page.getByRole('link', { name: 'Back' }).click();
    else await page.goBack();
    await expect(page).toHaveURL(list);
    await expect(name).toBeFocused();
    await expect(name).toHaveText(wanted);
    await expect(name).toBeInViewport();
  }
});

test('sub-account list: the table head and the phone’s menu never cover the focus of the keyboard', async ({
  page,
  signIn,
}) => {
  await signIn(demo.admin);
  await page.goto('/admin');
  const links = page.locator('tbody').getByRole('link', { name: 'Ajouter', exact: true });
  await expect(links).toHaveCount(25);
  const row = links.nth(15);
  await row.focus();
  await row.evaluate((link) => window.scrollBy({ top: link.getBoundingClientRect().top - 60 }));
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press('ArrowUp');
    const isCovered = await page.locator('thead').evaluate((head) => {
      const cells = [...head.querySelectorAll('th')].map((cell) => cell.getBoundingClientRect().bottom);
      return (document.activeElement?.getBoundingClientRect().top ?? 0) < Math.min(...cells);
    });
    expect(isCovered).toBe(false);
  }

  await page.setViewportSize({ width: 390, height: 664 });
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  // The menu is not shown while the field has the focus.
  const { y: menuTop = NaN } = (await menu.boundingBox()) ?? {};
  await page.getByRole('searchbox').focus();
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    // After the last control the browser's own bars have the focus, and the page's is its body.
    const bottom = await page.evaluate(() =>
      document.activeElement === document.body || document.activeElement?.closest('nav')
        ? 0
        : (document.activeElement?.getBoundingClientRect().bottom ?? NaN),
    );
    expect(bottom).toBeLessThanOrEqual(menuTop);
  }
});
