import { expect, test, type APIRequestContext, type Browser, type Page, type Route } from '@playwright/test';
import { people } from '../support/people';
import { EVERYONE, MANAGEMENT, OVERSEERS, type RoleName } from '../support/state-table';

/** Whatever runs of it says so in the page and calls out; whatever is taken for markup bears the mark. */
const RUN = "globalThis.planted='run';alert(1);fetch('https://planted.test/run')";
const MARKUP = `"><img data-planted src="https://planted.test/image" onerror="${RUN}"><script data-planted>${RUN}</script>`;
const ADDRESS = `javascript:${RUN}`;
/** For a part of a path, which slashes would part. */
const PARAMETERS = [
  `"><img data-planted src=x onerror=alert(globalThis.planted='run')>`,
  "javascript:alert(globalThis.planted='run')",
];

/** Every text of an answer that a person or a provider has chosen, and of a kind that a later server may have. */
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

function poisoned(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => poisoned(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, poisoned(inner, key)]));
  if (name === 'banner') return ADDRESS;
  return TEXTS.includes(name) ? MARKUP : value;
}

/** A history that nobody has made yet has a line all the same. */
const ANY_LINE = {
  data: [
    {
      id: 1,
      date: '2026-03-01T14:05:09.120',
      targetUsername: '',
      initiatorUsername: '',
      initiatorTransactionType: '',
      amount: 1,
    },
  ],
  totalPages: 1,
  totalElements: 1,
  currentPage: 0,
};

async function poison(route: Route): Promise<void> {
  const answer = await route.fetch();
  const isJson = answer.headers()['content-type']?.includes('json') === true;
  if (!answer.ok() || !isJson) return route.fulfill({ response: answer });
  const isHistory = /\/transactions\/history\//.test(route.request().url());
  const told = (await answer.json()) as { data?: unknown[] };
  const body = isHistory && told.data?.length === 0 ? ANY_LINE : told;
  return route.fulfill({ response: answer, json: poisoned(body) });
}

interface Visit {
  readonly page: Page;
  /** A sub-account of the person, with money. */
  readonly id: string;
  /** What ran or called out. */
  readonly heard: string[];
}

/**
 * A page signed in as `role` without the content security policy, which would forbid what is looked for: that a text stays
 * a text must not hang on it.
 */
async function openVisit(browser: Browser, request: APIRequestContext, role: RoleName): Promise<Visit> {
  const login = await request.post('/api/v1/auth/login', { data: people[role] });
  const { accessToken, refreshToken } = (await login.json()) as Record<string, string>;
  const list = await request.post('/api/v1/user/sub-accounts?page=0&size=25', {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  const { data = [] } = (list.ok() ? await list.json() : {}) as { data?: { id: number; balance: number }[] };
  const context = await browser.newContext({ bypassCSP: true });
  const heard: string[] = [];
  await context.route('https://planted.test/**', (route) => {
    heard.push(route.request().url());
    return route.abort();
  });
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    heard.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(
    ([token, renewal]) => {
      if (sessionStorage.getItem('token') !== null) return;
      sessionStorage.setItem('token', token ?? '');
      sessionStorage.setItem('refreshToken', renewal ?? '');
    },
    [accessToken, refreshToken],
  );
  return { page, id: String(data.find(({ balance }) => balance >= 1)?.id ?? ''), heard };
}

async function expectHarmless({ page, heard }: Visit, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    flag: (globalThis as { planted?: string }).planted,
    marked: document.querySelectorAll('[data-planted]').length,
    addresses: document.querySelectorAll(
      '[href^="javascript:" i], iframe[src^="javascript:" i], [action^="javascript:" i], [formaction]',
    ).length,
  }));
  expect({ ...found, heard }, where).toEqual({ flag: undefined, marked: 0, addresses: 0, heard: [] });
}

interface Screen {
  readonly path: string;
  readonly roles: readonly RoleName[];
  /** False where the screen itself shows no text that others have chosen. */
  readonly isTold?: false;
}
const SCREENS: readonly Screen[] = [
  { path: '/home', roles: EVERYONE },
  { path: '/admin', roles: MANAGEMENT },
  { path: '/admin/create', roles: MANAGEMENT, isTold: false },
  { path: '/admin/{id}/edit', roles: MANAGEMENT },
  { path: '/admin/{id}/journal', roles: MANAGEMENT },
  { path: '/refund/{id}', roles: MANAGEMENT },
  { path: '/withdraw/{id}', roles: MANAGEMENT },
  { path: '/reportItem/{id}', roles: MANAGEMENT },
  { path: '/report', roles: MANAGEMENT, isTold: false },
  { path: '/report/day-close', roles: MANAGEMENT, isTold: false },
  { path: '/report/trial-balance', roles: OVERSEERS },
  { path: '/transaction', roles: MANAGEMENT },
  { path: '/history', roles: EVERYONE },
  { path: '/history/received', roles: ['client'] },
  { path: '/settings', roles: EVERYONE },
  { path: '/settings/journal', roles: EVERYONE },
];

for (const role of EVERYONE)
  test(`When every name that the server tells ${role} is markup, then each screen shows it as text and none of it runs`, async ({
    browser,
    request,
  }) => {
    test.setTimeout(180_000);
    const visit = await openVisit(browser, request, role);
    const { page, id } = visit;
    await page.route('**/api/v1/**', poison);
    for (const { path, roles, isTold } of SCREENS) {
      if (!roles.includes(role)) continue;
      await page.goto(path.replace('{id}', id));
      await expect(page.getByRole('banner').getByText(MARKUP), path).toBeVisible();
      const main = page.getByRole('main');
      if (isTold === false) await expect(main.getByRole('heading').first(), path).toBeVisible();
      else await expect(main.getByText(MARKUP).filter({ visible: true }).first(), path).toBeVisible();
      await expectHarmless(visit, path);
    }
    if (role === 'client') {
      await page.goto('/home');
      await expect(page.getByTestId('banner-placeholder').first()).toBeVisible();
      await page.getByTestId('game-tile').getByRole('link').first().click();
      await expect(page.getByRole('heading', { name: MARKUP })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp('data-planted'));
      await expectHarmless(visit, '/game');
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

/** A screen, the call that is refused, and what is filled in and pressed to make it. */
const REFUSALS: readonly (readonly [string, string, string?, Readonly<Record<string, string>>?])[] = [
  ['/report/day-close', '/books/day-close*'],
  ['/admin/create', '/auth/*/register-*', 'Submit', { Nom: 'x', 'Mot de passe': 'X', Montant: '1' }],
  ['/admin/{id}/edit', '/auth/change-sub-account-password/*', 'Modifier', { 'Mot de passe': 'x' }],
  ['/refund/{id}', '/transactions', 'Ajouter', { Montant: '1' }],
  ['/withdraw/{id}', '/transactions', 'Retirer', { Montant: '1' }],
  [
    '/settings',
    '/auth/change-password',
    'Enregistrer',
    { 'Ancien mot de passe': 'x', 'Nouveau mot de passe': 'y', 'Confirmer le mot de passe': 'y' },
  ],
];
test('When the sentence of a refusal is markup, then each screen shows it as text and none of it runs', async ({
  browser,
  request,
}) => {
  const visit = await openVisit(browser, request, 'admin');
  const { page, id } = visit;
  const refuse = (route: Route): Promise<void> =>
    route.fulfill({ status: 400, json: { errors: [MARKUP], code: 'invalid-input' } });
  for (const [path, call, button, fields = {}] of REFUSALS) {
    await page.route(`**/api/v1${call}`, refuse);
    await page.goto(path.replace('{id}', id));
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(text);
    if (button !== undefined) await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('main').getByText(MARKUP), path).toBeVisible();
    await expectHarmless(visit, path);
    await page.unroute(`**/api/v1${call}`);
  }
  await page.context().close();
});

const ADDRESSES: Readonly<Record<'admin' | 'client', readonly string[]>> = {
  admin: [
    '/admin?username={text}',
    '/admin?page={text}&tri={text}',
    '/admin/{text}/edit',
    '/admin/{text}/journal',
    '/refund/{text}',
    '/withdraw/{text}',
    '/reportItem/{text}?filtre={text}',
    '/report?from={text}&to={text}',
    '/report/day-close?date={text}',
    '/transaction?page={text}',
    '/{text}',
    '/login?next={text}',
  ],
  client: [
    '/home?search={text}&provider={text}',
    '/history?filtre={text}&page={text}',
    '/game/{text}/{text}/{text}',
    '/settings/journal?avant={text}',
    '/{text}/{text}',
  ],
};
for (const role of ['admin', 'client'] as const)
  test(`When an address that ${role} is sent has markup or a script for its parts, then none of it runs, and one stays here`, async ({
    browser,
    request,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    const visit = await openVisit(browser, request, role);
    const { page } = visit;
    for (const address of ADDRESSES[role])
      for (const text of PARAMETERS) {
        const path = address.replaceAll('{text}', encodeURIComponent(text));
        await page.goto(path);
        await expect(page.getByRole('main'), path).toHaveText(/./);
        if (path.startsWith('/game/')) await expect(page.getByRole('heading', { name: text })).toBeVisible();
        if (address.includes('filtre')) await expect(page.getByRole('searchbox').first()).toHaveValue(text);
        await page.waitForLoadState('networkidle');
        await expectHarmless(visit, path);
        expect(new URL(page.url()).origin).toBe(baseURL);
      }
    await page.context().close();
  });
