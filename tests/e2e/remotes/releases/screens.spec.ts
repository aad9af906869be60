import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Registry } from '@palier/shared/contracts/releases';
import { editScripts, faultRemote, forceActive, publish, release, test } from '../../support/releases';
import { AGENT, expectRestWorks, faultScreenIn, REPORTS } from '../../support/remotes';
import { demo, expect } from '../../support/test';

const entriesOf = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link');
const SPECIFIED = ['Accueil', 'Admin', 'Rapport', 'Transactions', 'Historique', 'Paramètres'];

/** A copy of the fault remote under the name `lottery`, which describes `screens`. */
async function describing(screens: readonly object[]): Promise<string> {
  const copy = await editScripts(await faultRemote(), (text) => text.replaceAll(/\breports\b/g, 'lottery'));
  const file = path.join(copy, 'description.json');
  const description = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...description, name: 'lottery', screens }));
  return copy;
}

const DRAWS = {
  path: '/lottery/draws',
  title: 'Tirages',
  roles: ['ROLE_ADMIN'],
  menu: {
    text: 'Tirages',
    icon: 'chart',
  },
};
const TICKETS = { path: '/lottery/tickets', title: 'Billets', menu: { text: 'Billets', icon: 'home' } };

test('screens: screens of a remote appear in the running shell, and a rollback removes them', async ({
  page,
  signIn,
  openAs,
}) => {
  await publish('1.0.0', await describing([DRAWS]), 'lottery');
  await publish('1.1.0', await describing([DRAWS, TICKETS]), 'lottery');
  await signIn(demo.admin);
  await page.goto('/lottery/draws');
  await expect(page.getByText('404 Not Found')).toBeVisible();

  await forceActive('1.0.0', { name: 'lottery' });
  await page.goto(REPORTS.path);
  await expect(entriesOf(page)).toHaveText([...SPECIFIED, 'Tirages']);
  await page.getByRole('link', { name: 'Tirages' }).click();
  await expect(faultScreenIn(page)).toBeVisible();
  await expect(page.getByText('Stands at /lottery/draws')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tirages' })).toHaveAttribute('aria-current', 'page');
  await page.reload();
  await expect(faultScreenIn(page)).toBeVisible();

  const client = await openAs(demo.client);
  await client.goto('/lottery/draws');
  await expect(client).toHaveURL(/\/home$/);
  await expect(entriesOf(client)).toHaveText(['Accueil', 'Historique', 'Paramètres']);

  await forceActive('1.1.0', { name: 'lottery' });
  await client.goto('/lottery/tickets');
  await expect(faultScreenIn(client)).toBeVisible();
  await expect(entriesOf(client)).toHaveText(['Accueil', 'Historique', 'Paramètres', 'Billets']);

  const rolledBack = await release('rollback', 'lottery');
  expect(rolledBack.output).toContain('lottery 1.0.0 is active again');
  await client.goto('/lottery/tickets');
  await expect(client.getByText('404 Not Found')).toBeVisible();
  await page.goto('/home');
  await expect(entriesOf(page)).toHaveText([...SPECIFIED, 'Tirages']);
});

test('screens: the shell works with a registry of hostile screens and shows none of them', async ({
  page,
  signIn,
}) => {
  const menu = { text: 'Voleur', icon: 'home', order: 1 };
  const screens = [
    ...['/admin', '/Login', '//stranger.example', '/*', '/:any'].map((at) => ({
      path: at,
      title: 'x',
      menu,
    })),
    { path: '/thief', title: { toString: 1 }, menu },
    { path: '/thief', title: 'x', menu: [] },
    7,
  ];
  await page.route('/admin', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(id="palier-remotes">)(.*?)(?=<\/script>)/s,
      (_found, start: string, text: string) => {
        const { remotes, ...registry } = JSON.parse(text) as Registry;
        const thief = { active: '1', versions: { 1: { screens } } };
        return start + JSON.stringify({ ...registry, remotes: { ...remotes, thief } });
      },
    );
    await route.fulfill({ response, body });
  });
  await signIn(demo.admin);
  const reported: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('thief: ')) reported.push(message.text());
  });
  await page.goto('/admin');
  await expect(AGENT.content(page)).toBeVisible();
  await expect(entriesOf(page)).toHaveText(SPECIFIED);
  expect(reported).toHaveLength(screens.length);
  await expectRestWorks(page, AGENT);
});
