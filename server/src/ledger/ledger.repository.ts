import { isRefusedStatement, queryKeepingConnection, type Queryable } from '../database/pool';
import type {
  AgentMovement,
  AgentResult,
  GameMovement,
  GameResult,
  RegisterResult,
  RollbackMovement,
} from './movement';

/** Applies up to 256 movements of agents in one statement and one commit; the results come in the same order. */
export async function applyAgentMovements(
  database: Queryable,
  movements: readonly AgentMovement[],
): Promise<AgentResult[]> {
  const [only] = movements;
  if (movements.length === 1 && only !== undefined) {
    try {
      return [await applyLoneMovement(database, only)];
    } catch (error) {
      // Nothing has moved; a batch of one then says in words what the constraint refused.
      if (!isRefusedStatement(error)) throw error;
    }
  }
  return applyAgentBatch(database, movements);
}

/** The same for movements of games. */
export async function applyGameMovements(
  database: Queryable,
  movements: readonly (GameMovement | RollbackMovement)[],
): Promise<GameResult[]> {
  const { rows } = await queryKeepingConnection<{ results: string }>(database, {
    name: 'ledger-apply',
    text: 'select ledger_apply($1)::text as results',
    values: [toJson(movements)],
  });
  return fromJson(rows[0]!.results);
}

async function applyAgentBatch(
  database: Queryable,
  movements: readonly AgentMovement[],
): Promise<AgentResult[]> {
  const { rows } = await queryKeepingConnection<{ results: string }>(database, {
    name: 'ledger-apply-agents',
    text: 'select ledger_apply_agents($1, $2, $3, $4, $5, $6, $7, $8) as results',
    values: [
      movements.map(({ kind }) => kind),
      movements.map(({ initiator }) => initiator),
      movements.map(({ parent }) => parent),
      movements.map(({ receiver }) => receiver),
      movements.map(({ amount }) => amount),
      movements.map(({ key }) => key ?? null),
      movements.map(({ fingerprint }) => fingerprint ?? null),
      movements.map(({ session }) => session ?? null),
    ],
  });
  return fromJson(rows[0]!.results);
}

async function applyLoneMovement(database: Queryable, movement: AgentMovement): Promise<AgentResult> {
  const { rows } = await queryKeepingConnection<{ result: string }>(database, {
    name: 'ledger-apply-one',
    text: 'select ledger_apply_one($1, $2, $3, $4, $5, $6, $7, $8)::text as result',
    values: [
      movement.kind,
      movement.initiator,
      movement.parent,
      movement.receiver,
      movement.amount,
      movement.key ?? null,
      movement.fingerprint ?? null,
      movement.session ?? null,
    ],
  });
  return fromJson(rows[0]!.result);
}

interface NewUser {
  readonly parentId: number;
  readonly username: string;
  readonly passwordHash: string;
  readonly role: string;
  readonly openingMicros: bigint;
  readonly key: string | undefined;
  readonly fingerprint: string;
}

/** Makes the user and moves its opening balance from its parent: both or neither. */
export async function registerUser(database: Queryable, user: NewUser): Promise<RegisterResult> {
  const { rows } = await database.query<{ result: string }>(
    'select register_user($1, $2, $3, $4, $5, $6, $7)::text as result',
    [
      user.parentId,
      user.username,
      user.passwordHash,
      user.role,
      user.openingMicros,
      user.key ?? null,
      user.fingerprint,
    ],
  );
  return fromJson(rows[0]!.result);
}

const BALANCES = ['initiatorBalance', 'targetBalance', 'balance'];

// User balances stay below 2^53 by a CHECK, so the JSON numbers here are exact.
const fromJson = <Answer>(text: string): Answer =>
  JSON.parse(text, (name, value: number) => (BALANCES.includes(name) ? BigInt(value) : value)) as Answer;

const toJson = (movements: readonly object[]): string =>
  JSON.stringify(movements, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
