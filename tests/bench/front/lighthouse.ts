import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CommandError } from '@palier/base/command';
import { CACHE } from '@palier/base/paths';
import { runNpm } from '@palier/base/process/run';
import { readings } from '../measure';
import { signIn, type SignedInUser } from './page-load';

const FOLDER = join(CACHE, 'lighthouse');
const PACKAGES = ['lighthouse@12.8.2', 'puppeteer-core@24.43.1'];
const SCORE_PROGRAM = new URL('./lighthouse-score.mjs', import.meta.url);

export const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Score {
  readonly path: string;
  readonly scores: Readonly<Record<Category, number>>;
  /** Audits below 0.9 with their values. */
  readonly failed: readonly string[];
}

/** Installs Lighthouse at its first use, because starting and testing Palier do not need its 150 packages. */
async function install(): Promise<void> {
  if (!existsSync(join(FOLDER, 'node_modules/lighthouse'))) {
    const args = ['install', '--no-audit', '--no-fund', '--prefix', FOLDER, ...PACKAGES];
    const { code, output } = await runNpm(args);
    if (code !== 0)
      throw new CommandError(`Lighthouse was not installed:\n${output.trim()}`, 'Check the network.');
  }
  await copyFile(SCORE_PROGRAM, join(FOLDER, 'score.mjs'));
}

const storedFor = (user: SignedInUser | null) => ({
  session: user === null ? {} : { token: user.accessToken, refreshToken: user.refreshToken },
  local: user === null ? {} : { isLogged: 'true', user: JSON.stringify(user.user) },
});

interface Page {
  readonly url: string;
  readonly path: string;
  readonly user: SignedInUser | null;
}

/** Lighthouse's message when a trace lacks an event (such as NO_NAVSTART). */
const RETRY_MESSAGE = 'run Lighthouse again';
const TRIES = 3;

/** Scores a page with Lighthouse's mobile preset in the browser on `debuggingPort`. */
async function scorePage(debuggingPort: number, page: Page, triesLeft = TRIES - 1): Promise<Score> {
  const { url, path, user } = page;
  const child = spawn(process.execPath, [join(FOLDER, 'score.mjs'), String(debuggingPort)], {
    cwd: FOLDER,
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: 120_000,
  });
  child.stdin.end(JSON.stringify({ url: url + path, stored: storedFor(user) }));
  const answer = await text(child.stdout);
  if (answer === '') throw new CommandError(`Lighthouse could not score ${path}.`, 'See its output above.');
  const { scores, failed, error } = JSON.parse(answer) as Omit<Score, 'path'> & { error: string | null };
  if (error?.includes(RETRY_MESSAGE) === true && triesLeft > 0)
    return scorePage(debuggingPort, page, triesLeft - 1);
  if (error !== null)
    throw new CommandError(`Lighthouse could not score ${path}: ${error}`, 'Open the page by hand.');
  return { path, scores, failed };
}

/**
 * Every screen, by a user who may open it; agents of all roles see the same screens, except one. In the paths
 * `{child}` is an account under the admin, `{game}` a game of the catalogue, `{movement}` one of the admin's.
 */
const ROUTES = {
  nobody: ['/login', '/nulle-part'],
  client: [
    '/home',
    '/game/PRAGMATIC/{game}',
    '/history',
    '/history/received',
    '/history/rounds',
    '/protection',
    '/requests',
    '/settings',
    '/settings/help',
    '/settings/journal',
  ],
  admin: [
    '/home',
    '/admin',
    '/admin/create',
    '/admin/movement-list',
    '/admin/{child}',
    '/admin/{child}/edit',
    '/admin/{child}/journal',
    '/refund/{child}',
    '/withdraw/{child}',
    '/history',
    '/receipt/{movement}',
    '/reportItem/{child}',
    '/report',
    '/report/day-close',
    '/report/network',
    '/requests/balance',
    '/transaction',
  ],
  superadmin: ['/admin', '/report/trial-balance'],
  capo: ['/admin', '/report/network'],
} as const;

async function callApi<Body>(user: SignedInUser, address: string, method: 'GET' | 'POST'): Promise<Body> {
  const answer = await fetch(address, { method, headers: { authorization: `Bearer ${user.accessToken}` } });
  return (await answer.json()) as Body;
}

/** Scores vary with the machine's load, so the median of several runs counts. */
const RUNS_OF_A_PAGE = 5;

async function scoreRepeatedly(debuggingPort: number, page: Page): Promise<Score> {
  const runs: Score[] = [];
  for (let run = 0; run < RUNS_OF_A_PAGE; run += 1) runs.push(await scorePage(debuggingPort, page));
  const medians = CATEGORIES.map((category) => [
    category,
    readings(runs.map(({ scores }) => scores[category])).median,
  ]);
  const scores = Object.fromEntries(medians) as Score['scores'];
  return { path: page.path, scores, failed: runs.at(-1)?.failed ?? [] };
}

/** The parts of paths that depend on the data. */
async function readPathValues(url: string) {
  const client = await signIn(url, 'client', 'Client1234');
  const admin = await signIn(url, 'admin', 'Admin1234');
  const list = `${url}/api/v1/user/sub-accounts?page=0&size=25`;
  const { data } = await callApi<{ data: { id: number }[] }>(admin, list, 'POST');
  const catalogue = `${url}/api/v1/casino/games?providerCode=PRAGMATIC`;
  const { games } = await callApi<{ games: { game_name: string; game_code: string }[] }>(
    client,
    catalogue,
    'GET',
  );
  const history = `${url}/api/v1/transactions/history/outgoing?page=0&size=1`;
  const { data: movements } = await callApi<{ data: { id: number }[] }>(admin, history, 'GET');
  return {
    child: String(data[0]?.id),
    movement: String(movements[0]?.id),
    game: [games[0]?.game_name ?? '', games[0]?.game_code ?? ''].map(encodeURIComponent).join('/'),
  };
}

/** Scores every route of the product at `url` and prints the scores. */
export async function scoreRoutes(debuggingPort: number, url: string): Promise<readonly Score[]> {
  await install();
  // A new session for each page: an access token ends before the last page is scored.
  const users: Record<keyof typeof ROUTES, () => Promise<SignedInUser | null>> = {
    nobody: () => Promise.resolve(null),
    client: () => signIn(url, 'client', 'Client1234'),
    admin: () => signIn(url, 'admin', 'Admin1234'),
    superadmin: () => signIn(url, 'superadmin', 'Super1234'),
    capo: () => signIn(url, 'capo', 'Capo1234'),
  };
  const parts = await readPathValues(url);
  const scored: Score[] = [];
  for (const [name, paths] of Object.entries(ROUTES))
    for (const template of paths) {
      const path = template.replace(/\{(\w+)\}/, (_, part: keyof typeof parts) => parts[part]);
      const user = await users[name as keyof typeof users]();
      const score = await scoreRepeatedly(debuggingPort, { url, path, user });
      const figures = Object.values(score.scores).join(', ');
      console.log(`  ${name} ${path}: ${figures} ${score.failed.join('; ')}`);
      scored.push(score);
    }
  return scored;
}
