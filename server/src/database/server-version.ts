import type pg from 'pg';

export const MIN_VERSION = 16;

/** Throws an Error for a version of PostgreSQL on which the migrations do not run. */
export async function refuseOldServer(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < MIN_VERSION)
    throw new Error(`The database is PostgreSQL ${version}: Palier needs version ${MIN_VERSION} or later.`);
}
