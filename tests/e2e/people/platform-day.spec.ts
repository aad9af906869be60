import type { Page } from '@playwright/test';
import { formatDay } from '@palier/shared/french-dates';
import { amountOf, dayBefore, demo, expect, test } from '../support/test';
import type { Account, Api, DayClose, HistoryPage } from '../support/test';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** In a title, a date may be on two lines. */
const titleOf = (day: string): string => `Clôture du ${formatDay(day)}`.replaceAll('\u00a0', ' ');

/** The moment at which it is 22:30 in New York on the day before `day`: 02:30 or 03:30 UTC. */
function eveningInNewYork(day: string): number {
  const clock = new Intl.DateTimeFormat('fr', {
    timeZone: 'America/New_York',
    hour: '2-digit',
    minute: '2-digit',
  });
  const moments = [2.5, 3.5].map((hours) => Date.parse(day) + hours * HOUR_MS);
  return moments.find((moment) => clock.format(moment) === '22:30') ?? NaN;
}

/** Devices whose date differs from the platform's at any hour of a run. */
const DEVICES = [
  { name: 'in New York at 22:30', timezoneId: 'America/New_York', nowOn: eveningInNewYork },
  {
    name: 'with a clock a day ahead',
    timezoneId: 'Africa/Tunis',
    nowOn: () => Date.now() + DAY_MS,
  },
  {
    name: 'with a clock a day behind',
    timezoneId: 'Africa/Tunis',
    nowOn: () => Date.now() - DAY_MS,
  },
];

const closeOf = (agent: Api, date?: string): Promise<DayClose> =>
  agent.get(`/reports/day-close${date === undefined ? '' : `?date=${date}`}`);

/** Runs `body` with the platform's day, and again if a midnight of the platform has passed meanwhile. */
async function onOneDay(agent: Api, body: (day: string) => Promise<void>): Promise<void> {
  const { date } = await closeOf(agent);
  try {
    await body(date);
  } catch (error) {
    const now = await closeOf(agent);
    if (now.date === date) throw error;
    await body(now.date);
  }
}

const figureOf = (page: Page, label: string) =>
  page.getByLabel("Aujourd'hui", { exact: true }).locator('div', { hasText: label }).locator('dd');

/** In, Out and Net of the report, once `day` is both of its dates. */
async function reportFigures(page: Page, day: string): Promise<number[]> {
  await expect(page.getByLabel('De', { exact: true })).toHaveValue(day);
  await expect(page.getByLabel('À', { exact: true })).toHaveValue(day);
  const row = page.getByRole('table', { name: 'Rapport', exact: true }).getByRole('row').last();
  await expect(row).toContainText(/\d,\d\d/);
  return (await row.getByRole('cell').allInnerTexts()).slice(-3).map(amountOf);
}

const moneyOf = ({ distributed, collected }: DayClose): number[] => [
  distributed,
  collected,
  distributed - collected,
];

async function exportedName(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter en CSV' }).click();
  return (await downloading).suggestedFilename();
}

/** The numbers of the listed movements, by the links to their receipts. */
const numbersIn = async (page: Page): Promise<number[]> => {
  const hrefs = page
    .locator('tbody a[href^="/receipt/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  return (await hrefs).map((href) => Number(href?.split('/').at(-1)));
};

async function historyNumbers(agent: Api, day: string): Promise<number[]> {
  const path = `/transactions/history/outgoing?page=0&size=25&from=${day}&to=${day}`;
  return (await agent.get<HistoryPage>(path)).data.map(({ id }) => id);
}

/**
 * Today's deposits, withdrawals and their difference on Admin, Rapport and Transactions, and the day of the
 * close.
 */
async function expectToday(page: Page, agent: Api, day: string): Promise<void> {
  const money = moneyOf(await closeOf(agent));
  expect(money[0]).toBeGreaterThan(0);
  await page.goto('/admin');
  for (const [index, label] of ['Ajouté ce jour', 'Retiré ce jour', 'Net du jour'].entries())
    await expect.poll(async () => amountOf(await figureOf(page, label).innerText())).toBe(money[index]);
  await page.goto('/report');
  expect(await reportFigures(page, day)).toEqual(money);
  await page.goto('/transaction');
  expect(await reportFigures(page, day)).toEqual(money);
  expect(await exportedName(page)).toBe(`transactions-${day}.csv`);
  await page.goto('/report/day-close');
  await expect(page.getByRole('heading', { name: titleOf(day) })).toBeVisible();
  await expect(page.getByRole('button', { name: "Aujourd'hui" })).toHaveAttribute('aria-current', 'true');
}

/** The list of « Aujourd'hui » and the name of its file. */
async function expectTodaysHistory(page: Page, agent: Api, day: string): Promise<void> {
  const numbers = await historyNumbers(agent, day);
  expect(numbers.length).toBeGreaterThan(0);
  await page.goto('/history');
  await page.getByRole('button', { name: '+ Filtre' }).click();
  await page.getByRole('button', { name: "Aujourd'hui" }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`du=${day}&au=${day}`));
  await expect.poll(() => numbersIn(page)).toEqual(numbers);
  expect(await exportedName(page)).toBe(`historique-${day}.csv`);
}

async function expectYesterday(page: Page, agent: Api, today: string): Promise<void> {
  const day = dayBefore(today);
  const money = moneyOf(await closeOf(agent, day));
  expect(money[0]).toBeGreaterThan(0);
  await page.goto('/report');
  await page.getByRole('button', { name: 'Hier' }).click();
  expect(await reportFigures(page, day)).toEqual(money);
  await page.goto('/report/day-close');
  await page.getByRole('button', { name: 'Hier' }).click();
  await expect(page.getByRole('heading', { name: titleOf(day) })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hier' })).toHaveAttribute('aria-current', 'true');
  await page.goto('/history');
  await page.getByRole('button', { name: 'Hier', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`du=${day}&au=${day}`));
  const numbers = await historyNumbers(agent, day);
  await expect.poll(() => numbersIn(page)).toEqual(numbers);
}

for (const { name, timezoneId, nowOn } of DEVICES)
  test.describe(`platform day on a device ${name}`, () => {
    test.use({ timezoneId });

    test('today: all figures, lists and file names of an admin are those of the day close', async ({
      page,
      signIn,
      apiAs,
      team,
    }) => {
      const agent = await apiAs(team.admin);
      const move = (type: string, amount: number, receiver: Account): Promise<unknown> =>
        agent.post('/transactions', { receiverUsername: receiver.username, amount, type });
      await move('DEPOSIT', 25, team.client);
      await move('WITHDRAWAL', 5, team.client);
      await page.clock.install({ time: nowOn((await closeOf(agent)).date) });
      await signIn(team.admin);
      await onOneDay(agent, async (day) => {
        await expectToday(page, agent, day);
        await expectTodaysHistory(page, agent, day);
      });
    });

    test('yesterday: report, close and history of Hier are those of the day before the close', async ({
      page,
      signIn,
      apiAs,
    }) => {
      const agent = await apiAs(demo.admin);
      await page.clock.install({ time: nowOn((await closeOf(agent)).date) });
      await signIn(demo.admin);
      await onOneDay(agent, (day) => expectYesterday(page, agent, day));
    });
  });
