import { expect, test, type Page } from '@playwright/test';
import { freshName, headerBalance, people, signIn } from '../support/people';

/** What has the focus, in the words a screen reader would begin with. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
  });

/** Presses Tab until the focus stands on `name`; every stop on the way can be seen. Fails after 80. */
async function tabTo(page: Page, name: RegExp): Promise<string[]> {
  const stops: string[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    stops.push(await focused(page));
    await expect(page.locator(':focus')).toBeVisible();
    if (name.test(stops.at(-1)!)) return stops;
  }
  throw new Error(`Tab never came to ${String(name)}: ${stops.join(' | ')}`);
}

test('When an agent has only a keyboard, then it signs in, pays a client and signs out', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Username').focus();
  await page.keyboard.type(people.admin.username);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(people.admin.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home/);
  const before = await headerBalance(page);

  await page.goto('/admin?username=client');
  const row = page.getByRole('row').filter({ has: page.getByText('client', { exact: true }) });
  await expect(row).toHaveCount(1);
  await tabTo(page, /^Ajouter(?! un)/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/refund\/\d+/);
  await expect(page.locator('main input').first()).toBeVisible();
  for (let presses = 0; presses < 10; presses += 1) {
    if (
      await page
        .locator('main input')
        .first()
        .evaluate((input) => input === document.activeElement)
    )
      break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin/);
  await expect.poll(() => headerBalance(page)).toBeCloseTo(before - 1, 2);

  await page.goto('/admin');
  await expect(page.getByRole('table')).toBeVisible();
  const header = await tabTo(page, /Déconnexion|Se déconnecter|Logout/i);
  expect(header[0]).toBe('Aller au contenu');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login|\/$/);
});

test('When a creation is refused and then succeeds, then the focus is where one goes on', async ({
  page,
}) => {
  await signIn(page, people.admin);
  await page.goto('/admin/create');
  const submit = page.getByRole('button', { name: 'Submit' });
  await page.getByLabel('Nom', { exact: true }).fill('client');
  await page.getByLabel('Mot de passe').fill('Nouveau1234');
  await page.getByLabel('Montant').fill('0');
  await submit.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(submit).toBeFocused();
  await page.getByLabel('Nom', { exact: true }).fill(freshName('focus'));
  await submit.press('Enter');
  await expect(page.getByText('Nouveau1234')).toBeVisible();
  expect(await focused(page)).toBe("Afficher l'utilisateur");
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Imprimer' })).toBeFocused();
});

test('When one goes up a long list by keyboard, then no link stands under the head that stays at the top', async ({
  page,
}) => {
  await signIn(page, people.admin);
  await page.goto('/admin');
  const links = page.locator('tbody').getByRole('link', { name: 'Ajouter', exact: true });
  await expect(links).toHaveCount(25);
  const row = links.nth(15);
  await row.focus();
  await row.evaluate((link) => window.scrollBy({ top: link.getBoundingClientRect().top - 60 }));
  const head = page.locator('thead');
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press('Shift+Tab');
    const covered = await head.evaluate((rows) => {
      const focused = document.activeElement?.getBoundingClientRect();
      const cells = [...rows.querySelectorAll('th')].map((cell) => cell.getBoundingClientRect().bottom);
      return focused !== undefined && focused.top < Math.min(...cells);
    });
    expect(covered, await focused(page)).toBe(false);
  }
});

test('When one goes down a page by keyboard on a narrow screen, then nothing that has the focus stands under the menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await signIn(page, people.admin);
  await page.goto('/admin');
  await expect(page.locator('tbody tr')).toHaveCount(25);
  const menu = await page.getByRole('navigation', { name: 'Menu principal' }).boundingBox();
  await page.getByRole('searchbox').focus();
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    const foot = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? NaN);
    expect(foot, await focused(page)).toBeLessThanOrEqual(menu?.y ?? NaN);
  }
});

test('When one goes from screen to screen by keyboard, then the focus is on the title of each, and from the login on', async ({
  page,
}) => {
  await signIn(page, people.superadmin);
  await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeFocused();
  for (const name of ['Rapport', 'Historique', 'Paramètres', 'Admin']) {
    await page.getByRole('link', { name, exact: true }).first().press('Enter');
    await expect(page.getByRole('heading', { name, level: 1 })).toBeFocused();
  }
  await page.getByRole('link', { name: 'Rapport' }).press('Enter');
  // Its screen comes by a file of its own: a frame stands for it meanwhile, which takes the focus with it as it goes.
  await page.getByRole('link', { name: 'Balance de vérification' }).press('Enter');
  await expect(page.getByText('Comptée le')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Balance de vérification' })).toBeFocused();
});
