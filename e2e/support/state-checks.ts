import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Browser, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { Person } from './people';
import { atRest } from './wait-for-animations';

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { width: 360, height: 740 };
/** In px: what is pressed by a thumb is 44 high, of which a browser may give back a hair less. */
const LOWEST_TARGET = 43.9;

/** A page kept open for many cells: one context, one sign-in, and what it complained about since it was last asked. */
export interface Stage {
  readonly page: Page;
  takeComplaints(): string[];
}

/** Opens the product on a small phone, signed in as `person` by the API, or signed out. */
export async function openStage(browser: Browser, baseURL: string, person: Person | null): Promise<Stage> {
  const context = await browser.newContext({
    baseURL,
    viewport: PHONE,
    reducedMotion: 'reduce',
    locale: 'fr-TN',
  });
  const page = await context.newPage();
  let complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.addInitScript(AXE_SOURCE);
  await page.goto('/login');
  if (person !== null) {
    const login = await context.request.post('/api/v1/auth/login', { data: person });
    const { accessToken, refreshToken } = (await login.json()) as {
      accessToken: string;
      refreshToken: string;
    };
    await page.evaluate(
      (tokens) => Object.entries(tokens).forEach(([name, value]) => sessionStorage.setItem(name, value)),
      { token: accessToken, refreshToken },
    );
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Paramètres' })).toBeVisible();
  }
  return {
    page,
    takeComplaints() {
      const taken = complaints;
      complaints = [];
      return taken;
    },
  };
}

/** Changes the path as a link would, without loading the page again. */
export const go = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** What the browser itself says of an answer that a cell made fail. */
const isOwnFailure = (complaint: string): boolean => complaint.startsWith('Failed to load resource');

/** What every cell must hold: nothing wider than the phone, no target lower than a thumb, no violation that axe finds, no complaint, never NaN. */
export async function expectSound({ page, takeComplaints }: Stage): Promise<void> {
  await atRest(page);
  const found = await page.evaluate(async (lowest) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations } = await checker.run(document, { resultTypes: ['violations'] });
    return {
      width: document.documentElement.scrollWidth,
      violations: violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`),
      hasNaN: document.body.innerText.includes('NaN'),
      lowTargets: [...document.querySelectorAll('a, button, input, select, summary')]
        .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < lowest)
        .map(({ outerHTML }) => outerHTML),
    };
  }, LOWEST_TARGET);
  expect(found).toEqual({ width: PHONE.width, violations: [], hasNaN: false, lowTargets: [] });
  expect(takeComplaints().filter((complaint) => !isOwnFailure(complaint))).toEqual([]);
}
