import { expect, test } from '@playwright/test';
import { expectSound, go, openStage, type Stage } from '../support/state-checks';
import { people } from '../support/people';
import { EVERYONE, PUBLIC_CELLS, STATE_TABLE, type Cell } from '../support/state-table';

/** Left for a moment before each cell, so that a page starts anew though its path is the one before. */
const BETWEEN = '/nowhere-in-particular';

/** Matches a call by its path, whatever its query; `*` stands for one segment's text. */
const callMatcher = (path: string) => {
  const pattern = new RegExp(`^/api/v1${path.replaceAll('*', '[^/]+')}$`);
  return ({ pathname }: URL): boolean => pattern.test(pathname);
};

async function show(stage: Stage, cell: Cell, id: string): Promise<void> {
  const { page } = stage;
  const isRouted = callMatcher(cell.wire?.[0] ?? '');
  await go(page, BETWEEN);
  await expect(page.getByText('404 Not Found')).toBeVisible();
  if (cell.wire !== undefined) await page.route(isRouted, cell.wire[1]);
  await go(page, cell.path.replace('{id}', id));
  await cell.act?.(page);
  await expect(page.getByText(cell.shows).first()).toBeVisible();
  await expectSound(stage);
  if (cell.wire !== undefined) await page.unroute(isRouted);
}

for (const role of EVERYONE) {
  test.describe(`As ${role}`, () => {
    let stage: Stage;
    let id = '';
    test.beforeAll(async ({ browser, baseURL }) => {
      stage = await openStage(browser, baseURL ?? '', people[role]);
      id = await stage.page.evaluate(async () => {
        const answer = await fetch('/api/v1/user/sub-accounts?page=0&size=25', {
          method: 'POST',
          headers: { Authorization: `Bearer ${sessionStorage.getItem('token')}` },
        });
        const list = (await answer.json()) as { data?: { id: number; balance: number }[] };
        return String(list.data?.find(({ balance }) => balance >= 1)?.id ?? '');
      });
    });
    test.afterAll(() => stage.page.context().close());

    for (const { page, roles, cells } of STATE_TABLE) {
      if (!roles.includes(role)) continue;
      test(`${page}: in every state axe is silent, 360 px suffice and the console is quiet`, async () => {
        for (const cell of cells) await test.step(cell.state, () => show(stage, cell, id));
      });
    }
  });
}

test('Signed out: in every state axe is silent, 360 px suffice and the console is quiet', async ({
  browser,
  baseURL,
}) => {
  const stage = await openStage(browser, baseURL ?? '', null);
  for (const cell of PUBLIC_CELLS) await test.step(cell.state, () => show(stage, cell, ''));
  await stage.page.context().close();
});
