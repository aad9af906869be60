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

type Behaviour = 'well' | 'slowly' | 'rubbish';

interface Aggregator {
  readonly url: string;
  respond(behaviour: Behaviour): void;
  stop(): Promise<void>;
}

/**
 * Starts an aggregator of one game that can be slow or answer with HTML. The aggregator refuses the round
 * log, because with an empty log the server would refund the bets that a scenario leaves open.
 */
export async function startAggregator(): Promise<Aggregator> {
  let behaviour: Behaviour = 'well';
  const server = createServer((request, reply) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const fields = ANSWERS[(JSON.parse(text) as { method: string }).method];
      const answer =
        fields === undefined
          ? { status: 0, msg: 'INVALID_METHOD' }
          : { status: 1, msg: 'SUCCESS', ...fields };
      const body = behaviour === 'rubbish' ? '<html>oops' : JSON.stringify(answer);
      setTimeout(() => reply.end(body), behaviour === 'slowly' ? SLOW_MS : 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/gold_api`,
    respond: (next) => void (behaviour = next),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
