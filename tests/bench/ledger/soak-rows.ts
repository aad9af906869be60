import { setTimeout as wait } from 'node:timers/promises';
import { residentKb } from '@palier/test-support/actors/memory';
import { readings } from '../measure';
import type { BenchRow } from '../row';
import { httpLoad, createTransactionCalls, warmUp } from './loads';
import type { Environment } from './environment';

const BURST_S = 2;
const LOAD = { connections: 64, withKeys: true };

type Named = Pick<BenchRow, 'id' | 'title' | 'unit' | 'goal'>;

interface Stretch {
  readonly memoryKb: number;
  /** The median of its bursts. */
  readonly p99Ms: number;
}

/**
 * Memory and p99 of a new server process at half of its full load, in the last tenth of the time and in the
 * first.
 */
export function soakRows(environment: Environment): BenchRow[] {
  const { soakMinutes } = environment.options;
  const stretchMs = (soakMinutes / 10) * 60_000;
  const soak = async (): Promise<{ first: Stretch; last: Stretch }> => {
    const ledger = await environment.ledger();
    const server = await environment.newServer();
    const calls = await createTransactionCalls(ledger, server, 'uniform');
    await warmUp(ledger, server, calls, true);
    const full = await httpLoad(ledger, server, calls, LOAD);
    // Full bursts followed by pauses give half of the full rate.
    const loadFor = async (durationMs: number): Promise<Stretch> => {
      const until = Date.now() + durationMs;
      const p99s: number[] = [];
      while (Date.now() < until) {
        const burst = { ...ledger, seconds: BURST_S };
        const { perSecond: rate, p99Ms } = await httpLoad(burst, server, calls, LOAD);
        p99s.push(p99Ms);
        await wait(Math.max(0, (rate / (full.perSecond / 2) - 1) * BURST_S * 1_000));
      }
      return { memoryKb: residentKb(server.pid), p99Ms: readings(p99s).median };
    };
    const first = await loadFor(stretchMs);
    await loadFor(8 * stretchMs);
    return { first, last: await loadFor(stretchMs) };
  };
  // The rows share one soak.
  let soaked: ReturnType<typeof soak> | undefined;
  const row = ({ title, ...named }: Named, figure: keyof Stretch): BenchRow => ({
    ...named,
    group: 'soak',
    title: `${title} after ${soakMinutes === 10 ? 'ten' : soakMinutes} minutes at half load`,
    reference: `after ${soakMinutes === 10 ? 'one minute' : `${soakMinutes / 10} minutes`}`,
    prepare: () =>
      Promise.resolve({
        rounds: 1,
        reference: async () => (await (soaked ??= soak())).first[figure],
        subject: async () => (await (soaked ??= soak())).last[figure],
      }),
  });
  return [
    row({ id: 'soak', title: 'server memory', unit: 'kB', goal: { atMost: 1.1 } }, 'memoryKb'),
    row({ id: 'soak-p99', title: 'p99', unit: 'ms', goal: { atMost: 1.2 } }, 'p99Ms'),
  ];
}
