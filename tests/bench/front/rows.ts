import { chromium, type Browser } from '@playwright/test';
import { freePort } from '@palier/base/process/free-port';
import { BROWSER_FLAGS, ensureBrowser } from '@palier/base/process/browser';
import type { BenchRow, Goal, Probe } from '../row';
import { measureCelebration, measureCounting } from './celebration';
import { measureColdVisit, countElements, measureHoveredVisit, timeSlowestKeystroke } from './interactions';
import { CATEGORIES, scoreRoutes, type Category, type Score } from './lighthouse';
import { measureLoad, signIn, type PageLoad, type SignedInUser, type Visit } from './page-load';
import { startSite, type Site } from './site';
import { measureFirstVisit, measureReturningVisit } from './visits';
import { sumOf, weighFloor, writeWeights } from './weights';

/** The catalogue's heading, which shows that the route is painted. */
const PAINTED = 'main h1, main h2';

/** Shared by the front end's benchmarks: the product served two ways, a browser, a signed-in client. */
interface Setup {
  readonly site: Site;
  readonly browser: Browser;
  readonly user: SignedInUser;
  /** For Lighthouse, which drives the same browser. */
  readonly debuggingPort: number;
}

interface FrontRows {
  readonly rows: readonly BenchRow[];
  close(): Promise<void>;
}

/** A benchmark's reading, its reference and its number of readings. */
interface Readings {
  readonly subject: Probe['subject'];
  readonly against?: readonly [title: string, reading: Probe['subject']];
  readonly rounds?: number;
}

type Address = 'federated' | 'monolith';

/** The readings of pages, each on the site that `getSetup` starts. */
function createMeasures(getSetup: () => Promise<Setup>) {
  const visit =
    (measure: (visit: Visit) => Promise<number>, at: Address = 'federated') =>
    async (): Promise<number> => {
      const { site, browser, user } = await getSetup();
      return measure({ browser, user, url: site[at] });
    };
  // The three Lighthouse benchmarks share one pass over the routes.
  let scored: readonly Score[] | null = null;
  return {
    visit,
    load: (figure: keyof PageLoad, at: Address = 'federated', path = '/home') =>
      visit(async (where) => (await measureLoad({ ...where, path, painted: PAINTED }))[figure], at),
    later: (figure: keyof PageLoad) =>
      visit(async (where) => {
        const load = await measureLoad({ ...where, path: '/home', painted: PAINTED, isLater: true });
        return load[figure];
      }),
    keystroke: (games?: number) => visit((where) => timeSlowestKeystroke(where, 'dragon', games)),
    elements: (games: number) => visit((where) => countElements(where, games)),
    returning: async (): Promise<number> => {
      const { site, browser, user } = await getSetup();
      const { content, withHeaders } = await measureReturningVisit(site, { browser, user });
      console.log(`  with headers ${withHeaders} bytes`);
      return content;
    },
    worst: async (category: Category): Promise<number> => {
      const { site, debuggingPort } = await getSetup();
      scored ??= await scoreRoutes(debuggingPort, site.federated);
      return Math.min(...scored.map(({ scores }) => scores[category]));
    },
  };
}

type Measures = ReturnType<typeof createMeasures>;

type Measure = { readonly unit: string } & Goal;

const row = (
  id: string,
  title: string,
  { unit, ...goal }: Measure,
  { subject, against, rounds }: Readings,
): BenchRow => ({
  id,
  group: 'front',
  title,
  unit,
  goal,
  ...(against === undefined ? {} : { reference: against[0] }),
  prepare: () =>
    Promise.resolve({
      subject,
      ...(against === undefined ? {} : { reference: against[1] }),
      ...(rounds === undefined ? {} : { rounds }),
    }),
});

const LAZY = 'the same sources as one lazy monolith';
const AWAITED = 'the monolith that awaits its first route';

function loadRows({ load, later }: Measures): BenchRow[] {
  return [
    row(
      'lcp-first',
      'LCP of /home on a first visit, slow 4G and CPU / 4',
      { unit: 'ms', atMost: 2_000 },
      { subject: load('lcpMs') },
    ),
    row(
      'lcp-later',
      'LCP of /home on a later visit, slow 4G and CPU / 4',
      { unit: 'ms', atMost: 1_000 },
      { subject: later('lcpMs') },
    ),
    row(
      'lcp-lazy',
      'LCP of /home, slow 4G and CPU / 4',
      { unit: 'ms', atMost: 1.05 },
      {
        subject: load('lcpMs'),
        against: [LAZY, load('lcpMs', 'monolith')],
      },
    ),
    row(
      'lcp-awaited',
      'LCP of /home, slow 4G and CPU / 4',
      { unit: 'ms', atMost: 1.03 },
      {
        subject: load('lcpMs'),
        against: [AWAITED, load('lcpMs', 'monolith', '/home#first-route=awaited')],
      },
    ),
    row(
      'first-load-ratio',
      'scripts of the first load of /home, brotli',
      { unit: 'bytes', atMost: 1.3 },
      {
        subject: load('scriptBytes'),
        against: [LAZY, load('scriptBytes', 'monolith')],
        rounds: 1,
      },
    ),
    row(
      'depth',
      'the longest chain of requests before the route of /home paints',
      { unit: 'deep', atMost: 2 },
      {
        subject: load('depth'),
        rounds: 1,
      },
    ),
    row(
      'tbt',
      'total blocking time of /home, CPU / 4',
      { unit: 'ms', atMost: 200 },
      {
        subject: load('tbtMs'),
      },
    ),
  ];
}

const FIRST_VISIT_BYTES = 120_000;

/** What visits transfer (decisions 0121 and 0122). */
const visitRows = ({ visit, returning }: Measures): BenchRow[] =>
  [
    row(
      'first-visit',
      'document, scripts and styles before /home can be used, brotli, with headers',
      { unit: 'bytes', atMost: FIRST_VISIT_BYTES },
      { subject: visit(measureFirstVisit) },
    ),
    row(
      'first-visit-floor',
      'scripts of a shell and a remote of the specified libraries alone, brotli',
      { unit: 'bytes', atMost: FIRST_VISIT_BYTES },
      {
        async subject() {
          const floor = await weighFloor();
          await writeWeights(floor);
          return sumOf(floor);
        },
      },
    ),
    row(
      'returning-visit',
      'content of document, scripts and styles of /home after a release of shell and casino',
      { unit: 'bytes', atMost: 5_000 },
      { subject: returning },
    ),
  ].map((of) => ({ ...of, isCount: true }));

function interactionRows({ visit, keystroke, elements }: Measures): BenchRow[] {
  return [
    row(
      'inp-search',
      'slowest keystroke in the search, everything ticking, CPU / 4',
      { unit: 'ms', atMost: 100 },
      {
        subject: keystroke(),
      },
    ),
    row(
      'second-remote',
      'a second remote after its link was hovered, over a later visit',
      { unit: 'ms', atMost: 50 },
      {
        subject: visit(measureHoveredVisit),
      },
    ),
    row(
      'second-remote-cold',
      'click to a second remote, slow 4G and CPU / 4',
      { unit: 'ms', atMost: 1.05 },
      {
        subject: visit(measureColdVisit),
        against: ['the lazy monolith’s chunk', visit(measureColdVisit, 'monolith')],
      },
    ),
    row(
      'catalogue-keys',
      'slowest keystroke in a catalogue of 10 000 games, CPU / 4',
      { unit: 'ms', atMost: 1.5 },
      {
        subject: keystroke(10_000),
        against: ['a catalogue of 100 games', keystroke(100)],
      },
    ),
    row(
      'catalogue-elements',
      'elements in the page while 10 000 games are scrolled through',
      { unit: 'elements', atMost: 1.5 },
      { subject: elements(10_000), against: ['the same with 100 games', elements(100)], rounds: 1 },
    ),
  ];
}

function celebrationRows({ visit }: Measures): BenchRow[] {
  return [
    row(
      'celebration-tasks',
      'long tasks while a jackpot is celebrated, CPU / 4',
      { unit: 'tasks', atMost: 0 },
      {
        subject: visit(async (where) => (await measureCelebration(where)).longTasks),
      },
    ),
    row(
      'celebration-frames',
      'share of frames over 32 ms while a jackpot is celebrated, CPU / 4',
      { unit: '', atMost: 0.02 },
      { subject: visit(async (where) => (await measureCelebration(where)).lateShare) },
    ),
    row(
      'counting-frames',
      'share of frames over 32 ms while the balance counts to new values, CPU / 4',
      { unit: '', atMost: 0.02 },
      { subject: visit(measureCounting) },
    ),
  ];
}

const lighthouseRows = ({ worst }: Measures): BenchRow[] =>
  CATEGORIES.map((category) => ({
    ...row(
      `lighthouse-${category}`,
      `Lighthouse 12.8.2, mobile, ${category}, median of five, signed in: the lowest of all routes`,
      { unit: '', atLeast: category === 'performance' ? 0.97 : 1 },
      { subject: () => worst(category), rounds: 1 },
    ),
    onlyByName: true,
  }));

/** The front end's benchmarks: the federated page against the same sources built as one bundle. */
export function frontRows(): FrontRows {
  let setup: Promise<Setup> | null = null;
  const getSetup = (): Promise<Setup> => (setup ??= prepareSetup());
  const measures = createMeasures(getSetup);
  const rows = [
    ...loadRows(measures),
    ...visitRows(measures),
    ...interactionRows(measures),
    ...celebrationRows(measures),
    ...lighthouseRows(measures),
  ];
  return {
    rows: rows.map((of) => ({
      ...of,
      async prepare() {
        await getSetup();
        return of.prepare();
      },
    })),
    async close() {
      if (setup === null) return;
      const { site, browser } = await setup;
      await browser.close();
      await site.stop();
    },
  };
}

async function prepareSetup(): Promise<Setup> {
  const debuggingPort = await freePort();
  // The browser starts first, so that nothing else has started when it is missing.
  const { CHROME_PATH } = await ensureBrowser();
  const browser = await chromium.launch({
    ...(CHROME_PATH === undefined ? {} : { executablePath: CHROME_PATH }),
    args: [...BROWSER_FLAGS, `--remote-debugging-port=${debuggingPort}`],
  });
  const site = await startSite();
  return { site, browser, debuggingPort, user: await signIn(site.federated, 'client', 'Client1234') };
}
