import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const LISTED = { provider: 'PRAGMATIC', game: 'one' } as const;
const SLOW_MS = 10_000;
const ANSWERS: Readonly<Record<string, object>> = {
  provider_list: { providers: [{ code: LISTED.provider, name: 'Pragmatic', type: 'slot', status: 1 }] },
  game_list: {
    games: [
      { id: 1, game_code: LISTED.game, game_name: 'One', banner: 'https://x.example/1.svg', status: 1 },
    ],
  },
  // An origin that ALLOWED_FRAME_ORIGINS allows by default.
  game_launch: { launch_url: 'http://localhost:3001/play?session=faults' },
};

type Manner = 'well' | 'slowly' | 'rubbish';

export interface Aggregator {
  readonly url: string;
  behave(manner: Manner): void;
  stop(): Promise<void>;
}

/**
 * An aggregator of one game that can be slow or answer with HTML. It refuses the round log: an empty log would make the server refund the bets that a scenario leaves open.
 */
export async function startAggregator(): Promise<Aggregator> {
  let manner: Manner = 'well';
  const server = createServer((request, reply) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const answer = ANSWERS[(JSON.parse(text) as { method: string }).method];
      const told =
        answer === undefined
          ? { status: 0, msg: 'INVALID_METHOD' }
          : { status: 1, msg: 'SUCCESS', ...answer };
      const body = manner === 'rubbish' ? '<html>oops' : JSON.stringify(told);
      setTimeout(() => reply.end(body), manner === 'slowly' ? SLOW_MS : 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/gold_api`,
    behave: (next) => void (manner = next),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
