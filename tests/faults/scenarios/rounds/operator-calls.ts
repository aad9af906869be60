import { setTimeout as wait } from 'node:timers/promises';
import { startAggregator } from '@palier/test-support/actors/aggregator';
import type { Scenario } from '../../scenario';

/** The server's timeout of an aggregator call plus a margin. */
const ANSWERED_WITHIN_MS = 9_000;
/** The server requests a failed list again only after a pause, so a recovery may take this long. */
const RECOVERED_WITHIN_MS = 10_000;

async function withDuration<Answer>(call: Promise<Answer>): Promise<[answer: Answer, tookMs: number]> {
  const startedAt = performance.now();
  return [await call, performance.now() - startedAt];
}

export default [
  {
    id: 'B40',
    title: 'slow or broken aggregator',
    fault: 'an aggregator that answers after 10 s, or with HTML',
    bound: 'a French 503 within 9 s, other calls unaffected, the game list back within 10 s of recovery',
    trials: { long: 2 },
    ownCluster: true,
    async run({ startOwnCluster, runSetUpStep, trials, expect }) {
      let [slowestMs, slowestOtherMs] = [0, 0];
      for (let trial = 0; trial < trials; trial += 1) {
        const aggregator = await runSetUpStep(() => startAggregator());
        // Before the server starts: it serves a list that it has read once.
        aggregator.respond(trial % 2 === 0 ? 'slowly' : 'rubbish');
        const cluster = await startOwnCluster({
          processes: 1,
          environment: { PROVIDER_URL: aggregator.url },
        });
        const { accessToken: token } = await cluster.login('client', 'Client1234');
        const server = cluster.processes[0]!;
        const list = () => server.call('GET', '/casino/games?providerCode=PRAGMATIC', { token });
        const pending = withDuration(list());
        for (let call = 0; call < 10; call += 1) {
          const [{ status }, tookMs] = await withDuration(server.call('GET', '/user/me', { token }));
          slowestOtherMs = Math.max(slowestOtherMs, tookMs);
          expect(status === 200, `trial ${trial}: /user/me answered ${status} meanwhile`);
        }
        const [{ status, body }, tookMs] = await pending;
        slowestMs = Math.max(slowestMs, tookMs);
        const { errors } = body as { errors?: string[] };
        const isExplained = status === 503 && typeof errors?.[0] === 'string' && tookMs <= ANSWERED_WITHIN_MS;
        expect(isExplained, `trial ${trial}: ${status} ${errors?.join()} after ${Math.round(tookMs)} ms`);
        aggregator.respond('well');
        const recoveredBy = Date.now() + RECOVERED_WITHIN_MS;
        let again = await list();
        while (again.status !== 200 && Date.now() < recoveredBy) {
          await wait(250);
          again = await list();
        }
        const { games } = again.body as { games?: unknown[] };
        expect(again.status === 200 && games?.length === 1, `trial ${trial}: recovered with ${again.status}`);
        await aggregator.stop();
      }
      return `503 after ${Math.round(slowestMs)} ms at most, other calls ${Math.round(slowestOtherMs)} ms`;
    },
  },
] satisfies Scenario[];
