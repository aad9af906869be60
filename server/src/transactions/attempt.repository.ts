import type { Queryable } from '../database/pool';

/**
 * Whether the call sent under `key` was carried out. A key never seen is refused from now on: what is answered here
 * stays true, even when the lost call arrives afterwards (section 3 of docs/design.md).
 */
export async function resolveAttempt(database: Queryable, accountId: number, key: string): Promise<boolean> {
  const { rows } = await database.query<{ answer: { ok: boolean } }>({
    name: 'resolve-attempt',
    text: 'select resolve_attempt($1, $2) as answer',
    values: [accountId, key],
  });
  return rows[0]?.answer.ok === true;
}
