import { createRandom } from '@palier/test-support/random';
import type { HttpCall } from '../http-load';
import { createZipf, kneeOf, loadOpen, type OpenFigures } from '../open-loop';
import type { BenchRow } from '../row';
import type { Environment } from './environment';
import { createTransactionCalls, httpLoad, prepareBets, warmUp } from './loads';

/** Calls per second, up to the first rate at which the server is overloaded. */
const RATES = [100, 200, 400, 600, 800, 1_000, 1_250, 1_500, 1_750, 2_000, 2_500, 3_000, 4_000];
const SECONDS_OF_A_RATE = 5;
/** The wait that a player does not notice. */
const KNEE_MS = 100;
const OVERLOAD_MS = 1_000;
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

/**
 * Bets and transfers, as many of each, at rates that do not wait for answers: the highest rate up to which
 * 99 of 100 calls are answered in time, over the rate of 64 connections that wait for each answer.
 */
export const openLoopRow = (environment: Environment): BenchRow => ({
  id: 'open-loop',
  group: 'ledger',
  title: `bets and transfers at set rates, zipf accounts: the highest with a p99 of ${KNEE_MS} ms`,
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
    return {
      rounds: 3,
      reference: async () =>
        (await httpLoad(ledger, server, calls, { connections: 64, withKeys: true })).perSecond,
      async subject() {
        const figures: OpenFigures[] = [];
        for (const rate of RATES) {
          const load = { url: server.url, calls, rate, seconds: SECONDS_OF_A_RATE, random, isCarriedOut };
          figures.push(await loadOpen(load));
          if (figures.at(-1)!.p99Ms > OVERLOAD_MS) break;
        }
        printFigures(figures, say);
        return kneeOf(figures, KNEE_MS);
      },
    };
  },
});
