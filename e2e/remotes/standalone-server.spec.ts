import { expect, test } from '@playwright/test';
import { freeDevPorts } from '@palier/scripts/process/free-port';
import { startRemote, type DevServer } from '../support/dev-server';

let server: DevServer | null = null;

test.beforeAll(async () => {
  test.setTimeout(200_000);
  server = await startRemote('agent', await freeDevPorts());
});
test.afterAll(() => server?.stop());

test('When a remote runs alone on the real server, then each role of the seeded hierarchy sees who is below it, and no other', async ({
  page,
}) => {
  await page.goto(`${server?.origin}/admin`);
  const below = { capo: 'superadmin', superadmin: 'admin', admin: 'client' };
  for (const [role, child] of Object.entries(below)) {
    await page.getByRole('button', { name: role, exact: true }).click();
    await expect(page.getByRole('button', { name: role, exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.getByRole('searchbox').fill(child);
    await page.getByRole('button', { name: 'Rechercher' }).click();
    await expect(page.getByRole('rowheader', { name: `${child} Actif`, exact: true })).toBeVisible();
    for (const other of Object.values(below).filter((name) => name !== child))
      await expect(page.getByRole('rowheader', { name: `${other} Actif`, exact: true })).toHaveCount(0);
  }
});
