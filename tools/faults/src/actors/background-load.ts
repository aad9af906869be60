import { depositOf } from './api-client';
import type { Cluster, Session } from './cluster';
import { openGame } from './players';
import { callAt } from './server-process';
import { playOnce } from './wallet-client';
import { atOnce } from '../at-once';
import type { ScenarioContext } from '../scenario';

/** Clients that never retry: each call must be answered 200. */
interface BackgroundLoad {
  readonly answered: number;
  readonly slowestMs: number;
  /** Stops the clients and requires that every acknowledged deposit moved money. */
  stop(): Promise<void>;
}

const WRITERS = 6;
const READERS = 3;

/** Starts writers (each call deposits one dinar to one child), readers and a provider that plays for `player` at one address. */
export async function startBackgroundLoad(
  { expect }: ScenarioContext,
  cluster: Cluster,
  { url }: { readonly url: string },
  player: Session,
): Promise<BackgroundLoad> {
  const { accessToken: token } = await cluster.login('admin');
  const { username } = await cluster.newChild('admin', 0);
  await openGame(cluster, player.user.id);
  const load = { answered: 0, slowestMs: 0 };
  let [isOver, deposited] = [false, 0];
  const address = { call: callAt(url) };

  const repeat = async (name: string, call: () => Promise<number>): Promise<void> => {
    while (!isOver) {
      const startedAt = performance.now();
      const status = await call().catch((error: unknown) => String(error));
      load.slowestMs = Math.max(load.slowestMs, performance.now() - startedAt);
      expect(status === 200, `${name}: ${status}`);
      if (status === 200) load.answered += 1;
    }
  };
  const write = async (): Promise<number> => {
    const { status } = await address.call('POST', '/transactions', {
      token,
      body: depositOf(username, 1),
    });
    if (status === 200) deposited += 1;
    return status;
  };
  const read = async (): Promise<number> => (await address.call('GET', '/user/me', { token })).status;
  const play = async (): Promise<number> =>
    (await playOnce(address, player.user.id, { bet: 0.1, win: 0.1 })).status === 1 ? 200 : 500;
  const running = Promise.all([
    atOnce(WRITERS, () => repeat('deposit', write)),
    atOnce(READERS, () => repeat('read', read)),
    repeat('bet', play),
  ]);

  return Object.assign(load, {
    async stop() {
      isOver = true;
      await running;
      const moved = await cluster.balanceOf(username);
      expect(moved === deposited, `${deposited} deposits acknowledged, ${moved} TND moved`);
    },
  });
}
