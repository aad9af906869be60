import { isRefusedStatement, queryKeepingConnection, type Queryable } from '../database/pool';
import type {
  AgentMovement,
  AgentResult,
  GameMovement,
  GameResult,
  RegisterResult,
  Reversal,
  ReversalResult,
  RollbackMovement,
} from './movement';

/** Applies up to 256 movements of agents in one statement and one commit; the results come in the same order. */
export async function applyAgentMovements(
  database: Queryable,
  movements: readonly AgentMovement[],
): Promise<AgentResult[]> {
  const [only] = movements;
  if (movements.length === 1 && only !== undefined && only.note === undefined) {
    try {
      return [await applyOneMovement(database, only)];
    } catch (error) {
      // Nothing was written. The batch function gives the reason of the refusal.
      if (!isRefusedStatement(error)) throw error;
    }
  }
  return applyAgentBatch(database, movements);
}

/** Applies up to 256 movements of games in one statement and one commit; the results come in the same order. */
export async function applyGameMovements(
  database: Queryable,
  movements: readonly (GameMovement | RollbackMovement)[],
): Promise<GameResult[]> {
  const { rows } = await queryKeepingConnection<{ results: string }>(database, {
    name: 'post-game-batch',
    text: 'select post_game_batch($1)::text as results',
    values: [JSON.stringify(movements.map(toGameRow))],
  });
  return fromJson(rows[0]!.results);
}

/** The fields of a movement in the order of the arguments of post_agent_transfer and post_agent_batch. */
const ARGUMENTS = [
  ...(['kind', 'agentAccountId', 'agentUserId', 'receiverUsername', 'amount'] as const),
  ...(['key', 'fingerprint', 'sessionId'] as const),
];

async function applyAgentBatch(
  database: Queryable,
  movements: readonly AgentMovement[],
): Promise<AgentResult[]> {
  const hasNotes = movements.some(({ note }) => note !== undefined);
  const { rows } = await queryKeepingConnection<{ results: string }>(database, {
    name: hasNotes ? 'post-noted-batch' : 'post-agent-batch',
    text: hasNotes
      ? 'select post_agent_batch_with_notes($1, $2, $3, $4, $5, $6, $7, $8, $9) as results'
      : 'select post_agent_batch($1, $2, $3, $4, $5, $6, $7, $8) as results',
    values: [...ARGUMENTS, ...(hasNotes ? (['note'] as const) : [])].map((name) =>
      movements.map((movement) => movement[name]),
    ),
  });
  return fromJson(rows[0]!.results);
}

async function applyOneMovement(database: Queryable, movement: AgentMovement): Promise<AgentResult> {
  const { rows } = await queryKeepingConnection<{ result: string }>(database, {
    name: 'post-agent-transfer',
    text: 'select post_agent_transfer($1, $2, $3, $4, $5, $6, $7, $8)::text as result',
    values: ARGUMENTS.map((name) => movement[name]),
  });
  return fromJson(rows[0]!.result);
}

/** Takes a deposit back in one statement and one commit. */
export async function reverseDeposit(
  database: Queryable,
  { agentAccountId, agentUserId, transferId, key, fingerprint, sessionId }: Reversal,
): Promise<ReversalResult> {
  const { rows } = await queryKeepingConnection<{ result: string }>(database, {
    name: 'reverse-deposit',
    text: 'select reverse_deposit($1, $2, $3, $4, $5, $6)::text as result',
    values: [agentAccountId, agentUserId, transferId, key ?? null, fingerprint ?? null, sessionId],
  });
  return fromJson(rows[0]!.result);
}

interface Registration {
  readonly parentId: number;
  readonly username: string;
  readonly role: string;
  readonly openingMicros: bigint;
  readonly key: string | undefined;
}

/**
 * The reason for which a registration would be refused, read without locks. Null when there is none, and when the key was used
 * before: only `registerUser` returns the stored answer.
 */
export async function findRegistrationFault(
  database: Queryable,
  { parentId, username, openingMicros, key }: Registration,
): Promise<'name-taken' | 'funds' | null> {
  const { rows } = await database.query<{ reason: 'name-taken' | 'funds' | null }>({
    name: 'registration-fault',
    text: `select case when exists (select from users where username = $2) then 'name-taken'
                       when a.balance - $3 < a.least_balance then 'funds' end as reason
             from users u join accounts a on a.id = u.account_id
            where u.id = $1 and not exists (select from idempotency_keys where account_id = a.id and key = $4)`,
    values: [parentId, username, openingMicros, key ?? null],
  });
  return rows[0]?.reason ?? null;
}

/** Creates the user and moves its opening balance from its parent, in one transaction. */
export async function registerUser(
  database: Queryable,
  user: Registration & { readonly passwordHash: string; readonly fingerprint?: string },
): Promise<RegisterResult> {
  const { rows } = await database.query<{ result: string }>(
    'select register_user($1, $2, $3, $4, $5, $6, $7)::text as result',
    [
      user.parentId,
      user.username,
      user.passwordHash,
      user.role,
      user.openingMicros,
      user.key ?? null,
      user.fingerprint ?? null,
    ],
  );
  return fromJson(rows[0]!.result);
}

/**
 * Whether the call with this idempotency key was carried out. An unknown key is refused from now on, so that the answer stays
 * true when the lost call arrives later.
 */
export async function resolveAttempt(database: Queryable, accountId: number, key: string): Promise<boolean> {
  const { rows } = await database.query<{ answer: { ok: boolean } }>({
    name: 'resolve-attempt',
    text: 'select resolve_attempt($1, $2) as answer',
    values: [accountId, key],
  });
  return rows[0]?.answer.ok === true;
}

const BALANCES = ['initiatorBalance', 'targetBalance', 'balance'];

// User balances stay below 2^53 by a CHECK, so the JSON numbers here are exact.
const fromJson = <Answer>(text: string): Answer =>
  JSON.parse(text, (name, value: number) => (BALANCES.includes(name) ? BigInt(value) : value)) as Answer;

/** A movement as type game_movement of the database names its fields; big integers as strings. */
const toGameRow = (movement: GameMovement | RollbackMovement): object => ({
  kind: movement.kind,
  provider_code: movement.providerCode,
  house_account_id: movement.houseAccountId,
  player_account_id: movement.playerAccountId,
  transaction_id: movement.transactionId,
  round_id: movement.roundId,
  game_code: movement.gameCode,
  fingerprint: movement.fingerprint,
  ...(movement.kind === 'GAME'
    ? { bet_micros: String(movement.bet), win_micros: String(movement.win), settles: movement.settles }
    : { stake_transaction_id: movement.stakeTransactionId }),
});
