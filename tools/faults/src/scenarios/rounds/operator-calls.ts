import { setTimeout as wait } from 'node:timers/promises';
import type { Scenario } from '../../scenario';
import { startAggregator } from '../../actors/aggregator';

/** The server's timeout of an aggregator call plus a margin. */
const BOUND_MS = 9_000;
/** A failed list is not requested again with every call. */
const RECOVERY_MS = 10_000;

const scenarios: Scenario[] = [
  {
    id: 'B40',
    title: 'slow or broken aggregator',
    fault: 'an aggregator that answers after 10 s, or with HTML',
    bound: 'a French 503 within 9 s, other calls unaffected, the game list back within 10 s of recovery',
    trials: { long: 2, budgetS: 45 },
    ownCluster: true,
    mostlyIdle: true,
    async run({ startOwnCluster, trials }) {
      const failures: string[] = [];
      let slowestOther = 0;
      let slowest = 0;
      for (let trial = 0; trial < trials; trial += 1) {
        const aggregator = await startAggregator();
        const cluster = await startOwnCluster({
          processes: 1,
          environment: { PROVIDER_URL: aggregator.url },
        });
        const { accessToken: token } = await cluster.login('client', 'Client1234');
        const [server] = cluster.processes;
        const listed = () => server!.call('GET', '/casino/games?providerCode=PRAGMATIC', { token });
        aggregator.respond(trial % 2 === 0 ? 'slowly' : 'rubbish');
        const startedAt = performance.now();
        const pending = listed();
        for (let call = 0; call < 10; call += 1) {
          const asked = performance.now();
          const other = await server!.call('GET', '/user/me', { token });
          slowestOther = Math.max(slowestOther, performance.now() - asked);
          if (other.status !== 200)
            failures.push(`trial ${trial}: /user/me answered ${other.status} meanwhile`);
        }
        const { status, body } = await pending;
        const tookMs = performance.now() - startedAt;
        slowest = Math.max(slowest, tookMs);
        const { errors } = body as { errors?: string[] };
        if (status !== 503 || typeof errors?.[0] !== 'string' || tookMs > BOUND_MS)
          failures.push(`trial ${trial}: ${status} ${JSON.stringify(errors)} after ${Math.round(tookMs)} ms`);
        aggregator.respond('well');
        let again = await listed();
        for (const until = Date.now() + RECOVERY_MS; again.status !== 200 && Date.now() < until;) {
          await wait(250);
          again = await listed();
        }
        const { games } = again.body as { games?: unknown[] };
        if (again.status !== 200 || games?.length !== 1)
          failures.push(`trial ${trial}: after recovery: ${again.status}`);
        await aggregator.stop();
      }
      return {
        trials,
        failures,
        measured: `503 after ${Math.round(slowest)} ms at most, other calls ${Math.round(slowestOther)} ms`,
      };
    },
  },
];
export default scenarios;
