import { expect, type APIRequestContext, type Page } from '@playwright/test';

/** The seeded hierarchy (design §2). */
export const people = {
  capo: { username: 'capo', password: 'Capo1234' },
  superadmin: { username: 'superadmin', password: 'Super1234' },
  admin: { username: 'admin', password: 'Admin1234' },
  client: { username: 'client', password: 'Client1234' },
} as const;

export interface Person {
  readonly username: string;
  readonly password: string;
}

/** A username nobody has yet, however often the journeys are repeated on one ledger. */
export const freshName = (prefix: string): string => `${prefix}-${Date.now().toString(36)}`;

/** Signs in through the login screen and waits for the catalogue. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/home/);
  await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
}

/** An amount as the screen shows it (French separators) as a number. */
export const amountOf = (text: string): number => Number(text.replace(/[^\d,-]/g, '').replace(',', '.'));

/** The balance in the header. */
export const headerBalance = async (page: Page): Promise<number> =>
  amountOf((await page.getByTestId('balance').first().textContent()) ?? '');

/** Calls the API as `person`, outside the browser, to hold the screen against the ledger. */
export async function apiAs(request: APIRequestContext, person: Person) {
  const login = await request.post('/api/v1/auth/login', { data: person });
  expect(login.ok()).toBe(true);
  const { accessToken } = (await login.json()) as { accessToken: string };
  return async <Body>(path: string): Promise<Body> => {
    const response = await request.get(`/api/v1${path}`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    expect(response.status(), path).toBe(200);
    return (await response.json()) as Body;
  };
}

export interface HistoryPage {
  readonly data: readonly {
    id: number;
    targetUsername: string;
    initiatorTransactionType: string;
    amount: number;
    balanceAfter: number;
  }[];
  readonly totalElements: number;
}
