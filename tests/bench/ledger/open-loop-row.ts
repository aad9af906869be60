import { createRandom } from '@palier/test-support/random';
import type { HttpCall } from '../http-load';
import { createZipf, kneeOf, loadOpen, type OpenFigures, type OpenLoad } from '../open-loop';
import type { BenchRow } from '../row';
import type { Environment } from './environment';
import { createTransactionCalls, httpLoad, prepareBets, warmUp } from './loads';

/** Set rates, as shares of the rate of connections that wait for each answer. */
const SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1];
const SECONDS_OF_A_RATE = 5;
/** The knee is passed when the p99 is this many times that of the lowest rate. */
const KNEE_FACTOR = 10;
const SEED = 44;

/** The wallet answers a refused bet with 200. */
const isCarriedOut = ({ path }: HttpCall, status: number, body: string): boolean =>
  status >= 200 && status < 300 && (path !== '/gold_api' || /"status":1\b/.test(body));

const cell = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0)).padStart(8);

function printFigures(figures: readonly OpenFigures[], say: (line: string) => void): void {
  say('    rate/s  p50 ms  p99 ms  p99.9 ms');
  for (const { rate, p50Ms, p99Ms, p999Ms } of figures)
    say(`${String(rate).padStart(10)}${cell(p50Ms)}${cell(p99Ms)}${cell(p999Ms)}`);
}

/** The load at each rate, up to the first that passes the knee. */
async function climb(rates: readonly number[], load: Omit<OpenLoad, 'rate'>): Promise<OpenFigures[]> {
  const figures: OpenFigures[] = [];
  for (const rate of rates) {
    figures.push(await loadOpen({ ...load, rate }));
    if (figures.at(-1)!.p99Ms > KNEE_FACTOR * figures[0]!.p99Ms) break;
  }
  return figures;
}

/**
 * Bets and transfers, as many of each, at rates that do not wait for answers: the rate of the knee over that
 * of 64 connections that wait for each answer.
 */
export const openLoopRow = (environment: Environment): BenchRow => ({
  id: 'open-loop',
  group: 'ledger',
  title: `bets and transfers at set rates, zipf accounts: up to ${KNEE_FACTOR} times the p99 of the lowest`,
  reference: 'the same calls, 64 connections that wait',
  unit: '/s',
  goal: { atLeast: 0.5 },
  async prepare() {
    const ledger = await environment.ledger();
    const server = await environment.server();
    const random = createRandom(SEED);
    const pick = createZipf(ledger.agents.length, random);
    const transfers = await createTransactionCalls(ledger, server, 'uniform', pick);
    const bets = await prepareBets(ledger, server.walletSecret, pick);
    const calls = random.shuffled([...transfers, ...bets]);
    await warmUp(ledger, server, calls, true);
    const { say } = environment.options;
    const load = { url: server.url, calls, seconds: SECONDS_OF_A_RATE, random, isCarriedOut };
    let waiting = 0;
    return {
      rounds: 3,
      async reference() {
        const { perSecond } = await httpLoad(ledger, server, calls, { connections: 64, withKeys: true });
        waiting = perSecond;
        return perSecond;
      },
      async subject() {
        const figures = await climb(
          SHARES.map((share) => Math.round(share * waiting)),
          load,
        );
        printFigures(figures, say);
        return kneeOf(figures, KNEE_FACTOR * figures[0]!.p99Ms);
      },
    };
  },
});
