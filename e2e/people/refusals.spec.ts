import { expect, test } from '@playwright/test';
import { people, signIn } from '../support/people';

test('When the password is wrong or a field is empty, then the login says what the spec says', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Please enter both email and password.')).toBeVisible();
  await page.getByLabel('Username').fill('client');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Invalid email or password.')).toBeVisible();
});

test('When the path is unknown, then the page is the plain text', async ({ page }) => {
  await page.goto('/no/such/path');
  await expect(page.getByText('404 Not Found')).toBeVisible();
});

test('When nobody is signed in, then /admin leads to the login', async ({ page }) => {
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/login$/);
});

test('When somebody is signed in, then the login leads to /home', async ({ page }) => {
  await signIn(page, people.client);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/home/);
});

test('When a remote is gone, then only its region says so, and Réessayer recovers without a reload', async ({
  page,
}) => {
  await page.route('**/remotes/agent/**', (route) => route.fulfill({ status: 404, body: 'gone' }));
  await signIn(page, people.admin);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  const retry = page.getByRole('button', { name: 'Réessayer' });
  await expect(retry).toBeVisible();
  await expect(page.getByTestId('balance').first()).toBeVisible();
  await page.getByRole('link', { name: 'Rapport' }).click();
  await expect(page.getByRole('button', { name: 'Afficher' })).toBeVisible();
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(retry).toBeVisible();
  await page.unroute('**/remotes/agent/**');
  await retry.click();
  await expect(page.getByRole('link', { name: 'Ajouter un nouveux Utilisateur' })).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});
