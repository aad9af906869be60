import type pg from 'pg';

const LEAST = 16;

/** Throws an Error with one clear sentence for a PostgreSQL that the migrations do not run on. */
export async function refuseOldServer(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < LEAST)
    throw new Error(`La base est un PostgreSQL ${version} : Palier en veut un ${LEAST} ou plus récent.`);
}
