import type { Queryable } from '../database/pool';
import type { Movement, MovementResult } from './movement';

/** Applies up to 256 movements in one statement and one commit; the results come in the same order. */
export async function applyMovements(
  database: Queryable,
  movements: readonly Movement[],
): Promise<MovementResult[]> {
  const { rows } = await database.query<{ results: string }>({
    name: 'ledger-apply',
    text: 'select ledger_apply($1)::text as results',
    values: [toJson(movements)],
  });
  return (JSON.parse(rows[0]?.results ?? '[]') as RawResult[]).map(toResult);
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

/** The house account of a provider. */
export async function houseAccountOf(database: Queryable, providerCode: string): Promise<number> {
  const { rows } = await database.query<{ id: number }>('select house_account($1) as id', [providerCode]);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('house account missing');
  return id;
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

const toJson = (movements: readonly Movement[]): string =>
  JSON.stringify(movements, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
