import type { Page, Route } from '@playwright/test';

/**
 * An answer of the demo provider about one round: balance, commitment and `round`. Multipliers are in
 * hundredths, amounts in TND.
 */
const roundOf = (spinId: string, round: object) => ({
  balance: 100,
  commitment: '0'.repeat(64),
  round: { spinId, stake: 1, status: 'flying', win: 0, ...round },
});

const flying = (elapsedMs: number) => ({
  flight: { commitment: '0'.repeat(64), autoCashOut: null, elapsedMs, end: null, cashOut: null },
});

const cashedOut = (cashOut: number) => ({
  status: 'settled',
  win: cashOut / 100,
  flight: {
    commitment: '0'.repeat(64),
    autoCashOut: null,
    elapsedMs: null,
    end: 'cashed-out',
    cashOut,
    crashPoint: 9900,
    secret: '0'.repeat(64),
  },
});

/** Answers a crash game's page in place of its server: no stake is taken, and no flight ends by chance. */
export interface CrashGameWire {
  /** How many stakes the page has sent. */
  stakes(): number;
  untilPolled(): Promise<void>;
  /** Answers the page's poll with a flight that has lasted `elapsedMs`. */
  answerFlying(elapsedMs: number): Promise<void>;
  /** Breaks the connection of the page's poll. */
  breakPoll(): Promise<void>;
  answerCashedOut(hundredths: number): Promise<void>;
}

/** Call before the page is opened. */
export async function replaceCrashGameServer(page: Page): Promise<CrashGameWire> {
  let spinId = '';
  let stakes = 0;
  const handlers = new Map<string, (route: Route) => void>();
  const next = (name: string): Promise<Route> => new Promise((resolve) => handlers.set(name, resolve));
  let poll = next('poll');
  const cashOut = next('cash-out');

  await page.route('**/play/*/bet', (route) => {
    stakes += 1;
    ({ spinId } = route.request().postDataJSON() as { spinId: string });
    return route.fulfill({ json: roundOf(spinId, flying(0)) });
  });
  await page.route('**/play/*/round?*', (route) => handlers.get('poll')?.(route));
  await page.route('**/play/*/cash-out', (route) => handlers.get('cash-out')?.(route));

  async function takePoll(): Promise<Route> {
    const route = await poll;
    poll = next('poll');
    return route;
  }
  return {
    stakes: () => stakes,
    untilPolled: async () => void (await poll),
    answerFlying: async (elapsedMs) =>
      (await takePoll()).fulfill({ json: roundOf(spinId, flying(elapsedMs)) }),
    breakPoll: async () => (await takePoll()).abort(),
    answerCashedOut: async (hundredths) =>
      (await cashOut).fulfill({ json: roundOf(spinId, cashedOut(hundredths)) }),
  };
}
