import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createAccessTokens } from '@palier/server/credentials';
import type { DemoServer } from './cluster';
import { issueTo } from './mint';

export const PROVIDER = 'PRAGMATIC';
export const GAME = 'g1';

export interface Player {
  readonly id: number;
  readonly username: string;
  readonly token: string;
}

/**
 * Each registration updates the parent's row. In one transaction each update reads all row versions before
 * it, so many registrations are split into transactions of this many.
 */
const PLAYERS_AT_ONCE = 200;

let groups = 0;

/**
 * Signed-in clients under `admin`. Users and sessions are inserted and tokens signed with the cluster's
 * secret, because thousands of logins would measure password hashing.
 */
export async function createPlayers(cluster: DemoServer, count: number, tokenLifeS = 900): Promise<Player[]> {
  const secret = (await readFile(path.join(cluster.folder, 'jwt.secret'), 'utf8')).trim();
  const tokens = createAccessTokens(secret, tokenLifeS);
  const prefix = `p${(groups += 1)}-${Date.now().toString(36)}`;
  for (let from = 1; from <= count; from += PLAYERS_AT_ONCE)
    await cluster.owner.query(
      `select register_user((select id from users where username = 'admin'), $1 || '-' || n, 'none',
              'ROLE_CLIENT', 0, null, null, null)
         from generate_series($2::int, $3) n`,
      [prefix, from, Math.min(from + PLAYERS_AT_ONCE - 1, count)],
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

/** Opens the game for players, so that their bets are accepted. */
export async function openGame(
  { owner }: Pick<DemoServer, 'owner'>,
  ...userIds: readonly number[]
): Promise<void> {
  await owner.query(
    'insert into game_openings (user_id, provider_code, game_code) select x, $2, $3 from unnest($1::int[]) x',
    [userIds, PROVIDER, GAME],
  );
}

/** Players with an issued balance (TND each) and the game open. */
export async function createFundedPlayers(
  cluster: DemoServer,
  count: number,
  balance: number,
): Promise<Player[]> {
  const players = await createPlayers(cluster, count);
  const ids = players.map(({ id }) => id);
  await issueTo(cluster.owner, ids, BigInt(Math.round(balance * 1e6)));
  await openGame(cluster, ...ids);
  return players;
}
