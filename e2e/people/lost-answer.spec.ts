import { expect, test, type Page, type Route } from '@playwright/test';
import { headerBalance, people, signIn } from '../support/people';

const TRANSACTIONS = '**/api/v1/transactions';

/** Sends 5 to the demo's client on its own screen; `answer` decides what becomes of the call. */
async function sendFive(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.goto('/admin?username=client');
  const row = page.getByRole('row').filter({ has: page.getByText('client', { exact: true }) });
  await row.getByRole('link', { name: /Ajouter/ }).click();
  await expect(page).toHaveURL(/\/refund\/\d+/);
  await page.route(TRANSACTIONS, answer);
  await page.locator('main input').first().fill('5');
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toContainText('résultat inconnu');
  await page.unroute(TRANSACTIONS);
}

test('When the answer to a deposit is lost after its commit, then a reload says that it was done, and it was done once', async ({
  page,
}) => {
  await signIn(page, people.admin);
  const before = await headerBalance(page);
  await sendFive(page, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.reload();
  await expect(page.locator('main')).toContainText('opération effectuée');
  await page.goto('/admin');
  await expect.poll(() => headerBalance(page)).toBeCloseTo(before - 5, 2);
});

test('When a deposit never reached the server, then a reload says that it was not done, and nothing moved', async ({
  page,
}) => {
  await signIn(page, people.admin);
  const before = await headerBalance(page);
  await sendFive(page, (route) => route.abort('connectionreset'));
  await page.reload();
  await expect(page.locator('main')).toContainText('opération non effectuée');
  await page.goto('/admin');
  await expect.poll(() => headerBalance(page)).toBeCloseTo(before, 2);
});

test('When the agent is in the next form as a deposit is answered, then a notice tells it and the form stays as typed', async ({
  page,
}) => {
  await signIn(page, people.admin);
  const before = await headerBalance(page);
  await page.goto('/admin?username=client');
  const row = page.getByRole('row').filter({ has: page.getByText('client', { exact: true }) });
  await row.getByRole('link', { name: /Ajouter/ }).click();
  let answer: () => void = () => undefined;
  const isDue = new Promise<void>((resolve) => (answer = resolve));
  await page.route(TRANSACTIONS, async (route) => {
    await isDue;
    await route.continue();
  });
  await page.locator('main input').first().fill('5');
  await page.keyboard.press('Enter');
  // The overlay covers the screen, not the history.
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\?username=client/);
  await row.getByRole('link', { name: 'Retirer' }).dispatchEvent('click');
  await expect(page).toHaveURL(/\/withdraw\/\d+/);
  const amount = page.locator('main input').first();
  await amount.fill('12');
  answer();
  await expect(page.getByRole('log')).toContainText('Ajout de 5,00 DT à client : opération effectuée.');
  await expect(page).toHaveURL(/\/withdraw\/\d+/);
  await expect(amount).toHaveValue('12');
  await expect.poll(() => headerBalance(page)).toBeCloseTo(before - 5, 2);
  await amount.hover();
  await amount.focus();
  await page.mouse.wheel(0, 300);
  await expect(amount).not.toBeFocused();
  await expect(amount).toHaveValue('12');
});
