import { isRefusedStatement, queryKeepingConnection, type Queryable } from '../database/pool';
import { isAgentMovement, type AgentMovement, type Movement, type MovementResult } from './movement';

/** Applies up to 256 movements of one sort in one statement and one commit; the results come in the same order. */
export async function applyMovements(
  database: Queryable,
  movements: readonly Movement[],
): Promise<MovementResult[]> {
  if (!movements.every(isAgentMovement)) return applyGameMovements(database, movements);
  const [only] = movements;
  if (movements.length === 1 && only !== undefined) {
    try {
      return [await applyLoneMovement(database, only)];
    } catch (error) {
      // Nothing has moved; a batch of one then says in words what the constraint refused.
      if (!isRefusedStatement(error)) throw error;
    }
  }
  return applyAgentMovements(database, movements);
}

async function applyGameMovements(
  database: Queryable,
  movements: readonly Movement[],
): Promise<MovementResult[]> {
  const { rows } = await queryKeepingConnection<{ results: string }>(database, {
    name: 'ledger-apply',
    text: 'select ledger_apply($1)::text as results',
    values: [toJson(movements)],
  });
  return toResults(rows[0]?.results);
}

async function applyAgentMovements(
  database: Queryable,
  movements: readonly AgentMovement[],
): Promise<MovementResult[]> {
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
  return toResults(rows[0]?.results);
}

async function applyLoneMovement(database: Queryable, movement: AgentMovement): Promise<MovementResult> {
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
  return toResult(JSON.parse(rows[0]?.result ?? '{}') as RawResult);
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
export async function registerUser(database: Queryable, user: NewUser): Promise<MovementResult> {
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
  return toResult(JSON.parse(rows[0]?.result ?? '{}') as RawResult);
}

type RawResult = Omit<MovementResult, 'initiatorBalance' | 'targetBalance' | 'balance'> & {
  initiatorBalance?: number;
  targetBalance?: number;
  balance?: number;
};

// User balances stay below 2^53 by a CHECK, so the JSON numbers here are exact.
const toResult = ({ initiatorBalance, targetBalance, balance, ...rest }: RawResult): MovementResult => ({
  ...rest,
  ...(initiatorBalance === undefined ? {} : { initiatorBalance: BigInt(initiatorBalance) }),
  ...(targetBalance === undefined ? {} : { targetBalance: BigInt(targetBalance) }),
  ...(balance === undefined ? {} : { balance: BigInt(balance) }),
});

const toResults = (json = '[]'): MovementResult[] => (JSON.parse(json) as RawResult[]).map(toResult);

const toJson = (movements: readonly Movement[]): string =>
  JSON.stringify(movements, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
