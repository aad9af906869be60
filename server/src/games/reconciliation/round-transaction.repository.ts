import type { Queryable } from '../../database/pool';
import { nameOf, type OpenRound, type RoundName } from './open-round.repository';

/** A stake or a win of a round that was accepted and not taken back; amounts in micro-dinars. */
export interface RoundTransaction {
  readonly transactionId: string;
  readonly isStake: boolean;
  readonly bet: bigint;
  readonly win: bigint;
}

interface TransactionKey {
  readonly providerCode: string;
  readonly transactionId: string;
}

export const keyOf = ({ providerCode, transactionId }: TransactionKey): string =>
  `${providerCode} ${transactionId}`;

/** The names of the rounds to which a player's transactions belong, by the keys of the transactions. */
export async function findRoundsOfTransactions(
  database: Queryable,
  accountId: number,
  keys: readonly TransactionKey[],
): Promise<ReadonlyMap<string, RoundName>> {
  const { rows } = await database.query<TransactionKey & RoundName>(
    `select t.provider_code as "providerCode", t.transaction_id as "transactionId", t.round_id as "roundId"
       from unnest($2::text[], $3::text[]) k (provider, id)
       join provider_transactions t on t.provider_code = k.provider and t.transaction_id = k.id
      where t.player_account_id = $1`,
    [accountId, keys.map(({ providerCode }) => providerCode), keys.map(({ transactionId }) => transactionId)],
  );
  return new Map(rows.map((row) => [keyOf(row), { providerCode: row.providerCode, roundId: row.roundId }]));
}

/**
 * The stakes and wins of rounds, by the names of the rounds. Each transaction names the one before it: no
 * search is needed.
 */
export async function listTransactions(
  database: Queryable,
  rounds: readonly OpenRound[],
): Promise<ReadonlyMap<string, readonly RoundTransaction[]>> {
  const { rows } = await database.query<RoundTransaction & RoundName>(
    `with recursive step as (
       select r.provider_code, r.round_id, r.last_transaction_id as id
         from unnest($1::text[], $2::text[], $3::int[]) n (provider, round, account)
         join rounds r on r.provider_code = n.provider and r.round_id = n.round
           and r.player_account_id = n.account
       union all
       select s.provider_code, s.round_id, t.previous_transaction_id from step s
         join provider_transactions t on t.provider_code = s.provider_code and t.transaction_id = s.id
        where t.previous_transaction_id is not null)
     select s.provider_code as "providerCode", s.round_id as "roundId", t.transaction_id as "transactionId",
            t.is_stake as "isStake", t.bet_micros as bet, t.win_micros as win
       from step s join provider_transactions t
         on t.provider_code = s.provider_code and t.transaction_id = s.id
      where t.answer->'ok' = 'true' and (t.is_stake or t.win_micros > 0)`,
    [
      rounds.map(({ providerCode }) => providerCode),
      rounds.map(({ roundId }) => roundId),
      rounds.map(({ accountId }) => accountId),
    ],
  );
  const byRound = new Map<string, RoundTransaction[]>();
  for (const { providerCode, roundId, ...transaction } of rows) {
    const name = nameOf({ providerCode, roundId });
    byRound.set(name, [...(byRound.get(name) ?? []), transaction]);
  }
  return byRound;
}
