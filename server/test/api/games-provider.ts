import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import { readConfig, type Config } from '../../src/config/config';
import { createGoldApiLog } from '../../src/games/gold-api/game-log';
import { createPlayerAccounts } from '../../src/games/player-account.repository';
import { createLedgerWriter } from '../../src/ledger/writer';
import { silentAnnouncer } from '../../src/operator/silent-announcer';
import { readValue } from '../database';
import { startTestServer, type TestServer } from './start-test-server';

interface OperatorBody {
  readonly method: string;
  readonly provider_code?: string;
  readonly user_code?: string;
  readonly game_type?: string;
  readonly start?: string;
  readonly end?: string;
  readonly page?: number;
}

interface Move {
  readonly txn: string;
  readonly round: string;
  readonly type?: string;
  readonly bet?: number;
  readonly win?: number;
  readonly ref?: string;
  readonly provider?: string;
  readonly game?: string;
  readonly user?: number;
}

export interface Games {
  readonly server: TestServer;
  /** The demo's client, with games of PRAGMATIC and SPRIBE open. */
  readonly player: number;
  /**
   * The provider's answer to operator calls; `null` never answers. At first `provider_list` is refused with
   * "later".
   */
  answerOperator: (body: OperatorBody) => unknown;
  config(): Config;
  openGame(providerCode: string, gameCode: string, user?: number): Promise<unknown>;
  /** A second client with money and a game of PRAGMATIC open. */
  otherPlayer(): Promise<number>;
  balance(): Promise<number>;
  /** Sends a callback of dialect (i): a rollback with `ref`, a transaction without. */
  send(move: Move): ReturnType<TestServer['wallet']>;
  /** Sends a transaction of dialect (i) of the player with these fields. */
  sendRaw(fields: object, gameType?: string): ReturnType<TestServer['wallet']>;
  stop(): Promise<void>;
}

interface LoggedRoundFacts {
  readonly bet?: number;
  /** Absent: 0, and then no entry of a win. */
  readonly win?: number;
  readonly betId?: unknown;
  readonly winId?: unknown;
  /** Further fields of each entry, in place of the usual ones. */
  readonly [field: string]: unknown;
}

const historyIds = new Map<string, string>();
/**
 * A 64-bit number above those that JSON can carry, in the order of the first mention; an entry keeps its
 * number.
 */
function historyIdOf(entry: string): string {
  const known = historyIds.get(entry) ?? String(2n ** 62n + BigInt(historyIds.size));
  historyIds.set(entry, known);
  return known;
}

/**
 * The entries of a round in the provider's log, in the documented form: its stake of 1 and, above 0, its win.
 */
export function logEntry(round: string, facts: LoggedRoundFacts): object[] {
  const { bet = 1, win = 0, betId = `${round}-bet`, winId = `${round}-credit`, ...more } = facts;
  const entryOf = (txn_type: string, txn_id: unknown, amounts: object) => ({
    history_id: historyIdOf(`${round} ${txn_type} ${JSON.stringify([txn_id, amounts])}`),
    agent_code: 'palier',
    provider_code: 'PRAGMATIC',
    game_code: 'g1',
    type: 'BASE',
    txn_id,
    txn_type,
    ...amounts,
    ...more,
  });
  // The figure that does not count is invalid, and may be anything.
  const stake = entryOf('debit', betId, { bet_money: bet, win_money: -1 });
  return win === 0 ? [stake] : [stake, entryOf('credit', winId, { bet_money: -1, win_money: win })];
}

/**
 * The provider's answers with these games of PRAGMATIC; a game given by its code has the code as its name.
 */
export const catalogueOf =
  (...games: readonly (string | { readonly game_code: string })[]): Games['answerOperator'] =>
  ({ method }) => {
    const answers: Record<string, object> = {
      provider_list: { providers: [{ code: 'PRAGMATIC', name: 'Pragmatic', type: 'slot', status: 1 }] },
      game_list: {
        games: games.map((game, id) =>
          typeof game === 'string' ? { id, game_code: game, game_name: game, banner: '', status: 1 } : game,
        ),
      },
      // An origin that ALLOWED_FRAME_ORIGINS allows by default.
      game_launch: { launch_url: 'http://localhost:3001/play' },
    };
    return { status: 1, ...answers[method] };
  };

/** The dependencies of a reconciliation, without sockets. */
export function reconciliationServices({ server: { pool }, config }: Games) {
  return {
    config: config(),
    pool,
    ledger: createLedgerWriter(pool),
    announcer: silentAnnouncer,
    accounts: createPlayerAccounts(pool),
    logReader: createGoldApiLog(pool, config()),
  };
}

/**
 * Starts games, and then runs `prepare`, before the tests of the calling file or block; stops them after
 * them.
 */
export function useGames(
  environment: Record<string, string> = {},
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): Games {
  const games = { server: {} } as Games;
  before(async () => {
    await startGames(environment, games);
    await prepare();
  });
  after(() => games.stop());
  return games;
}

/** A server and a provider whose answers a test chooses. */
export async function startGames(
  environment: Record<string, string> = {},
  games = { server: {} } as Games,
): Promise<Games> {
  // Until a test chooses: "later" for the lists that the server reads by itself.
  games.answerOperator = ({ method }) =>
    method === 'provider_list' ? { status: 0, msg: 'Rate Limit Error' } : null;
  const provider = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const answer = games.answerOperator(JSON.parse(text) as OperatorBody);
      if (answer !== null) response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/gold_api`;
  const { server } = games;
  Object.assign(server, await startTestServer({ PROVIDER_URL: providerUrl, ...environment }));
  const player = (await server.login('client')).user.id;
  const opened: Games = {
    server,
    player,
    answerOperator: games.answerOperator,
    config: () =>
      readConfig({
        DATABASE_URL: 'postgresql://x',
        PROVIDER_AGENT_TOKEN: 'palier-demo-token',
        PROVIDER_SECRET: 'palier-demo-secret',
        PROVIDER_URL: providerUrl,
        PROVIDER_RECONCILE_AFTER_S: '1',
        JWT_SECRET: 'x'.repeat(32),
      }),
    openGame: (providerCode, gameCode, user = player) =>
      server.owner.query(
        'insert into game_openings (user_id, provider_code, game_code) values ($1, $2, $3)',
        [user, providerCode, gameCode],
      ),
    async otherPlayer() {
      const id = await readValue<number>(
        server.owner,
        `select u.id from users u join accounts a on a.id = u.account_id
          where u.role = 'ROLE_CLIENT' and u.active and a.balance > 10000000 and u.id <> $1 order by u.id
            limit 1`,
        [player],
      );
      await games.openGame('PRAGMATIC', 'g1', id);
      return id;
    },
    balance: async () =>
      (await server.wallet({ method: 'user_balance', user_code: `u${player}` })).user_balance,
    send: ({ txn, round, type = 'debit', bet = 0, win = 0, ref, provider: code, game, user = player }) =>
      server.wallet({
        method: ref === undefined ? 'transaction' : 'rollback',
        user_code: `u${user}`,
        game_type: 'slot',
        slot: {
          provider_code: code ?? 'PRAGMATIC',
          game_code: game ?? 'g1',
          round_id: round,
          txn_id: txn,
          ...(ref === undefined ? { txn_type: type, bet_money: bet, win_money: win } : { ref_txn_id: ref }),
        },
      }),
    sendRaw: (fields, gameType = 'slot') =>
      server.wallet({
        method: 'transaction',
        user_code: `u${player}`,
        game_type: gameType,
        [gameType]: {
          provider_code: 'PRAGMATIC',
          game_code: 'g1',
          ...fields,
        },
      }),
    async stop() {
      await server.stop();
      provider.closeAllConnections();
      provider.close();
    },
  };
  Object.assign(games, opened);
  await games.openGame('PRAGMATIC', 'g1');
  await games.openGame('SPRIBE', 'g1');
  return games;
}
