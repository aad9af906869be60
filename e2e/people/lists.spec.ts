import { expect, test, type Locator } from '@playwright/test';
import { atRest } from '../support/wait-for-animations';
import { go } from '../support/state-checks';
import { people, signIn } from '../support/people';

test("When letters are typed fast before others, then the history's filter keeps each in its place", async ({
  page,
}) => {
  await signIn(page, people.admin);
  await page.goto('/history?filtre=ent');
  const box = page.getByRole('searchbox');
  await expect(box).toHaveValue('ent');
  await box.focus();
  await page.keyboard.press('Home');
  await page.keyboard.type('cli');
  await expect(box).toHaveValue('client');
  await expect(page).toHaveURL(/filtre=client$/);
});

test('When a page of a list is turned on a slow line, then the pager and the focus stay until it is read', async ({
  page,
}) => {
  await signIn(page, people.admin);
  for (const path of ['/admin', '/history']) {
    await page.goto(path);
    const second = page.getByRole('button', { name: 'Page 2', exact: true });
    await expect(second).toBeVisible();
    await page.route('**/api/v1/{user,transactions}/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await second.click();
    await expect(page.getByText('Chargement...')).toBeVisible();
    await expect(second).toBeFocused();
    await expect(page.getByText('Chargement...')).toHaveCount(0);
    await expect(second).toBeFocused();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('When rows take the place of Chargement... at a desk, then the columns stand where they stood', async ({
  page,
}) => {
  await signIn(page, people.admin);
  const edges = (): Promise<number[]> =>
    page
      .locator('th')
      .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().left)));
  for (const path of ['/admin', '/history', '/report', '/transaction']) {
    let release = (): void => undefined;
    const isDue = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/v1/{user/sub-accounts,transactions/**}*', async (route) => {
      await isDue;
      await route.continue();
    });
    await go(page, path);
    await expect(page.getByText('Chargement...').first()).toBeVisible();
    const before = await edges();
    release();
    await expect(page.getByText('Chargement...')).toHaveCount(0);
    expect((await edges()).slice(0, before.length), path).toEqual(before);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('When the system forces its colours, then the page and the period that are shown still stand out', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, people.admin);
  const chosen = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'));
    Object.assign(probe.style, { color: 'HighlightText', forcedColorAdjust: 'none' });
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  for (const [path, shown, other] of [
    ['/home', 'Pragmatic', 'Habanero'],
    ['/admin?page=2', 'Page 2', 'Page 1'],
    ['/report', "Aujourd'hui", 'Hier'],
  ] as const) {
    await go(page, path);
    await expect(page.getByRole('button', { name: shown, exact: true })).toHaveCSS('color', chosen);
    await expect(page.getByRole('button', { name: other, exact: true })).not.toHaveCSS('color', chosen);
  }
  await expect(page.getByRole('link', { name: 'Rapport', exact: true })).toHaveCSS('color', chosen);
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).not.toHaveCSS('color', chosen);
  const legend = page.getByRole('figure').locator('li[data-series]');
  // The chart comes after the report.
  await expect(legend).toHaveCount(3);
  const marks = await legend.evaluateAll((all) =>
    all.map((one) => getComputedStyle(one, '::before').backgroundColor),
  );
  expect(new Set(marks.slice(0, 2)).size).toBe(2);
});

test('When a page or a period has just been chosen, then it stands out under the pointer too', async ({
  page,
}) => {
  await signIn(page, people.admin);
  const colours = (button: Locator) =>
    button.evaluate((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]);
  for (const [path, name] of [
    ['/admin', 'Page 2'],
    ['/report', 'Hier'],
  ] as const) {
    await go(page, path);
    const chosen = page.getByRole('button', { name, exact: true });
    await chosen.click();
    await expect(chosen).toHaveAttribute('aria-current', /page|true/);
    await atRest(page);
    const underPointer = await colours(chosen);
    await page.mouse.move(0, 0);
    await atRest(page);
    expect(underPointer).toEqual(await colours(chosen));
  }
});

test('When an agent comes back from the last row of a page on a phone, then it is on that page, at that row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, people.admin);
  const list = '/admin?page=2&tri=-nom';
  const name = page.locator('tbody tr').last().locator('[data-card="title"] span[id]');
  for (const action of ['Historique', 'Modifier']) {
    await go(page, list);
    await expect(page.locator('tbody tr')).toHaveCount(25);
    const wanted = await name.textContent();
    await page.getByRole('link', { name: action, exact: true }).last().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${action} : ${wanted}`);
    if (action === 'Historique') await page.getByRole('link', { name: 'Back' }).click();
    else await page.goBack();
    await expect(page).toHaveURL(list);
    await expect(name).toBeFocused();
    await expect(name).toHaveText(wanted ?? '');
    await expect(name).toBeInViewport();
  }
});

test('When an agent goes back to the search for the next name, then it is typed over the last one', async ({
  page,
}) => {
  await signIn(page, people.admin);
  await page.goto('/admin?username=client');
  const box = page.getByRole('searchbox');
  await expect(box).toHaveValue('client');
  await box.click();
  await page.keyboard.type('zzzz');
  await expect(box).toHaveValue('zzzz');
});
