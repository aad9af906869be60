import { randomUUID } from 'node:crypto';
import type { Cluster, Session } from './cluster';
import { openGame } from './players';
import { playOnce, type Wallet } from './wallet-client';

/** Clients that never retry: each call that is not answered 200 is a failure. */
export interface BackgroundLoad {
  /** Stops the clients; one line per failed call. */
  stop(): Promise<string[]>;
  readonly answered: number;
  readonly slowestMs: number;
}

const WRITERS = 6;
const READERS = 3;

/**
 * Starts writers (each call deposits one dinar to one child), readers and a provider that plays for `player` at one address. The deposits are compared with the ledger when they stop.
 */
export async function startBackgroundLoad(
  cluster: Cluster,
  address: { readonly url: string },
  player: Session,
  { withKeys = false } = {},
): Promise<BackgroundLoad> {
  const { accessToken: token } = await cluster.login('admin');
  const { username } = await cluster.newChild('admin', 0);
  await openGame(cluster, player.user.id);
  const failures: string[] = [];
  let [isOver, answered, deposited, slowestMs] = [false, 0, 0, 0];

  const callApi = async (method: string, path: string, body?: unknown): Promise<number> => {
    const answer = await fetch(`${address.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(withKeys && method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const provider: Wallet = {
    async call(method, path, { body } = {}) {
      const answer = await fetch(address.url + path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      });
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    },
  };
  const repeat = async (what: string, call: () => Promise<number>): Promise<void> => {
    while (!isOver) {
      const startedAt = performance.now();
      const status = await call().catch((error: unknown) => String(error));
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      if (status === 200) answered += 1;
      else failures.push(`${what}: ${status}`);
    }
  };
  const deposit = async (): Promise<number> => {
    const status = await callApi('POST', '/transactions', {
      receiverUsername: username,
      amount: 1,
      type: 'DEPOSIT',
    });
    if (status === 200) deposited += 1;
    return status;
  };
  const play = async (): Promise<number> =>
    (await playOnce(provider, player.user.id, { bet: 0.1, win: 0.1 })).status === 1 ? 200 : 500;
  const running = Promise.all([
    ...Array.from({ length: WRITERS }, () => repeat('deposit', deposit)),
    ...Array.from({ length: READERS }, () => repeat('read', () => callApi('GET', '/user/me'))),
    repeat('bet', play),
  ]);

  return {
    get answered() {
      return answered;
    },
    get slowestMs() {
      return slowestMs;
    },
    async stop() {
      isOver = true;
      await running;
      const moved = await cluster.balanceOf(username);
      if (moved !== deposited) failures.push(`${deposited} deposits acknowledged, ${moved} TND moved`);
      return failures;
    },
  };
}
