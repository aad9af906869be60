import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CommandError } from '@palier/scripts/command';
import { CACHE } from '@palier/scripts/paths';
import { runNpm } from '@palier/scripts/process/run';
import { readings } from '../measure';
import { signIn, type SignedInUser } from './page-load';

const FOLDER = join(CACHE, 'lighthouse');
const PACKAGES = ['lighthouse@12.8.2', 'puppeteer-core@24.43.1'];
const SCORE = new URL('lighthouse-score.mjs', import.meta.url);

export type Category = 'performance' | 'accessibility' | 'best-practices';

export interface Score {
  readonly path: string;
  readonly scores: Readonly<Record<Category, number>>;
  /** Audits below 0.9 with their values. */
  readonly failed: readonly string[];
}

/** Installs Lighthouse at its first use, because starting and testing Palier do not need its 150 packages. */
async function install(): Promise<void> {
  if (!existsSync(join(FOLDER, 'node_modules/lighthouse'))) {
    const { code, output } = await runNpm([
      'install',
      '--no-audit',
      '--no-fund',
      '--prefix',
      FOLDER,
      ...PACKAGES,
    ]);
    if (code !== 0)
      throw new CommandError(`Lighthouse was not installed:\n${output.trim()}`, 'Check the network.');
  }
  await copyFile(SCORE, join(FOLDER, 'score.mjs'));
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

interface Route {
  readonly path: string;
  readonly as: 'nobody' | 'admin' | 'client';
}

/** Every screen; `{child}` is an account under the admin, `{game}` a game of the catalogue. */
const ROUTES: readonly Route[] = [
  { path: '/login', as: 'nobody' },
  { path: '/home', as: 'client' },
  { path: '/admin', as: 'admin' },
  { path: '/admin/create', as: 'admin' },
  { path: '/admin/{child}/edit', as: 'admin' },
  { path: '/refund/{child}', as: 'admin' },
  { path: '/withdraw/{child}', as: 'admin' },
  { path: '/history', as: 'admin' },
  { path: '/reportItem/{child}', as: 'admin' },
  { path: '/report', as: 'admin' },
  { path: '/transaction', as: 'admin' },
  { path: '/settings', as: 'client' },
  { path: '/game/PRAGMATIC/{game}', as: 'client' },
  { path: '/nulle-part', as: 'nobody' },
];

async function callApi<Body>(user: SignedInUser, address: string, method: 'GET' | 'POST'): Promise<Body> {
  const answer = await fetch(address, { method, headers: { authorization: `Bearer ${user.accessToken}` } });
  return (await answer.json()) as Body;
}

/** Scores vary with the machine's load, so the median of several runs counts. */
const RUNS = 5;

async function scoreRepeatedly(debuggingPort: number, page: Page): Promise<Score> {
  const runs: Score[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await scorePage(debuggingPort, page));
  const medianOf = (category: Category): number =>
    readings(runs.map(({ scores }) => scores[category])).median;
  return {
    path: page.path,
    scores: {
      performance: medianOf('performance'),
      accessibility: medianOf('accessibility'),
      'best-practices': medianOf('best-practices'),
    },
    failed: runs.at(-1)?.failed ?? [],
  };
}

/** Scores every route of the product at `url` and prints the scores. */
export async function scoreRoutes(debuggingPort: number, url: string): Promise<readonly Score[]> {
  await install();
  const people = {
    nobody: null,
    admin: await signIn(url, 'admin', 'Admin1234'),
    client: await signIn(url, 'client', 'Client1234'),
  };
  const api = `${url}/api/v1`;
  const { data } = await callApi<{ data: { id: number }[] }>(
    people.admin,
    `${api}/user/sub-accounts?page=0&size=25`,
    'POST',
  );
  const { games } = await callApi<{ games: { game_name: string; game_code: string }[] }>(
    people.client,
    `${api}/casino/games?providerCode=PRAGMATIC`,
    'GET',
  );
  const game = [games[0]?.game_name ?? '', games[0]?.game_code ?? ''].map(encodeURIComponent).join('/');
  const scored: Score[] = [];
  for (const { path, as } of ROUTES) {
    const address = path.replace('{child}', String(data[0]?.id)).replace('{game}', game);
    const score = await scoreRepeatedly(debuggingPort, { url, path: address, user: people[as] });
    console.log(`  ${address}: ${Object.values(score.scores).join(', ')} ${score.failed.join('; ')}`);
    scored.push(score);
  }
  return scored;
}
