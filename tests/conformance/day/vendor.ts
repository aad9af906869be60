import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toJsonWithBigints } from '@palier/demo-provider/vendor/json';
import { createListPace, writeGame, writeProvider } from '@palier/demo-provider/vendor/listing';
import { toLogTime, writeLogEntry } from '@palier/demo-provider/vendor/log-entry';
import { createBooks, type Books } from './books';

export const VENDOR = {
  providerCode: 'PRAGMATIC',
  games: ['vs20doghouse', 'sun_of_egypt', 'vs25wolfgold'],
  launchOrigin: 'https://games.vendor.example',
} as const;

type Body = Readonly<Record<string, unknown>>;

/** A vendor's answers to the operator's calls, with its books. */
export interface Vendor {
  readonly books: Books;
  /** The address for the operator's calls, the same after a restart. */
  readonly url: string;
  /** Player codes that the vendor knows. */
  readonly players: ReadonlySet<string>;
  /** How many lists were refused because they were asked for too soon. */
  readonly refusedLists: number;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const succeed = (fields: Body): Body => ({ status: 1, msg: 'SUCCESS', ...fields });
const fail = (msg: string): Body => ({ status: 0, msg });

/** What a vendor knows and how it paces its lists. */
interface State {
  readonly books: Books;
  readonly agentCode: string;
  readonly players: Set<string>;
  /** Whether a list is asked for too soon after the one before. */
  isTooSoon: () => boolean;
  refusedLists: number;
}

function list(state: State, fields: () => Body): Body {
  if (!state.isTooSoon()) return succeed(fields());
  state.refusedLists += 1;
  return fail('Rate Limit Error');
}

function readLog(
  { books, agentCode }: State,
  { user_code: user, game_type: type, start, end, page = 0, perPage = 100 }: Body,
): Body {
  const [from, to] = [String(start), String(end)];
  const all = books.logOf(String(user), String(type)).filter(({ transaction }) => {
    const time = toLogTime(transaction.createdAt);
    return time >= from && time <= to;
  });
  const [index, size] = [Number(page), Math.min(Number(perPage), 1_000)];
  const shown = all.slice(index * size, (index + 1) * size);
  return succeed({
    total_count: all.length,
    page: index,
    perPage: size,
    [String(type)]: shown.map(({ number, transaction }) =>
      writeLogEntry(books.profile, agentCode, number, transaction),
    ),
  });
}

function answer(state: State, body: Body): Body {
  const { players } = state;
  const { profile } = state.books;
  const user = String(body.user_code);
  switch (body.method) {
    case 'provider_list':
      return list(state, () => ({
        providers: [writeProvider({ code: VENDOR.providerCode, name: 'Pragmatic' })],
      }));
    case 'game_list':
      return list(state, () => ({
        games: VENDOR.games.map((code) =>
          writeGame(profile, { code, name: code, picture: `${VENDOR.launchOrigin}/${code}.png` }),
        ),
      }));
    case 'user_create':
      if (profile.players === 'created by the launch') return fail("Seamless agent can't use this API.");
      if (players.has(user)) return fail('DUPLICATED_USER');
      players.add(user);
      return succeed({ fc_code: user, user_code: user, user_balance: 0 });
    case 'game_launch':
      if (profile.players === 'created first' && !players.has(user)) return fail('INVALID_USER');
      players.add(user);
      return succeed({ launch_url: `${VENDOR.launchOrigin}/open/${user}`, fc_code: user });
    case 'get_game_log':
      return readLog(state, body);
    default:
      return fail('INVALID_METHOD');
  }
}

/** Listens for JSON calls; port 0 is any free port. */
const listen = (port: number, answerTo: (body: Body) => Body): Promise<Server> =>
  new Promise((resolve, reject) => {
    const started = createServer((request, reply) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        reply.setHeader('content-type', 'application/json');
        reply.end(toJsonWithBigints(answerTo(JSON.parse(text) as Body)));
      });
    });
    started.once('error', reject);
    started.listen(port, '127.0.0.1', () => resolve(started));
  });

/**
 * Starts the operator's side of a vendor: lists, launches, players and the log, as its profile documents
 * them.
 */
export async function startVendor(profile: Books['profile'], agentCode = 'palier'): Promise<Vendor> {
  const state: State = {
    books: createBooks(profile),
    agentCode,
    players: new Set(),
    isTooSoon: createListPace(profile),
    refusedLists: 0,
  };
  const start = (port: number) => listen(port, (body) => answer(state, body));
  let server = await start(0);
  const { port } = server.address() as AddressInfo;
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  return {
    books: state.books,
    url: `http://127.0.0.1:${port}/gold_api`,
    players: state.players,
    get refusedLists() {
      return state.refusedLists;
    },
    async restart() {
      await stop();
      state.isTooSoon = createListPace(profile);
      server = await start(port);
    },
    stop,
  };
}
