import type { Page } from '@playwright/test';
import { demo, expect, navigate, test } from '../support/test';

/** One text that runs a script if a page uses it as an address or as markup. */
const ADDRESS_TEXT =
  `javascript:alert(globalThis.planted='run')//">` +
  `<img data-planted src=x onerror=alert(globalThis.planted='run')>`;

// Texts must stay texts even without the content security policy, which would stop planted scripts.
test.use({ bypassCSP: true });

/**
 * Records dialogs from now on. The returned function requires that nothing planted has run or become an
 * element or an address.
 */
function watchForPlantedScripts(page: Page): (where: string) => Promise<void> {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return async (where) => {
    const found = await page.evaluate(() => ({
      flag: (globalThis as { planted?: string }).planted,
      elements: document.querySelectorAll('[data-planted]').length,
      addresses: document.querySelectorAll(
        '[href^="javascript:" i], iframe[src^="javascript:" i], [action^="javascript:" i], [formaction]',
      ).length,
    }));
    const nothing = { flag: undefined, elements: 0, addresses: 0, dialogs: [] };
    expect({ ...found, dialogs }, where).toEqual(nothing);
  };
}

const ADDRESSES = {
  admin: [
    '/admin?username={text}',
    '/admin?page={text}&tri={text}',
    '/admin/{text}/edit',
    '/admin/{text}/journal',
    '/refund/{text}',
    '/reportItem/{text}?filtre={text}',
    '/report?from={text}&to={text}',
    '/report/day-close?date={text}',
    '/transaction?page={text}',
    '/history?filtre={text}&page={text}',
    '/login?next={text}',
  ],
  client: [
    '/home?search={text}&provider={text}',
    '/game/{text}/{text}/{text}',
    '/settings/journal?avant={text}',
    '/{text}/{text}',
  ],
} as const;
const CLIMBING = [
  '/game/..%2f',
  '/game/..%2f..%2fadmin',
  '/%2f%2fevil.test',
  '/%00',
  `/${'x'.repeat(5_000)}`,
];

for (const role of ['admin', 'client'] as const)
  test(`addresses: no script or markup in the address runs for a ${role}, and the page stays here`, async ({
    page,
    signIn,
    baseURL,
  }) => {
    const expectNothingRan = watchForPlantedScripts(page);
    await signIn(demo[role]);
    await page.goto('/home');
    for (const address of ADDRESSES[role]) {
      const path = address.replaceAll('{text}', encodeURIComponent(ADDRESS_TEXT));
      await navigate(page, path);
      await expect(page.getByRole('main'), path).toHaveText(/./);
      if (path.startsWith('/game/'))
        await expect(page.getByRole('heading', { name: ADDRESS_TEXT })).toBeVisible();
      if (address.includes('filtre'))
        await expect(page.getByRole('searchbox').first()).toHaveValue(ADDRESS_TEXT);
      await expect(page.getByText('Chargement...')).toHaveCount(0);
      await expectNothingRan(path);
      expect(new URL(page.url()).origin).toBe(baseURL);
    }
    if (role === 'client')
      for (const path of CLIMBING) {
        await page.goto(path);
        await expect(page.getByText('404 Not Found')).toBeVisible();
        expect(new URL(page.url()).origin).toBe(baseURL);
      }
  });
