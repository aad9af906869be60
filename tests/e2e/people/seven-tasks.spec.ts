import type { Page } from '@playwright/test';
import { createPerson, type Person } from '../support/interactions';
import { dayBefore, demo, expect, rowOf, test, type HistoryPage } from '../support/test';

const PHONE = { width: 390, height: 844 };

const findButton = (page: Page) => page.getByRole('button', { name: /^Trouver/ });

/** The platform's day, as the calls of the page report it. */
const today = async (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const token = sessionStorage.getItem('token') ?? '';
    const answer = await fetch('/api/v1/user/me', { headers: { Authorization: `Bearer ${token}` } });
    return (answer.headers.get('x-platform-day') ?? '').slice(0, 10);
  });

const mondayOf = (day: string): string => {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: sinceMonday }).reduce<string>(dayBefore, day);
};

/** Types to find on a desk; on a phone, which has no keys, taps the button first. */
async function find(person: Person, page: Page, text: string, isPhone: boolean): Promise<void> {
  if (isPhone) await person.tap(findButton(page));
  if (isPhone) await expect(page.getByRole('combobox')).toBeFocused();
  await person.type(text);
  await person.press('Enter');
}

for (const [device, isPhone] of [
  ['desk', false],
  ['phone', true],
] as const)
  test.describe(`seven tasks on a ${device}`, () => {
    test.use(isPhone ? { viewport: PHONE } : {});

    async function openHome(page: Page): Promise<Person> {
      await page.goto('/home');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      return createPerson(page);
    }

    test(`${device}: three or four interactions pay a named client, and two take the deposit back`, async ({
      page,
      signIn,
      apiAs,
      team,
      newClient,
    }) => {
      const client = await newClient(100);
      await signIn(team.admin);
      const person = await openHome(page);
      await find(person, page, `${client.username} 7`, isPhone);
      await expect(page.getByLabel('Montant')).toHaveValue('7');
      await person.press('Enter');
      const row = rowOf(page, client);
      await expect(row.getByText('+7,00')).toBeVisible();
      await expect(row).toBeInViewport();
      expect(person.count()).toBeLessThanOrEqual(isPhone ? 4 : 3);

      const admin = await apiAs(team.admin);
      const last = async () =>
        (await admin.get<HistoryPage>('/transactions/history/outgoing?page=0&size=25')).data[0];
      expect(await last()).toMatchObject({
        targetUsername: client.username,
        amount: 7,
        initiatorTransactionType: 'DEPOSIT',
      });

      const notice = page.getByRole('log');
      const [card, actions] = await Promise.all([
        notice.boundingBox(),
        row.getByRole('link', { name: 'Ajouter' }).boundingBox(),
      ]);
      const isApart = card!.x + card!.width <= actions!.x || card!.y >= actions!.y + actions!.height;
      expect(isApart).toBe(true);

      const second = createPerson(page);
      await second.tap(notice.getByRole('button', { name: "Annuler l'ajout" }));
      await second.tap(notice.getByRole('button', { name: 'Confirmer' }));
      await expect(notice.getByText(/^Ajout annulé/)).toBeVisible();
      expect(second.count()).toBeLessThanOrEqual(2);
      await expect.poll(async () => (await last())?.initiatorTransactionType).toBe('REVERSAL');
      await expect(rowOf(page, client)).toContainText('100,00');
    });

    test(`${device}: three interactions list the withdrawals of 120 of the day before`, async ({
      page,
      signIn,
    }) => {
      await signIn(demo.admin);
      const person = await openHome(page);
      await find(person, page, 'retrait 120 hier', isPhone);
      const day = dayBefore(await today(page));
      await expect(page).toHaveURL(`/history?du=${day}&au=${day}&type=WITHDRAWAL&montant=120`);
      // On a phone a table without rows is not shown.
      await expect(page.getByRole('table', { includeHidden: true })).toBeAttached();
      expect(person.count()).toBeLessThanOrEqual(3);
    });

    test(`${device}: three interactions open the round of a number, and two a player’s last one`, async ({
      page,
      signIn,
      openAs,
      apiAs,
      team,
    }) => {
      const player = await openAs(team.client);
      await player.goto('/home');
      await player.getByTestId('game-tile').getByRole('link').first().click();
      await player.frameLocator('iframe').getByTestId('spin').click();
      const client = await apiAs(team.client);
      const bet = async () =>
        (await client.get<HistoryPage>('/transactions/history/outgoing?page=0&size=25')).data.find(
          ({ initiatorTransactionType: kind }) => kind === 'BET',
        );
      await expect.poll(bet).toBeDefined();
      const { id } = (await bet())!;

      await signIn(team.admin);
      const person = await openHome(page);
      await find(person, page, `n ${id}`, isPhone);
      await expect(page.getByRole('heading', { name: `Partie n°\u00a0${id}` })).toBeVisible();
      expect(person.count()).toBeLessThanOrEqual(isPhone ? 3 : 2);

      const gambler = await openHome(player);
      await gambler.tap(player.getByRole('link', { name: 'Historique' }).first());
      await gambler.tap(player.getByRole('link', { name: 'Voir la partie' }).first());
      await expect(player.getByRole('heading', { name: /^Partie n°/ })).toBeVisible();
      expect(gambler.count()).toBeLessThanOrEqual(2);
    });

    test(`${device}: three interactions show the week of a super admin, from its Monday`, async ({
      page,
      signIn,
      apiAs,
    }) => {
      await signIn(demo.capo);
      const capo = await apiAs(demo.capo);
      const { accounts } = await capo.get<{ accounts: { id: number; username: string }[] }>(
        '/user/find?query=superadmin',
      );
      const { id } = accounts.find(({ username }) => username === 'superadmin')!;
      const person = await openHome(page);
      await find(person, page, 'superadmin semaine', isPhone);
      const monday = mondayOf(await today(page));
      await expect(page).toHaveURL(new RegExp(`/report/network\\?of=${id}&from=${monday}&to=`));
      await expect(page.getByRole('heading', { name: 'Réseau de superadmin' })).toBeVisible();
      expect(person.count()).toBeLessThanOrEqual(3);
    });

    test(`${device}: two interactions show the money of the day before`, async ({ page, signIn }) => {
      await signIn(demo.admin);
      const person = await openHome(page);
      await person.tap(page.getByRole('link', { name: 'Rapport', exact: true }));
      await person.tap(page.getByRole('button', { name: 'Hier', exact: true }));
      const day = dayBefore(await today(page));
      await expect(page).toHaveURL(`/report?from=${day}&to=${day}`);
      await expect(page.locator('td[data-label="Net"]').first()).toBeVisible();
      expect(person.count()).toBeLessThanOrEqual(2);
    });
  });

test('new tab: a link that is opened in a new tab shows its screen, not the login', async ({
  page,
  signIn,
  team,
}) => {
  await signIn(team.client, { ownSession: true });
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
  const tab = await page.context().newPage();
  // The wait for other tabs ends when this journey says so, also on a slow machine.
  await tab.clock.install();
  const offered = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new BroadcastChannel('palier.renewals').addEventListener('message', ({ data }) => {
          if ('offeredTo' in (data as object)) resolve();
        });
      }),
  );
  await tab.goto('/history');
  await offered;
  await tab.clock.runFor(150);
  await tab.clock.resume();
  await expect(tab.getByRole('heading', { level: 1 })).toContainText('Historique');
  const sessionOf = (one: Page) => one.evaluate(() => sessionStorage.getItem('refreshToken'));
  expect(await sessionOf(tab)).toBe(await sessionOf(page));
});
