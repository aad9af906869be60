import type { Queryable } from '../database/pool';

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
