import type pg from 'pg';

/** The role of the server's connections (server/database/11-rights.sql, `createPool`). */
const ROLE = 'palier_app';

/**
 * Makes the schema's owner a member of the application's role. Roles and memberships belong to the cluster: a dump contains
 * neither. Throws an Error with one clear sentence when a superuser is needed.
 */
export async function joinApplicationRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; has_joined: boolean }>(
    "select quote_ident(current_user) as owner, pg_has_role(current_user, oid, 'SET') as has_joined from pg_roles where rolname = $1",
    [ROLE],
  );
  const [found] = rows;
  if (found === undefined)
    throw new Error(
      `The role ${ROLE} is missing: create it, then restore the database again (docs/runbook.md).`,
    );
  if (found.has_joined) return;
  try {
    await client.query(`grant ${ROLE} to ${found.owner}`);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '42501') throw error;
    throw new Error(
      `The account of DATABASE_URL is not a member of ${ROLE}. As a superuser, run: grant ${ROLE} to ${found.owner}`,
    );
  }
}
