import { test as base, expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { demo, type Account } from './accounts';

export { demo, expect };
export type { Account } from './accounts';

/** A super admin, an admin below the super admin and a client below the admin, which no other worker uses. */
export interface Team {
  readonly superadmin: Account;
  readonly admin: Account;
  readonly client: Account;
}

interface Login {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly user: object;
}

/** The API as one account, outside the browser. */
export interface Api {
  get<Body>(path: string): Promise<Body>;
  post<Body = unknown>(path: string, data?: object): Promise<Body>;
}

export interface HistoryPage {
  readonly data: readonly {
    id: number;
    date: string;
    targetUsername: string;
    initiatorTransactionType: string;
    amount: number;
    balanceAfter: number;
  }[];
  readonly totalElements: number;
}

/** The fields of a day close that journeys compare. */
export interface DayClose {
  readonly date: string;
  readonly distributed: number;
  readonly collected: number;
}

/** Below the 15 minutes that an access token lives. */
const LOGIN_REUSED_MS = 8 * 60_000;

async function login(request: APIRequestContext, account: Account): Promise<Login> {
  const response = await request.post('/api/v1/auth/login', { data: account });
  expect(response.status(), `sign-in of ${account.username}`).toBe(200);
  return (await response.json()) as Login;
}

/** The day before `day`, both YYYY-MM-DD. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

let lastNumber = 0;
/** A username that is free, also when a worker is started again on the same database. */
export const newUsername = (prefix: string): string =>
  `${prefix}-${Date.now().toString(36)}${process.pid.toString(36)}${(lastNumber += 1)}`;

interface SignInOptions {
  /** True for a journey that signs out, renews the tokens or ends sessions. */
  readonly ownSession?: boolean;
}

interface TestFixtures {
  /** Signs `page` in through the API, before its first script runs. */
  signIn(account: Account, options?: SignInOptions): Promise<void>;
  /** Another page in a browser context of its own, signed in. */
  openAs(account: Account, options?: SignInOptions): Promise<Page>;
}

interface WorkerFixtures {
  /** Requests outside any page. */
  api: APIRequestContext;
  apiAs(account: Account): Promise<Api>;
  loginOf(account: Account, options?: SignInOptions): Promise<Login>;
  team: Team;
  /** Creates a client of the team's admin. */
  newClient(balance: number): Promise<Account>;
}

/** Stores tokens and user as the app does after a sign-in. Call before the page is opened. */
export async function storeSession(page: Page, origin: string, session: Login): Promise<void> {
  await page.addInitScript(
    ([own, { accessToken, refreshToken, user }]) => {
      if (location.origin !== own || sessionStorage.getItem('test-signed-in') !== null) return;
      const text = JSON.stringify(user);
      Object.assign(sessionStorage, {
        'test-signed-in': 'yes',
        token: accessToken,
        refreshToken,
        tokensReceivedAt: String(Date.now()),
        user: text,
      });
      Object.assign(localStorage, { isLogged: 'true', user: text });
    },
    [origin, session] as const,
  );
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  api: [
    async ({ playwright }, provide) => {
      const baseURL = `http://localhost:${process.env.E2E_PORT}`;
      const context = await playwright.request.newContext({ baseURL });
      await provide(context);
      await context.dispose();
    },
    { scope: 'worker' },
  ],
  loginOf: [
    async ({ api }, provide) => {
      const logins = new Map<string, { login: Promise<Login>; at: number }>();
      await provide(({ username, password }, { ownSession = false } = {}) => {
        if (ownSession) return login(api, { username, password });
        const known = logins.get(username);
        if (known !== undefined && performance.now() - known.at < LOGIN_REUSED_MS) return known.login;
        const fresh = login(api, { username, password });
        logins.set(username, { login: fresh, at: performance.now() });
        return fresh;
      });
    },
    { scope: 'worker' },
  ],
  apiAs: [
    async ({ api, loginOf }, provide) => {
      await provide(async (account) => {
        const { accessToken } = await loginOf(account);
        async function call<Body>(method: 'get' | 'post', path: string, data?: object): Promise<Body> {
          const headers = { Authorization: `Bearer ${accessToken}` };
          const response = await api[method](`/api/v1${path}`, {
            headers,
            ...(data === undefined ? {} : { data }),
          });
          expect(response.status(), path).toBe(200);
          return (await response.json().catch(() => null)) as Body;
        }
        return { get: (path) => call('get', path), post: (path, data) => call('post', path, data) };
      });
    },
    { scope: 'worker' },
  ],
  team: [
    async ({ apiAs }, provide) => {
      const create = async (creator: Account, path: string, prefix: string, balance: number) => {
        const account = { username: newUsername(prefix), password: 'Equipe1234' };
        await (await apiAs(creator)).post(path, { ...account, balance });
        return account;
      };
      const superadmin = await create(demo.capo, '/auth/capo/register-super-admin', 'super', 100_000);
      const admin = await create(superadmin, '/auth/super-admin/register-admin', 'agent', 50_000);
      const client = await create(admin, '/auth/admin/register-client', 'player', 1_000);
      await provide({ superadmin, admin, client });
    },
    { scope: 'worker' },
  ],
  newClient: [
    async ({ apiAs, team }, provide) => {
      await provide(async (balance) => {
        const account = { username: newUsername('player'), password: 'Matmata1234' };
        await (await apiAs(team.admin)).post('/auth/admin/register-client', { ...account, balance });
        return account;
      });
    },
    { scope: 'worker' },
  ],
  async signIn({ page, baseURL, loginOf }, provide) {
    await provide(async (account, options) =>
      storeSession(page, baseURL ?? '', await loginOf(account, options)),
    );
  },
  async openAs({ browser, baseURL, loginOf, contextOptions }, provide) {
    const pages: Page[] = [];
    await provide(async (account, options) => {
      const page = await (await browser.newContext({ ...contextOptions, baseURL: baseURL ?? '' })).newPage();
      pages.push(page);
      await storeSession(page, baseURL ?? '', await loginOf(account, options));
      return page;
    });
    await Promise.all(pages.map((page) => page.context().close()));
  },
});

/** An amount as the screen shows it, with French separators, as a number. */
export const amountOf = (text: string): number =>
  Number(
    text
      .replace('−', '-')
      .replace(/[^\d,-]/g, '')
      .replace(',', '.'),
  );

export const headerBalance = async (page: Page): Promise<number> =>
  amountOf((await page.getByTestId('balance').first().textContent()) ?? '');

/** Changes the path as a link does, without loading the page again. */
export const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** A promise, and the function that resolves the promise. */
export function createSignal(): { readonly given: Promise<void>; give(): void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

/** The row of one account in the sub-account list. */
export const rowOf = (page: Page, { username }: Account): Locator =>
  page.getByRole('row').filter({ has: page.getByText(username, { exact: true }) });
