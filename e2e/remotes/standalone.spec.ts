import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { atRest } from '../support/wait-for-animations';
import { freeDevPorts } from '@palier/scripts/process/free-port';
import { startMockedRemote, type DevServer } from '../support/dev-server';
import { amountOf } from '../support/people';

/** What each remote shows first, to whom. */
const FIRST_PAGES = {
  casino: { management: 'Casino Games', client: 'Casino Games' },
  agent: { management: 'Admin', client: 'Créer un utilisateur' },
  reports: { management: 'Historique', client: 'Historique' },
} as const;
const MANAGERS = ['capo', 'superadmin', 'admin'] as const;

/** What the mocked client begins with. */
const CLIENT_BALANCE = 250;

type RemoteName = keyof typeof FIRST_PAGES;
const REMOTES = Object.keys(FIRST_PAGES) as RemoteName[];

const servers = new Map<RemoteName, DevServer>();

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const from = await freeDevPorts();
  for (const name of REMOTES) servers.set(name, await startMockedRemote(name, from));
});

test.afterAll(async () => {
  await Promise.all([...servers.values()].map((server) => server.stop()));
});

const originOf = (name: RemoteName): string => servers.get(name)?.origin ?? '';

function listenForFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
}

const become = (page: Page, role: string): Promise<void> =>
  page.getByRole('button', { name: role, exact: true }).click();
const balance = async (page: Page): Promise<number> =>
  amountOf((await page.getByTestId('balance').textContent()) ?? '');

for (const name of REMOTES) {
  test(`When ${name} runs alone without a server, then each role sees its first page, without a fault or a barrier`, async ({
    page,
  }) => {
    const faults = listenForFaults(page);
    await page.goto(originOf(name));
    for (const role of [...MANAGERS, 'client'] as const) {
      await become(page, role);
      await expect(page.getByRole('button', { name: role, exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await page.goto(originOf(name));
      const title = FIRST_PAGES[name][role === 'client' ? 'client' : 'management'];
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
      await atRest(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        role,
      ).toEqual([]);
    }
    expect(faults).toEqual([]);
  });
}

test('When an agent pays without a server, then its balance moves, and a refusal that was asked for is shown', async ({
  page,
}) => {
  await page.goto(originOf('agent'));
  await become(page, 'admin');
  const row = page.getByRole('row').filter({ hasText: 'client' });
  await row.getByRole('link', { name: 'Ajouter' }).click();
  const before = await balance(page);
  await page.getByRole('spinbutton').fill('25');
  await page.getByRole('button', { name: /Ajouter|Valider|Submit/ }).click();
  await expect(page).toHaveURL(/\/admin$/);
  expect(await balance(page)).toBeCloseTo(before - 25, 2);
  await expect(row).toBeVisible();

  await page.getByLabel('Réponses du serveur simulé').selectOption('broken');
  await page.getByRole('row').filter({ hasText: 'joueur' }).first().getByRole('button').click();
  await expect(page.getByRole('log')).toContainText("Erreur lors de la mise à jour de l'utilisateur.");
});

test('When a client plays and wins a jackpot without a server, then its balance follows', async ({
  page,
}) => {
  const faults = listenForFaults(page);
  await page.goto(originOf('casino'));
  await become(page, 'client');
  // The bar still shows the balance of the role before until the new session has been read.
  await expect.poll(() => balance(page)).toBe(CLIENT_BALANCE);
  await page.getByRole('button', { name: 'Gagner un jackpot' }).click();
  await expect.poll(() => balance(page)).toBeGreaterThan(CLIENT_BALANCE + 40);
  await page
    .getByRole('link')
    .filter({ has: page.locator('img') })
    .first()
    .click();
  const won = await balance(page);
  await page.frameLocator('iframe').getByRole('button', { name: 'Miser 1 TND' }).click();
  await expect.poll(() => balance(page)).not.toBe(won);
  expect(faults).toEqual([]);
});
