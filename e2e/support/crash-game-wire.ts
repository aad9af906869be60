import type { Page, Route } from '@playwright/test';

/** What the crash game's page is told of a flight, in hundredths. */
const flightOf = (spinId: string, flight: object) => ({
  balance: 100,
  commitment: '0'.repeat(64),
  round: {
    spinId,
    stake: 1,
    status: 'flying',
    win: 0,
    ...flight,
  },
});

const inTheAir = (elapsedMs: number) => ({
  flight: { commitment: '0'.repeat(64), autoCashOut: null, elapsedMs, end: null, cashOut: null },
});

const cashedOutAt = (cashOut: number) => ({
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

/** The wire between a crash game's page and its server, in the test's hand: no stake is taken, and no flight ends by chance. */
export interface FlightWire {
  /** Answers the page's question for news of its flight: it is in the air for so long. */
  tellInTheAir(elapsedMs: number): Promise<void>;
  /** Breaks the line on which the page waits for news. */
  loseNews(): Promise<void>;
  /** Answers the press that cashes out. */
  tellCashedOut(hundredths: number): Promise<void>;
}

/** Takes the wire over; call before the page is opened. */
export async function takeFlightWire(page: Page): Promise<FlightWire> {
  let spinId = '';
  const waiting = new Map<string, (route: Route) => void>();
  const asked = { news: nextOf('news'), cashOut: nextOf('cash-out') };
  function nextOf(name: string): Promise<Route> {
    return new Promise((resolve) => waiting.set(name, resolve));
  }

  await page.route('**/play/*/bet', (route) => {
    ({ spinId } = route.request().postDataJSON() as { spinId: string });
    return route.fulfill({ json: flightOf(spinId, inTheAir(0)) });
  });
  await page.route('**/play/*/round?*', (route) => waiting.get('news')?.(route));
  await page.route('**/play/*/cash-out', (route) => waiting.get('cash-out')?.(route));

  async function takeNews(): Promise<Route> {
    const route = await asked.news;
    asked.news = nextOf('news');
    return route;
  }
  return {
    tellInTheAir: async (elapsedMs) =>
      (await takeNews()).fulfill({ json: flightOf(spinId, inTheAir(elapsedMs)) }),
    loseNews: async () => (await takeNews()).abort(),
    tellCashedOut: async (hundredths) =>
      (await asked.cashOut).fulfill({ json: flightOf(spinId, cashedOutAt(hundredths)) }),
  };
}
