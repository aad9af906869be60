import type { Queryable } from '../database/pool';
import { userIdOf } from './port';

/** A client, by ids that never change. */
export interface Player {
  readonly userId: number;
  readonly accountId: number;
}

/** A provider's account, and its code as games were opened with it. */
interface House {
  readonly providerCode: string;
  readonly accountId: number;
}

const MAX_CACHED_PLAYERS = 50_000;

/** Finds the accounts of the codes in callbacks. Caches ids, which never change. */
export function createPlayerAccounts(database: Queryable) {
  const players = new Map<string, Player>();
  const houses = new Map<string, House>();
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
    /**
     * The provider's house account, or null for an unknown provider whose games this player never opened.
     * Callbacks may spell the code in another case than the catalogue.
     */
    async findHouse(code: string, userId: number): Promise<House | null> {
      const known = houses.get(code);
      if (known !== undefined) return known;
      const providerCode = await findProviderCode(database, code, userId);
      if (providerCode === null) return null;
      const { rows } = await database.query<{ id: number }>('select ensure_house_account($1) as id', [
        providerCode,
      ]);
      const house = { providerCode, accountId: rows[0]!.id };
      houses.set(code, house);
      return house;
    },
    /** The round of a stake; of one that never came, its id stands for the round. */
    async findRound(providerCode: string, stakeTransactionId: string): Promise<string> {
      const { rows } = await database.query<{ round_id: string }>(
        'select round_id from provider_transactions where provider_code = $1 and transaction_id = $2',
        [providerCode, stakeTransactionId],
      );
      return rows[0]?.round_id ?? stakeTransactionId;
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

/**
 * The code of a provider that has an account, or whose games the player opened: names invented by a caller
 * create no accounts.
 */
async function findProviderCode(database: Queryable, code: string, userId: number): Promise<string | null> {
  const { rows } = await database.query<{ code: string }>(
    `select code from (
       select substr(code, 7) as code from accounts where code = 'house:' || $1
       union all
       select provider_code from game_openings where user_id = $2 and lower(provider_code) = lower($1)
       union all
       select substr(code, 7) from accounts
        where kind = 'HOUSE' and lower(code) = lower('house:' || $1)) spelled
      order by code <> $1 limit 1`,
    [code, userId],
  );
  return rows[0]?.code ?? null;
}

export type PlayerAccounts = ReturnType<typeof createPlayerAccounts>;
