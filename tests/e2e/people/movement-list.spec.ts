import type { Page, Route } from '@playwright/test';
import { expect, test, type HistoryPage } from '../support/test';

const TRANSACTIONS = '**/api/v1/transactions';
const CLIENTS = 5;
const GOOD_LINES = 95;
/** The connection is lost after the server has carried out this line. */
const CUT_AT = 40;

const rows = (page: Page, state: string) => page.getByRole('row').filter({ hasText: state });

/** 95 lines with the amounts 1 to 95, and five that cannot be sent. */
function pastedText(names: readonly string[]): string {
  const good = Array.from(
    { length: GOOD_LINES },
    (_, index) => `${names[index % names.length]}\t${index + 1}`,
  );
  const bad = [
    'inconnu.du.tout\t5',
    `${names[0]}\t12,5`,
    `${names[0]}\t0`,
    `${names[1]}`,
    `1\t${names[1]}\t5`,
  ];
  bad.forEach((line, index) => good.splice(index * 20 + 7, 0, line));
  return ['Nom\tMontant', ...good, '', ''].join('\r\n');
}

/** Passes the calls on, then loses the answer of one call and all calls after it. */
function cutConnection(): (route: Route) => Promise<void> {
  let count = 0;
  return async (route) => {
    count += 1;
    if (count < CUT_AT) return route.continue();
    // The server carries this one out.
    if (count === CUT_AT) await route.fetch();
    await route.abort('connectionreset');
  };
}

test('pasted list: 100 lines, five of them bad, cut in the middle: each moves once or not at all', async ({
  page,
  signIn,
  apiAs,
  team,
  newClient,
}) => {
  const clients = [];
  for (let index = 0; index < CLIENTS; index += 1) clients.push(await newClient(0));
  const names = clients.map(({ username }) => username);
  await signIn(team.admin);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Plusieurs à la fois' }).click();
  await page.getByLabel('Liste à coller').fill(pastedText(names));
  await page.getByRole('button', { name: 'Vérifier la liste' }).click();
  await expect(page.getByText('5 lignes ne seront pas envoyées.')).toBeVisible();
  await expect(rows(page, 'Ne sera pas envoyée')).toHaveCount(5);

  await page.route(TRANSACTIONS, cutConnection());
  await page.getByRole('button', { name: /^Envoyer 95.ajouts$/ }).click();
  await expect(page.getByRole('heading', { name: 'Envoi interrompu' })).toBeVisible();
  await expect(rows(page, 'Effectué')).toHaveCount(CUT_AT - 1);
  await expect(rows(page, 'Résultat inconnu')).toHaveCount(1);
  await expect(rows(page, 'En attente')).toHaveCount(GOOD_LINES - CUT_AT);

  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(rows(page, 'Effectué')).toHaveCount(CUT_AT - 1);
  await page.getByRole('button', { name: 'Reprendre' }).click();
  await expect(page.getByRole('heading', { name: 'Liste terminée' })).toBeVisible();
  await expect(rows(page, 'Effectué')).toHaveCount(GOOD_LINES);
  await expect(rows(page, 'Non envoyé')).toHaveCount(5);
  await expect(page.getByText(/^95.ajouts effectués, 4.560,00.DT en tout\.$/)).toBeVisible();

  const moved: number[] = [];
  for (const { username } of clients) {
    const { data } = await (
      await apiAs({ username, password: clients[0]!.password })
    ).get<HistoryPage>('/transactions/history/incoming?page=0&size=100');
    moved.push(
      ...data
        .filter(({ initiatorTransactionType }) => initiatorTransactionType === 'DEPOSIT')
        .map(({ amount }) => amount),
    );
  }
  expect(moved.sort((one, other) => one - other)).toEqual(
    Array.from({ length: GOOD_LINES }, (_, index) => index + 1),
  );

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
