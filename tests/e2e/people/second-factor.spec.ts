import { Secret, TOTP } from 'otpauth';
import type { Page } from '@playwright/test';
import { expect, test, type Account } from '../support/test';

async function signInOnScreen(page: Page, { username, password }: Account): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** A code that was not used before, at the latest 30 seconds later: each step has one code. */
async function nextCode(secret: string, used: Set<string>): Promise<string> {
  const code = (): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await expect.poll(() => used.has(code()), { timeout: 90_000, intervals: [1_000] }).toBe(false);
  const fresh = code();
  used.add(fresh);
  return fresh;
}

for (const role of ['client', 'admin', 'superadmin'] as const)
  test(`second factor: the ${role} adds an app, signs in with its code and removes it`, async ({
    page,
    team,
  }) => {
    test.setTimeout(300_000);
    const account = team[role];
    const used = new Set<string>();
    await signInOnScreen(page, account);
    await page.waitForURL('**/home');
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Ajouter une application' }).click();
    const dialog = page.getByRole('dialog', { name: "Confirmez que c'est vous" });
    await dialog.getByLabel('Mot de passe').fill(account.password);
    await dialog.getByRole('button', { name: 'Confirmer' }).click();
    await expect(page.getByRole('img', { name: "Code QR de l'application" })).toBeVisible();
    const link = page.getByRole('link', { name: "Ouvrir l'application de cet appareil" });
    const secret = new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? '';
    await page.getByLabel("Code affiché par l'application").fill(await nextCode(secret, used));
    await page.getByRole('button', { name: 'Confirmer' }).click();
    await expect(page.getByRole('list', { name: 'Codes de secours' }).getByRole('listitem')).toHaveCount(8);
    await page.getByRole('button', { name: 'Je les ai gardés' }).click();
    await expect(page.getByText('Il reste 8 codes de secours.')).toBeVisible();

    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await page.waitForURL('**/login');
    await signInOnScreen(page, account);
    await page.getByLabel("Code de l'application").fill([...used][0]!);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText("Ce code n'est pas valable");
    await page.getByLabel("Code de l'application").fill(await nextCode(secret, used));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');

    // The code of the sign-in is a proof for five minutes.
    await page.goto('/settings');
    await page.getByRole('button', { name: "Retirer l'application" }).click();
    await page.getByRole('button', { name: 'Confirmer' }).click();
    await expect(page.getByText('Application retirée.')).toBeVisible();
  });
