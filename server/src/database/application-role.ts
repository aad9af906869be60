import type pg from 'pg';

/** The role of the server's connections (server/database/11-rights.sql, `createPool`). */
const ROLE = 'palier_app';

/**
 * Lets the schema's owner take the application's role. Roles and their members are the cluster's: a dump restored into
 * another one brings neither. Throws an Error with one clear sentence when that is for a superuser to mend.
 */
export async function joinApplicationRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; has_joined: boolean }>(
    "select quote_ident(current_user) as owner, pg_has_role(current_user, oid, 'SET') as has_joined from pg_roles where rolname = $1",
    [ROLE],
  );
  const [found] = rows;
  if (found === undefined)
    throw new Error(`Le rôle ${ROLE} manque : créez-le, puis restaurez à nouveau la base (docs/runbook.md).`);
  if (found.has_joined) return;
  try {
    await client.query(`grant ${ROLE} to ${found.owner}`);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '42501') throw error;
    throw new Error(
      `Le compte de DATABASE_URL n’est pas membre de ${ROLE}. En superutilisateur : grant ${ROLE} to ${found.owner}`,
    );
  }
}
