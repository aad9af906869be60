import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freeDevPorts } from '@palier/base/process/free-port';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import {
  ROOT,
  startCopiedRemote,
  startMockedRemote,
  startRemote,
  type DevServer,
} from '../support/dev-server';
import { amountOf, expect, test } from '../support/test';
import { waitForAnimations } from '../support/wait-for-animations';

/** A copy to edit: inside the repository, so that packages resolve, and ignored by Git. */
const WORKSHOP = path.join(ROOT, '.cache/standalone-journey');
const COPY = path.join(WORKSHOP, 'mfe-agent');

/** The title of the first page of each remote, for agents and for clients. */
const FIRST_PAGES = {
  casino: ['Casino Games', 'Casino Games'],
  agent: ['Admin', 'Créer un utilisateur'],
  reports: ['Historique', 'Historique'],
} as const;

/** The opening balance of the mocked client, in TND. */
const CLIENT_BALANCE = 250;

const servers = new Map<string, Promise<DevServer>>();

/** The address of a dev server, which is started when the first test needs it. */
async function originOf(name: 'casino' | 'agent' | 'reports' | 'agent on the server'): Promise<string> {
  const start = async (): Promise<DevServer> => {
    const port = await freeDevPorts();
    if (name === 'agent on the server') return startRemote('agent', port);
    if (name !== 'agent') return startMockedRemote(name, port);
    await rm(WORKSHOP, { recursive: true, force: true });
    await mkdir(WORKSHOP, { recursive: true });
    await cp(path.join(ROOT, 'mfe-agent'), COPY, {
      recursive: true,
      filter: (source) => !/node_modules|dist/.test(path.relative(ROOT, source)),
    });
    for (const file of ['tsconfig.base.json', 'tsconfig.front.json'])
      await cp(path.join(ROOT, file), path.join(WORKSHOP, file));
    return startCopiedRemote('agent', COPY, port);
  };
  const server = servers.get(name) ?? start();
  servers.set(name, server);
  return (await server).origin;
}

test.afterAll(async () => {
  for (const server of servers.values()) await server.then((one) => one.stop()).catch(() => undefined);
  await rm(WORKSHOP, { recursive: true, force: true });
});

function watchErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  return errors;
}

async function chooseRole(page: Page, role: string): Promise<void> {
  const button = page.getByRole('button', { name: role, exact: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
}

const balance = async (page: Page): Promise<number> =>
  amountOf((await page.getByTestId('balance').textContent()) ?? '');

for (const name of ['casino', 'agent', 'reports'] as const) {
  const tag = name === 'agent' ? '' : ' @long';
  test(`standalone ${name}${tag}: each role sees its first page without a server`, async ({ page }) => {
    const errors = watchErrors(page);
    const origin = await originOf(name);
    await page.goto(origin);
    for (const role of ['capo', 'superadmin', 'admin', 'client']) {
      await chooseRole(page, role);
      // The other roles of agents stay on the first page.
      if (role === 'client') await page.goto(origin);
      const title = FIRST_PAGES[name][role === 'client' ? 1 : 0];
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    }
    await waitForAnimations(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(errors).toEqual([]);
  });
}

test('standalone agent: a payment moves the balance without a server, and a chosen refusal is shown', async ({
  page,
}) => {
  await page.goto(await originOf('agent'));
  await chooseRole(page, 'admin');
  const row = page.getByRole('row').filter({ hasText: 'client' });
  await row.getByRole('link', { name: 'Ajouter' }).click();
  const before = await balance(page);
  await page.getByRole('spinbutton').fill('25');
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
  expect(await balance(page)).toBeCloseTo(before - 25, 2);
  await expect(row).toBeVisible();
  await page.getByLabel('Réponses du serveur simulé').selectOption('broken');
  const player = page.getByRole('row').filter({ hasText: 'joueur' }).first();
  await player.getByRole('button', { name: /^Désactiver/ }).click();
  await player.getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByRole('log')).toContainText("Erreur lors de la mise à jour de l'utilisateur.");
});

test('standalone casino @long: a jackpot and a round move the balance without a server', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto(await originOf('casino'));
  await chooseRole(page, 'client');
  // Until the new session is read, the bar shows the balance of the role before.
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
  expect(errors).toEqual([]);
});

test('standalone agent: the page shows edited code and style and keeps what was typed', async ({ page }) => {
  const form = path.join(COPY, 'src/pages/create-user/create-user-form.tsx');
  const styles = path.join(COPY, 'src/pages/create-user/create-user.module.css');
  const origin = await originOf('agent');
  await page.goto(origin);
  await chooseRole(page, 'admin');
  await page.goto(`${origin}/admin/create`);
  await page.getByLabel('Nom', { exact: true }).fill('half typed');
  let loads = 0;
  page.on('load', () => (loads += 1));
  const source = await readFile(form, 'utf8');
  await writeFile(form, source.replace('label={messages.name}', "label={'Nom retouché'}"));
  await expect(page.getByLabel('Nom retouché')).toHaveValue('half typed');
  await writeFile(form, source.replace('return', 'return <<'));
  const overlay = page.locator('#webpack-dev-server-client-overlay');
  await expect(overlay).toBeVisible();
  await writeFile(form, source.replace('label={messages.name}', "label={'Nom réparé'}"));
  await expect(overlay).toBeHidden();
  await expect(page.getByLabel('Nom réparé')).toHaveValue('half typed');
  expect((await page.request.get(`${origin}/gone.hot-update.json`)).status()).toBe(404);
  const sheet = await readFile(styles, 'utf8');
  await writeFile(styles, `${sheet}\n:global(body) {\n  outline: 3px solid rgb(1, 2, 3);\n}\n`);
  await expect(page.locator('body')).toHaveCSS('outline-color', 'rgb(1, 2, 3)');
  await expect(page.getByLabel('Nom réparé')).toHaveValue('half typed');
  expect(loads).toBe(0);
});

test('standalone agent on the real server: each role sees the account below it and no other', async ({
  page,
}) => {
  await page.goto(`${await originOf('agent on the server')}/admin`);
  const below = { capo: 'superadmin', superadmin: 'admin', admin: 'client' };
  for (const [role, child] of Object.entries(below)) {
    await chooseRole(page, role);
    await page.getByRole('searchbox').fill(child);
    await page.getByRole('button', { name: 'Rechercher', exact: true }).click();
    const account = (name: string) => page.getByRole('rowheader', { name: `${name} Actif`, exact: true });
    await expect(account(child)).toBeVisible();
    for (const other of Object.values(below).filter((name) => name !== child))
      await expect(account(other)).toHaveCount(0);
  }
});
