import { loadHttp, type HttpCall, type HttpFigures } from '../http-load';
import { runPgbench } from '../pgbench';
import type { BenchServer, BenchLedger } from './environment';

const CALLS = 4_000;
/** A hot load knows one agent, a uniform one all of them. */
export type Spread = 'uniform' | 'hot';

/** Our own movement as one statement, one transfer a commit: what the server's POST /transactions is measured against. */
function movementScript({ agents }: BenchLedger, spread: Spread, withKeys = true): string {
  const [first] = agents;
  const last = agents.at(-1);
  if (first === undefined || last === undefined) throw new Error('the ledger has no agents');
  // Agents and their accounts were made in one go, so their ids run in parallel.
  const most = spread === 'hot' ? 0 : agents.length - 1;
  return `\\set a random(0, ${most})
\\set c random(1, ${first.children.length})
\\set k random(1, 9000000000000000)
select post_agent_transfer('DEPOSIT', :a::int + ${first.accountId}, :a::int + ${first.userId}, concat('c', :c::int, '.agent', :a::int + 1), 1000000,
  ${withKeys ? `:k::bigint::text, '${'0123456789abcdef'.repeat(4)}'` : 'null, null'})::text;
`;
}

export const pgbenchMovements = async (ledger: BenchLedger, spread: Spread, clients: number, withKeys = true) =>
  runPgbench({
    databaseUrl: ledger.databaseUrl,
    folder: ledger.folder,
    seconds: ledger.seconds,
    clients,
    script: { text: movementScript(ledger, spread, withKeys) },
  });

/** POST /transactions by the full path: token, validation, hierarchy, idempotency key, postings. */
export async function transactionCalls(
  ledger: BenchLedger,
  server: BenchServer,
  spread: Spread,
): Promise<HttpCall[]> {
  const agents = spread === 'hot' ? ledger.agents.slice(0, 1) : ledger.agents;
  const tokens = await server.tokens(agents.map(({ userId }) => userId));
  return Array.from({ length: CALLS }, (_, index) => {
    const ledger = Math.floor(Math.random() * agents.length);
    const children = agents[ledger]?.children ?? [];
    const receiverUsername = children[(index * 7) % children.length]?.username ?? '';
    return {
      method: 'POST',
      path: '/api/v1/transactions',
      token: tokens[ledger] ?? '',
      body: JSON.stringify({ receiverUsername, amount: 1, type: 'DEPOSIT' }),
    };
  });
}

const WARM_UP_S = 4;

/** A reading that counts for nothing: the server compiles its code, PostgreSQL keeps its plans. */
export async function warmUp(
  ledger: BenchLedger,
  server: BenchServer,
  calls: readonly HttpCall[],
  withKeys = false,
): Promise<void> {
  await httpLoad({ ...ledger, seconds: WARM_UP_S }, server, calls, 64, withKeys);
}

export const httpLoad = (
  ledger: BenchLedger,
  server: BenchServer,
  calls: readonly HttpCall[],
  connections: number,
  withKeys = false,
): Promise<HttpFigures> =>
  loadHttp({ url: server.url, connections, seconds: ledger.seconds, calls, withKeys, folder: ledger.folder });
