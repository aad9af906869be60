import { loadHttp, type HttpCall, type HttpFigures } from '../http-load';
import { runPgbench } from '../pgbench';
import { openGames, PLAYED } from './populate';
import type { BenchServer, BenchLedger } from './environment';

const CALLS_OF_A_LOAD = 4_000;
/** A hot load uses one agent, a uniform one all agents. */
export type Spread = 'uniform' | 'hot';

/** The product's transfer as one SQL statement per commit, the reference of POST /transactions. */
function movementScript({ agents }: BenchLedger, spread: Spread, withKeys = true): string {
  const [first] = agents;
  const last = agents.at(-1);
  if (first === undefined || last === undefined) throw new Error('the ledger has no agents');
  // Agents and their accounts were inserted in the same order, so one offset gives both the user id and the
  // account id of an agent.
  const most = spread === 'hot' ? 0 : agents.length - 1;
  return `\\set a random(0, ${most})
\\set c random(1, ${first.children.length})
\\set k random(1, 9000000000000000)
select post_agent_transfer('DEPOSIT', :a::int + ${first.accountId}, :a::int + ${first.userId},
  concat('c', :c::int, '.agent', :a::int + 1), 1000000,
  ${withKeys ? `:k::bigint::text, '${'0123456789abcdef'.repeat(4)}'` : 'null, null'})::text;
`;
}

export const runPgbenchMovements = (ledger: BenchLedger, spread: Spread, clients: number, withKeys = true) =>
  runPgbench({ ...ledger, clients, script: { text: movementScript(ledger, spread, withKeys) } });

/** Calls of POST /transactions; `pick` draws the agent of each. */
export async function createTransactionCalls(
  ledger: BenchLedger,
  server: BenchServer,
  spread: Spread,
  pick?: () => number,
): Promise<HttpCall[]> {
  const agents = spread === 'hot' ? ledger.agents.slice(0, 1) : ledger.agents;
  const tokens = await server.tokens(agents.map(({ userId }) => userId));
  return Array.from({ length: CALLS_OF_A_LOAD }, (_, index) => {
    const agent = pick?.() ?? Math.floor(Math.random() * agents.length);
    const children = agents[agent]?.children ?? [];
    const receiverUsername = children[(index * 7) % children.length]?.username ?? '';
    return {
      method: 'POST',
      path: '/api/v1/transactions',
      token: tokens[agent] ?? '',
      body: JSON.stringify({ receiverUsername, amount: 1, type: 'DEPOSIT' }),
    };
  });
}

/**
 * Opens a game for every player; returns bet callbacks, in which `{n}` makes each a new transaction and
 * round. `pick` draws the agent of each player.
 */
export async function prepareBets(
  { databaseUrl, agents }: BenchLedger,
  secret: string,
  pick?: () => number,
): Promise<HttpCall[]> {
  const players = agents.flatMap(({ children }) => children);
  const playerOf = (index: number) => {
    if (pick === undefined) return players[(index * 37) % players.length];
    const children = agents[pick()]?.children ?? [];
    return children[index % children.length];
  };
  await openGames(databaseUrl);
  return Array.from({ length: CALLS_OF_A_LOAD }, (_, index) => ({
    method: 'POST' as const,
    path: '/gold_api',
    body: JSON.stringify({
      agent_code: 'palier',
      agent_secret: secret,
      method: 'transaction',
      game_type: 'slot',
      user_code: `u${playerOf(index)?.userId ?? 0}`,
      slot: {
        provider_code: PLAYED.provider,
        game_code: PLAYED.game,
        round_id: 'r{n}',
        type: 'BASE',
        txn_id: 't{n}',
        bet_money: 0.2,
        win_money: 0,
        txn_type: 'debit_credit',
      },
    }),
  }));
}

const WARM_UP_S = 4;

/** An unmeasured load, so that the server's code is compiled and PostgreSQL's plans are cached. */
export async function warmUp(
  ledger: BenchLedger,
  server: BenchServer,
  calls: readonly HttpCall[],
  withKeys = false,
): Promise<void> {
  await httpLoad({ ...ledger, seconds: WARM_UP_S }, server, calls, { connections: 64, withKeys });
}

export const httpLoad = (
  { folder, seconds }: BenchLedger,
  { url }: BenchServer,
  calls: readonly HttpCall[],
  { connections, withKeys = false }: { readonly connections: number; readonly withKeys?: boolean },
): Promise<HttpFigures> => loadHttp({ url, connections, seconds, calls, withKeys, folder });
