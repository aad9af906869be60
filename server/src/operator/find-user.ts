import type { Queryable } from '../database/pool';
import { lookupUsername } from '../users/username';

/** Finds and locks a user, and names the operator for the journal entries of the transaction. Throws when there is no such account. */
export async function findUser(
  client: Queryable,
  name: string,
  operator: string,
): Promise<{ id: number; account_id: number; username: string }> {
  const { rows } = await client.query<{ id: number; account_id: number; username: string }>(
    `select id, account_id, username from users, set_config('palier.operator', $2, true)
      where username = $1 for no key update of users`,
    [lookupUsername(name), operator],
  );
  if (rows[0] === undefined) throw new Error(`There is no account named ${name}.`);
  return rows[0];
}
