import { setTimeout as wait } from 'node:timers/promises';
import { residentKb } from '@palier/faults/actors/memory';
import { readings } from '../measure';
import type { BenchRow } from '../row';
import { httpLoad, createTransactionCalls, warmUp } from './loads';
import type { Environment } from './environment';

const BURST_S = 2;
const CONNECTIONS = 64;

/** Memory growth of a new server process at half of its full load. */
export function soakRow(environment: Environment): BenchRow {
  const { soakMinutes } = environment.options;
  // Compares the first and the last tenth of the time.
  const stretchMs = (soakMinutes / 10) * 60_000;
  const early = `after ${soakMinutes === 10 ? 'one minute' : `${soakMinutes / 10} minutes`}`;
  return {
    id: 'soak',
    group: 'soak',
    title: `server memory after ${soakMinutes === 10 ? 'ten' : soakMinutes} minutes at half load`,
    unit: 'kB',
    reference: early,
    goal: { atMost: 1.1 },
    condition: {
      title: 'p99 of the last tenth, median of its bursts',
      referenceTitle: 'of the first tenth',
      unit: 'ms',
      goal: { atMost: 1.2 },
    },
    async prepare() {
      const [ledger, server] = [await environment.ledger(), await environment.newServer()];
      const calls = await createTransactionCalls(ledger, server, 'uniform');
      await warmUp(ledger, server, calls, true);
      const full = await httpLoad(ledger, server, calls, CONNECTIONS, true);
      // Full bursts followed by pauses give half of the full rate. Returns each burst's p99.
      const loadFor = async (durationMs: number): Promise<number[]> => {
        const until = Date.now() + durationMs;
        const p99s: number[] = [];
        while (Date.now() < until) {
          const burst = { ...ledger, seconds: BURST_S };
          const { perSecond: rate, p99Ms } = await httpLoad(burst, server, calls, CONNECTIONS, true);
          p99s.push(p99Ms);
          await wait(Math.max(0, (rate / (full.perSecond / 2) - 1) * BURST_S * 1_000));
        }
        return p99s;
      };
      const p99 = { subject: Number.NaN, reference: Number.NaN };
      return {
        rounds: 1,
        reference: async () => {
          p99.reference = readings(await loadFor(stretchMs)).median;
          return residentKb(server.pid);
        },
        subject: async () => {
          await loadFor(8 * stretchMs);
          p99.subject = readings(await loadFor(stretchMs)).median;
          return residentKb(server.pid);
        },
        condition: { subject: () => p99.subject, reference: () => p99.reference },
      };
    },
  };
}
