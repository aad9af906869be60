import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { Person } from './people';

/** Opens a page of its own for each caller: `person` is signed in before the first script runs. */
export async function signedInPages(
  request: APIRequestContext,
  person: Person,
): Promise<(browser: Browser) => Promise<Page>> {
  const login = await request.post('/api/v1/auth/login', { data: person });
  const { accessToken, refreshToken } = (await login.json()) as Record<string, string>;
  return async (browser) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(
      ([token, renewal]) => {
        if (sessionStorage.getItem('seen') !== null) return;
        sessionStorage.setItem('seen', 'yes');
        sessionStorage.setItem('token', token ?? '');
        sessionStorage.setItem('refreshToken', renewal ?? '');
      },
      [accessToken, refreshToken],
    );
    return page;
  };
}
