import type { Page, Route } from '@playwright/test';
import { demo, expect, navigate, test, type Api } from '../support/test';

/** Leaves traces when it runs: a global, a dialog and a request. */
const SCRIPT = "globalThis.planted='run';alert(1);fetch('https://planted.test/run')";
/** Marked, so that an element made of it is found. */
const MARKUP = `"><img data-planted src="https://planted.test/image" onerror="${SCRIPT}"><script data-planted>${SCRIPT}</script>`;
/** A script as an address and markup at once, without the slashes that separate segments of a path. */
const ADDRESS_TEXT = `javascript:alert(globalThis.planted='run')//"><img data-planted src=x onerror=alert(globalThis.planted='run')>`;

/** The texts of an answer that a person or a provider has chosen, or that a later server may add. */
const TEXTS = [
  'username',
  'targetUsername',
  'initiatorUsername',
  'actorUsername',
  'initiatorTransactionType',
  'kind',
  'browser',
  'system',
  'name',
  'game_name',
];

function plant(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => plant(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plant(inner, key)]));
  if (name === 'banner') return `javascript:${SCRIPT}`;
  return TEXTS.includes(name) ? MARKUP : value;
}

async function plantInAnswer(route: Route): Promise<void> {
  const response = await route.fetch();
  const isJson = response.headers()['content-type']?.includes('json') === true;
  if (!response.ok() || !isJson) return route.fulfill({ response });
  return route.fulfill({ response, json: plant(await response.json()) });
}

// The content security policy forbids what these journeys look for: texts must stay texts without it.
test.use({ bypassCSP: true });

/** Records what ran. */
async function watch(page: Page): Promise<(where: string) => Promise<void>> {
  const traces: string[] = [];
  await page.route('https://planted.test/**', (route) => {
    traces.push(route.request().url());
    return route.abort();
  });
  page.on('dialog', (dialog) => {
    traces.push(`dialog: ${dialog.message()}`);
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
    const nothing = { flag: undefined, elements: 0, addresses: 0, traces: [] };
    expect({ ...found, traces }, where).toEqual(nothing);
  };
}

/** Id of a sub-account that has money. */
async function subAccountOf(api: Api): Promise<string> {
  const { data } = await api.post<{ data: { id: number; balance: number }[] }>(
    '/user/sub-accounts?page=0&size=25',
  );
  return String(data.find(({ balance }) => balance >= 1)?.id ?? '');
}

/** Screens that show texts of others, and screens that do not. */
const SCREENS = {
  superadmin: {
    showing: [
      '/home',
      '/admin',
      '/admin/{id}/edit',
      '/admin/{id}/journal',
      '/refund/{id}',
      '/withdraw/{id}',
      '/reportItem/{id}',
      '/report/trial-balance',
      '/transaction',
      '/history',
      '/settings',
      '/settings/journal',
    ],
    plain: ['/admin/create', '/report', '/report/day-close'],
  },
  client: { showing: ['/home', '/history/received', '/settings', '/settings/journal'], plain: [] },
} as const;

for (const role of ['superadmin', 'client'] as const)
  test(`names: every name that the server sends to a ${role} is markup, each screen shows it as text`, async ({
    page,
    signIn,
    apiAs,
  }) => {
    const expectNothingRan = await watch(page);
    await page.route('**/api/v1/**', plantInAnswer);
    await signIn(demo[role]);
    const id = role === 'client' ? '' : await subAccountOf(await apiAs(demo[role]));
    await page.goto('/settings');
    const { showing, plain } = SCREENS[role];
    const main = page.getByRole('main');
    for (const path of [...showing, ...plain].map((one) => one.replace('{id}', id))) {
      await navigate(page, path);
      await expect(page.getByRole('banner').getByText(MARKUP), path).toBeVisible();
      await expect(main.getByRole('heading').first(), path).toBeVisible();
      if (showing.some((one) => one.replace('{id}', id) === path))
        await expect(main.getByText(MARKUP).filter({ visible: true }).first(), path).toBeVisible();
      await expectNothingRan(path);
    }
    if (role === 'client') {
      await navigate(page, '/home');
      await expect(page.getByTestId('banner-placeholder').first()).toBeVisible();
      await page.getByTestId('game-tile').getByRole('link').first().click();
      await expect(page.getByRole('heading', { name: MARKUP })).toBeVisible();
      await expect(page).toHaveTitle(/data-planted/);
      await expectNothingRan('game');
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

/** A screen, the call that is refused, the button that makes it and the fields to fill in. */
const REFUSALS: readonly (readonly [string, string, string?, Readonly<Record<string, string>>?])[] = [
  ['/report/day-close', '/books/day-close*'],
  ['/admin/create', '/auth/*/register-*', 'Submit', { Nom: 'x', 'Mot de passe': 'X', Montant: '1' }],
  ['/admin/{id}/edit', '/auth/change-sub-account-password/*', 'Modifier', { 'Mot de passe': 'x' }],
  ['/refund/{id}', '/transactions', 'Ajouter', { Montant: '1' }],
  [
    '/settings',
    '/auth/change-password',
    'Enregistrer',
    { 'Ancien mot de passe': 'x', 'Nouveau mot de passe': 'y', 'Confirmer le mot de passe': 'y' },
  ],
];

test('refusals: the sentence of a refusal is markup, each screen shows it as text', async ({
  page,
  signIn,
  apiAs,
}) => {
  const expectNothingRan = await watch(page);
  await signIn(demo.admin);
  const id = await subAccountOf(await apiAs(demo.admin));
  await page.goto('/home');
  for (const [path, call, button, fields = {}] of REFUSALS) {
    await page.route(`**/api/v1${call}`, (route) =>
      route.fulfill({ status: 400, json: { errors: [MARKUP], code: 'invalid-input' } }),
    );
    await navigate(page, path.replace('{id}', id));
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(text);
    if (button !== undefined) await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('main').getByText(MARKUP), path).toBeVisible();
    await expectNothingRan(path);
    await page.unroute(`**/api/v1${call}`);
  }
});

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
  test(`addresses: a ${role} opens one with a script or markup in its parts, or one that leaves the site; nothing runs and the page stays here`, async ({
    page,
    signIn,
    baseURL,
  }) => {
    const expectNothingRan = await watch(page);
    await signIn(demo[role]);
    for (const address of ADDRESSES[role]) {
      const path = address.replaceAll('{text}', encodeURIComponent(ADDRESS_TEXT));
      await page.goto(path);
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
