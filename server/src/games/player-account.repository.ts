import type { Queryable } from '../database/pool';
import { userIdOf } from './port';

/** A client, by ids that never change. */
export interface Player {
  readonly userId: number;
  readonly accountId: number;
}

const MAX_CACHED_PLAYERS = 50_000;

/** Finds the accounts of the codes in callbacks. Caches ids, which never change. */
export function createPlayerAccounts(database: Queryable) {
  const players = new Map<string, Player>();
  const houses = new Map<string, number>();
  return {
    /** The client with this user code, or null. */
    async findPlayer(userCode: string): Promise<Player | null> {
      const known = players.get(userCode);
      const userId = userIdOf(userCode);
      if (known !== undefined || userId === null) return known ?? null;
      const { rows } = await database.query<{ account_id: number }>({
        name: 'player-account',
        text: "select account_id from users where id = $1 and role = 'ROLE_CLIENT'",
        values: [userId],
      });
      if (rows[0] === undefined) return null;
      if (players.size >= MAX_CACHED_PLAYERS) players.clear();
      const player = { userId, accountId: rows[0].account_id };
      players.set(userCode, player);
      return player;
    },
    /** The provider's house account, or null for an unknown provider whose games this player never opened. */
    async findHouse(providerCode: string, userId: number): Promise<number | null> {
      const known = houses.get(providerCode);
      if (known !== undefined) return known;
      // Created only after a launch: names invented by a caller create no accounts.
      const { rows } = await database.query<{ id: number | null }>(
        `select case when exists (select from accounts where code = 'house:' || $1)
                       or exists (select from game_openings where user_id = $2 and provider_code = $1)
                     then ensure_house_account($1) end as id`,
        [providerCode, userId],
      );
      const id = rows[0]?.id ?? null;
      if (id !== null) houses.set(providerCode, id);
      return id;
    },
    async readBalance({ accountId }: Player): Promise<bigint> {
      const { rows } = await database.query<{ balance: bigint }>({
        name: 'player-balance',
        text: 'select balance from accounts where id = $1',
        values: [accountId],
      });
      return rows[0]?.balance ?? 0n;
    },
  };
}

export type PlayerAccounts = ReturnType<typeof createPlayerAccounts>;
