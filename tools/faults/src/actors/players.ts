import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createAccessTokens } from '@palier/server/sessions/access-token';
import type { Cluster } from './cluster';

export interface Player {
  readonly id: number;
  readonly username: string;
  readonly token: string;
}

/**
 * Signed-in clients under `admin`, made as the owner: thousands of logins would measure password hashing. Tokens are
 * the server's own, signed with the cluster's secret.
 */
export async function createPlayers(cluster: Cluster, count: number, lifeS = 900): Promise<Player[]> {
  const secret = (await readFile(path.join(cluster.folder, 'jwt.secret'), 'utf8')).trim();
  const tokens = createAccessTokens(secret, lifeS);
  const prefix = `p${Date.now().toString(36)}`;
  await cluster.owner.query(
    `select register_user((select id from users where username = 'admin'), $1 || '-' || n, 'none', 'ROLE_CLIENT', 0, null, null)
       from generate_series(1, $2) n`,
    [prefix, count],
  );
  const { rows } = await cluster.owner.query<{ id: number; username: string; session: string }>(
    `with opened as (
       insert into sessions (user_id, expires_at)
         select id, now() + interval '1 day' from users where username like $1 || '-%' returning id, user_id)
     select u.id, u.username, o.id as session from opened o join users u on u.id = o.user_id`,
    [prefix],
  );
  return Promise.all(
    rows.map(async ({ id, username, session }) => ({
      id,
      username,
      token: await tokens.issue({ userId: id, sessionId: session }),
    })),
  );
}
