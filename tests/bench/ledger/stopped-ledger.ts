import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { applyAgentMovements, applyGameMovements } from '@palier/server/measured-calls';
import { migrate } from '@palier/server/database';
import { verifyLedger } from '@palier/server/operator';
import { startEmbeddedPostgres } from '@palier/stack/postgres/embedded';
import { run } from '@palier/base/process/run';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { countInstructions, type MakeCall } from './instructions';
import { asOwner, openGames, PLAYED, populate, readAgents, type BenchAgent } from './populate';

const POPULATION = { agents: 20, childrenEach: 5 };
const AMOUNT_MICROS = 1_000_000n;
const STAKE_MICROS = 200_000n;

/** A hot transfer is one of the first agent, others go round the agents. */
export type MovementKind = 'transfer' | 'hot-transfer' | 'bet';

/** The agents with a session each, and the players of the first agents' first clients. */
interface Movers {
  readonly agents: readonly (BenchAgent & { readonly sessionId: string })[];
  readonly playerAccountIds: readonly number[];
  readonly houseAccountId: number;
}

export type StoppedLedger = Awaited<ReturnType<typeof makeStoppedLedger>>;

/** A small ledger in a PostgreSQL of its own, which is stopped, so that callgrind can run on its files. */
export async function makeStoppedLedger() {
  const folder = await temporaryFolder();
  const movers = await whileRunning(folder, fill);
  return {
    /**
     * The instructions of one movement, in a call of `size` movements of different agents or players. Counted
     * in a copy of the ledger, so that each count begins with the same pages.
     */
    async countFor(kind: MovementKind, size: number): Promise<number> {
      const copy = await temporaryFolder();
      const { code, output } = await run('cp', ['-a', `${folder}/.`, copy]);
      if (code !== 0) throw new Error(`the ledger cannot be copied:\n${output}`);
      const instructions = await countInstructions(join(copy, 'postgres'), caller(movers, kind, size), size);
      const fault = await whileRunning(copy, (databaseUrl) => asOwner(databaseUrl, verifyLedger));
      if (fault !== null) throw new Error(`the ledger disagrees: ${fault.rule} (${fault.row})`);
      await rm(copy, { recursive: true });
      return instructions / size;
    },
  };
}

/** Starts the PostgreSQL of a folder for some work on its database. */
async function whileRunning<Result>(
  folder: string,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: {} });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** Makes calls of `size` new movements each. */
function caller(movers: Movers, kind: MovementKind, size: number): MakeCall {
  let made = 0;
  return (database) => {
    const numbers = Array.from({ length: size }, () => (made += 1));
    if (kind === 'bet')
      return applyGameMovements(
        database,
        numbers.map((number) => stakeOf(movers, number)),
      );
    const agents = kind === 'hot-transfer' ? movers.agents.slice(0, 1) : movers.agents;
    return applyAgentMovements(
      database,
      numbers.map((number) => depositOf(agents, number)),
    );
  };
}

/** The pots of a new ledger are far below their ceilings, so that no counted bet wins. */
async function fill(databaseUrl: string): Promise<Movers> {
  await migrate(databaseUrl);
  await populate(databaseUrl, POPULATION);
  await openGames(databaseUrl);
  const agents = await readAgents(databaseUrl);
  return asOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<{ userId: number; sessionId: string }>(
      `insert into sessions (user_id, expires_at)
         select id, now() + interval '1 day' from users where role = 'ROLE_ADMIN'
         returning id as "sessionId", user_id as "userId"`,
    );
    const sessions = new Map(rows.map(({ userId, sessionId }) => [userId, sessionId]));
    const house = await client.query<{ id: number }>('select ensure_house_account($1) as id', [
      PLAYED.provider,
    ]);
    const players = await client.query<{ accountId: number }>(
      `select account_id as "accountId" from users where role = 'ROLE_CLIENT' order by child_seq, id`,
    );
    await client.query('vacuum analyze');
    return {
      agents: agents.map((agent) => ({ ...agent, sessionId: sessions.get(agent.userId)! })),
      playerAccountIds: players.rows.map(({ accountId }) => accountId),
      houseAccountId: house.rows[0]!.id,
    };
  });
}

function depositOf(agents: Movers['agents'], number: number) {
  const agent = agents[number % agents.length]!;
  return {
    kind: 'DEPOSIT' as const,
    agentAccountId: agent.accountId,
    agentUserId: agent.userId,
    receiverUsername: agent.children[number % agent.children.length]!.username,
    amount: AMOUNT_MICROS,
    sessionId: agent.sessionId,
    key: `key-${number}`,
    fingerprint: '0123456789abcdef'.repeat(4),
  };
}

const stakeOf = ({ playerAccountIds, houseAccountId }: Movers, number: number) => ({
  kind: 'GAME' as const,
  providerCode: PLAYED.provider,
  houseAccountId,
  playerAccountId: playerAccountIds[number % playerAccountIds.length]!,
  transactionId: `t${number}`,
  roundId: `r${number}`,
  gameCode: PLAYED.game,
  fingerprint: JSON.stringify([number, `r${number}`, String(STAKE_MICROS), '0', true]),
  bet: STAKE_MICROS,
  win: 0n,
  settles: true,
});
