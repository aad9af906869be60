import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { freeDevPorts } from '@palier/scripts/process/free-port';
import { ROOT, startCopiedRemote, type DevServer } from '../support/dev-server';

/** A copy to edit: inside the repository, so that packages resolve, and outside what Git sees. */
const WORKSHOP = path.join(ROOT, '.cache/refresh-journey');
const REMOTE = path.join(WORKSHOP, 'mfe-agent');
const FORM = path.join(REMOTE, 'src/pages/create-user/create-user-form.tsx');

let server: DevServer | null = null;

test.beforeAll(async () => {
  test.setTimeout(200_000);
  await rm(WORKSHOP, { recursive: true, force: true });
  await mkdir(WORKSHOP, { recursive: true });
  await cp(path.join(ROOT, 'tsconfig.base.json'), path.join(WORKSHOP, 'tsconfig.base.json'));
  await cp(path.join(ROOT, 'mfe-agent'), REMOTE, {
    recursive: true,
    filter: (source) => !/node_modules|dist/.test(path.relative(ROOT, source)),
  });
  server = await startCopiedRemote('agent', REMOTE, await freeDevPorts());
});

test.afterAll(async () => {
  await server?.stop();
  await rm(WORKSHOP, { recursive: true, force: true });
});

test('When a component is edited while somebody types, then the page shows the edit and keeps what was typed', async ({
  page,
}) => {
  await page.goto(`${server?.origin}/admin/create`);
  const name = page.getByLabel('Nom');
  await name.fill('à moitié tapé');
  let loads = 0;
  page.on('load', () => (loads += 1));
  const source = await readFile(FORM, 'utf8');
  await writeFile(FORM, source.replace('label={messages.name}', "label={'Nom retouché'}"));
  await expect(page.getByLabel('Nom retouché')).toHaveValue('à moitié tapé');
  expect(loads).toBe(0);
});

test('When a style is edited while somebody types, then the page shows the edit and keeps what was typed', async ({
  page,
}) => {
  const styles = path.join(REMOTE, 'src/pages/create-user/create-user.module.css');
  await page.goto(`${server?.origin}/admin/create`);
  const name = page.getByRole('textbox').first();
  await name.fill('à moitié tapé');
  let loads = 0;
  page.on('load', () => (loads += 1));
  await writeFile(
    styles,
    `${await readFile(styles, 'utf8')}\n:global(body) {\n  outline: 3px solid rgb(1, 2, 3);\n}\n`,
  );
  await expect(page.locator('body')).toHaveCSS('outline-color', 'rgb(1, 2, 3)');
  await expect(name).toHaveValue('à moitié tapé');
  expect(loads).toBe(0);
});
