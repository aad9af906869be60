import type { Browser } from '@playwright/test';
import { freePort } from '@palier/scripts/process/free-port';
import type { BenchRow, Probe } from '../row';
import { openBrowser } from './browser';
import { measureCelebration } from './celebration';
import { coldVisit, elementsAfterScrolling, firstVisitAfterHover, slowestKeystroke } from './interactions';
import { scoreRoutes, type Category, type Score } from './lighthouse';
import { measureLoad, signIn, type PageLoad, type SignedInUser } from './page-load';
import { startSite, type Site } from './site';

/** The catalogue's heading, which shows that the route is painted. */
const PAINTED = 'main h1, main h2';
const LOADS = 7;

/** Shared by the front end's benchmarks: the product served three ways, a browser, a signed-in client. */
interface Setup {
  readonly site: Site;
  readonly browser: Browser;
  readonly user: SignedInUser;
  /** For Lighthouse, which drives the same browser. */
  readonly debuggingPort: number;
}

/** A benchmark with its readings; `against` reads the reference. */
interface FrontRow extends Omit<BenchRow, 'group' | 'prepare'> {
  readonly subject: Probe['subject'];
  readonly against?: Probe['subject'];
  readonly rounds?: number;
}

interface FrontRows {
  readonly rows: readonly BenchRow[];
  close(): Promise<void>;
}

/** The front end's benchmarks: the federated page against the same sources built as one bundle. */
export function frontRows(): FrontRows {
  let setup: Promise<Setup> | null = null;
  const getSetup = (): Promise<Setup> => (setup ??= prepareSetup());

  const load = async (at: (site: Site) => string, path = '/home', painted = PAINTED): Promise<PageLoad> => {
    const { site, browser, user } = await getSetup();
    return measureLoad(browser, { url: at(site) + path, user: path === '/login' ? null : user, painted });
  };
  const federated = ({ federated: url }: Site): string => url;
  const lazy = ({ lazyMonolith }: Site): string => lazyMonolith;
  const awaited = ({ awaitedMonolith }: Site): string => awaitedMonolith;
  const onFederated = async <Result>(
    measure: (browser: Browser, options: { url: string; user: SignedInUser }) => Promise<Result>,
  ): Promise<Result> => {
    const { site, browser, user } = await getSetup();
    return measure(browser, { url: site.federated, user });
  };

  const keystroke = (games?: number): Promise<number> =>
    onFederated((browser, where) =>
      slowestKeystroke(browser, { ...where, words: 'dragon', ...(games === undefined ? {} : { games }) }),
    );
  const elements = (games: number): Promise<number> =>
    onFederated((browser, where) => elementsAfterScrolling(browser, { ...where, games }));

  // The three Lighthouse benchmarks share one pass over the routes.
  let scored: readonly Score[] | null = null;
  const worst = async (category: Category, isAgain: boolean): Promise<number> => {
    const { site, debuggingPort } = await getSetup();
    scored = (isAgain ? null : scored) ?? (await scoreRoutes(debuggingPort, site.federated));
    return Math.min(...scored.map(({ scores }) => scores[category]));
  };

  const row = ({ subject, against, rounds, ...fields }: FrontRow): BenchRow => ({
    group: 'front',
    ...fields,
    async prepare() {
      await getSetup();
      return {
        subject,
        ...(against === undefined ? {} : { reference: against }),
        ...(rounds === undefined ? {} : { rounds }),
      };
    },
  });

  return {
    rows: [
      row({
        id: 'lcp-lazy',
        title: 'LCP of /home, slow 4G and CPU / 4',
        reference: 'the same sources as one lazy monolith',
        unit: 'ms',
        goal: { atMost: 1.05 },
        subject: async () => (await load(federated)).lcpMs,
        against: async () => (await load(lazy)).lcpMs,
        rounds: LOADS,
      }),
      row({
        id: 'lcp-awaited',
        title: 'LCP of /home, slow 4G and CPU / 4',
        reference: 'the monolith that awaits its first route',
        unit: 'ms',
        goal: { atMost: 1.25 },
        subject: async () => (await load(federated)).lcpMs,
        against: async () => (await load(awaited)).lcpMs,
        rounds: LOADS,
      }),
      row({
        id: 'first-load-ratio',
        title: 'scripts of the first load of /home, brotli',
        reference: 'the same sources as one lazy monolith',
        unit: 'bytes',
        goal: { atMost: 1.3 },
        subject: async () => (await load(federated)).scriptBytes,
        against: async () => (await load(lazy)).scriptBytes,
        rounds: 1,
      }),
      row({
        id: 'first-load-home',
        title: 'scripts of the first load of /home, brotli',
        unit: 'bytes',
        goal: { atMost: 150_000 },
        subject: async () => (await load(federated)).scriptBytes,
        rounds: 1,
      }),
      row({
        id: 'first-load-login',
        title: 'scripts of the first load of /login, brotli',
        unit: 'bytes',
        goal: { atMost: 150_000 },
        subject: async () => (await load(federated, '/login', 'form')).scriptBytes,
        rounds: 1,
      }),
      row({
        id: 'requests',
        title: 'requests before the route of /home paints',
        unit: 'requests',
        goal: { atMost: 6 },
        subject: async () => (await load(federated)).requests,
        rounds: 1,
      }),
      row({
        id: 'depth',
        title: 'the longest chain of those requests',
        unit: 'deep',
        goal: { atMost: 2 },
        subject: async () => (await load(federated)).depth,
        rounds: 1,
      }),
      row({
        id: 'tbt',
        title: 'total blocking time of /home, CPU / 4',
        unit: 'ms',
        goal: { atMost: 200 },
        subject: async () => (await load(federated)).tbtMs,
        rounds: LOADS,
      }),
      row({
        id: 'cls',
        title: 'cumulative layout shift of /home',
        unit: '',
        goal: { atMost: 0 },
        subject: async () => (await load(federated)).cls,
        rounds: 3,
      }),
      row({
        id: 'inp-search',
        title: 'slowest keystroke in the search, everything ticking, CPU / 4',
        unit: 'ms',
        goal: { atMost: 100 },
        subject: () => keystroke(),
      }),
      row({
        id: 'second-remote',
        title: 'a second remote after its link was hovered, over a later visit',
        unit: 'ms',
        goal: { atMost: 50 },
        subject: () => onFederated(firstVisitAfterHover),
        rounds: 5,
      }),
      row({
        id: 'second-remote-cold',
        title: 'click to a second remote, slow 4G and CPU / 4',
        reference: 'the lazy monolith’s chunk',
        unit: 'ms',
        goal: { atMost: 1.1 },
        subject: () => onFederated(coldVisit),
        against: async () => {
          const { site, browser, user } = await getSetup();
          return coldVisit(browser, { url: site.lazyMonolith, user });
        },
        rounds: 5,
      }),
      row({
        id: 'catalogue-keys',
        title: 'slowest keystroke in a catalogue of 10 000 games, CPU / 4',
        reference: 'a catalogue of 100 games',
        unit: 'ms',
        goal: { atMost: 1.5 },
        subject: () => keystroke(10_000),
        against: () => keystroke(100),
      }),
      row({
        id: 'catalogue-elements',
        title: 'elements in the page while 10 000 games are scrolled through',
        reference: 'the same with 100 games',
        unit: 'elements',
        goal: { atMost: 1.5 },
        subject: () => elements(10_000),
        against: () => elements(100),
        rounds: 1,
      }),
      row({
        id: 'celebration-tasks',
        title: 'long tasks while a jackpot is celebrated, CPU / 4',
        unit: 'tasks',
        goal: { atMost: 0 },
        subject: async () => (await onFederated(measureCelebration)).longTasks,
      }),
      row({
        id: 'celebration-frames',
        title: 'share of frames over 32 ms while a jackpot is celebrated, CPU / 4',
        unit: '',
        goal: { atMost: 0.02 },
        subject: async () => (await onFederated(measureCelebration)).lateShare,
      }),
      ...(['performance', 'accessibility', 'best-practices'] as const).map((category, index) =>
        row({
          id: `lighthouse-${category}`,
          title: `Lighthouse 12.8.2, mobile, ${category}, median of five: the lowest of all routes`,
          unit: '',
          goal: { atLeast: 0.95 },
          onlyByName: true,
          subject: () => worst(category, index === 0),
          rounds: 1,
        }),
      ),
    ],
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
  const browser = await openBrowser({ debuggingPort });
  const site = await startSite();
  return { site, browser, debuggingPort, user: await signIn(site.federated, 'client', 'Client1234') };
}
