import type { Round } from '@palier/shared/contracts/rounds';
import { fromMicros } from '@palier/shared/money';
import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';

/**
 * The newest transactions of a round that are read, and more only until one of them has moved money: bounds
 * the time of a call.
 */
const MAX_TRANSACTIONS = 200;

type RoundRow = Pick<Round, 'providerCode' | 'roundId' | 'gameCode' | 'gameTitle' | 'state' | 'player'> & {
  readonly lastTransactionId: string;
  readonly accountId: number;
};

interface StepRow {
  transaction_id: string;
  date: string;
  is_stake: boolean;
  is_by_operator: boolean;
  contribution_micros: bigint;
  previous_transaction_id: string | null;
  /** Null in a transaction that moved no money. */
  number: bigint | null;
  kind: string;
  label: string;
  amount: bigint;
  balance_after: bigint;
}

// The list of transactions has no index; each row names the one before it (decision 0052). OFFSET keeps one
// index lookup for each. Parameters are subqueries, because PostgreSQL makes a new plan for each call in a
// large ledger when it knows their values.
const STEPS_SQL = `
  with recursive listed as (
    select p.*, 1 as place, p.posting_count > 0 as has_moved from provider_transactions p
      where p.provider_code = (select $1) and p.transaction_id = (select $2)
    union all
    select p.*, l.place + 1, l.has_moved or p.posting_count > 0 from listed l cross join lateral (
      select * from provider_transactions
       where provider_code = (select $1) and transaction_id = l.previous_transaction_id offset 0) p
     where l.place < ${MAX_TRANSACTIONS} or not l.has_moved)
  select l.transaction_id, ${localTime('l.created_at', '$4')} as date, l.is_stake,
         l.operator is not null as is_by_operator,
         l.contribution_micros, l.previous_transaction_id, m.*
    from listed l
    left join lateral (
      select t.id as number, t.kind, t.label, p.amount, p.balance_after, p.seq
        from postings p join transfers t on t.id = p.transfer_id
       where p.account_id = (select $3::int) and p.list = 'O' and p.seq >= l.first_seq
         and p.seq < l.first_seq + l.posting_count offset 0) m on true
   order by l.place desc, m.seq`;

/**
 * The round that the transfer `number` belongs to, when its player is the caller or below the caller; else
 * null. A missing number and a foreign one are not told apart.
 */
export async function findRound(
  database: Queryable,
  callerId: number,
  number: number,
  timeZone: string,
): Promise<Round | null> {
  const { rows } = await database.query<RoundRow>({
    name: 'round-of-transfer',
    text: `select r.provider_code as "providerCode", r.round_id as "roundId", r.game_code as "gameCode",
                  g.title as "gameTitle", r.state,
                  json_build_object('id', u.id, 'username', u.username) as player,
                  r.last_transaction_id as "lastTransactionId", r.player_account_id as "accountId"
             from transfers t cross join lateral round_of(t) r
             join users u on u.account_id = r.player_account_id
             left join game_titles g on g.provider_code = r.provider_code and g.game_code = r.game_code
            where t.id = $1 and $2 = any (ids_above(u.id) || u.id)`,
    values: [number, callerId],
  });
  if (rows[0] === undefined) return null;
  const { lastTransactionId, accountId, ...round } = rows[0];
  const steps = await database.query<StepRow>({
    name: 'steps-of-round',
    text: STEPS_SQL,
    values: [round.providerCode, lastTransactionId, accountId, timeZone],
  });
  return toRound(round, steps.rows);
}

function toRound(round: Omit<RoundRow, 'lastTransactionId' | 'accountId'>, steps: readonly StepRow[]): Round {
  const moved = steps.filter(({ number }) => number !== null);
  const [first, last] = [moved[0]!, moved.at(-1)!];
  const sumOf = (kind: string): bigint =>
    moved.filter((step) => step.kind === kind).reduce((sum, { amount }) => sum + amount, 0n);
  const [stake, returned] = [-sumOf('BET'), sumOf('ROLLBACK')];
  const [wins, prizes] = [sumOf('WIN'), sumOf('JACKPOT_WIN')];
  // A transaction has its contributions once, however many movements it made.
  const contributions = new Map(
    steps.map(({ transaction_id: id, contribution_micros: micros }) => [id, micros]),
  );
  return {
    ...round,
    stake: fromMicros(stake),
    returned: fromMicros(returned),
    wins: fromMicros(wins),
    jackpotPrizes: fromMicros(prizes),
    net: fromMicros(wins + prizes + returned - stake),
    jackpotContributions: fromMicros([...contributions.values()].reduce((sum, micros) => sum + micros, 0n)),
    balanceBefore: fromMicros(first.balance_after - first.amount),
    balanceAfter: fromMicros(last.balance_after),
    steps: steps.map((step) => ({
      transactionId: step.transaction_id,
      date: step.date,
      isByOperator: step.is_by_operator,
      ...(step.number === null
        ? {
            kind: step.is_stake ? 'BET' : 'NONE',
            amount: 0,
            number: null,
            balanceAfter: null,
            tier: null,
          }
        : {
            kind: step.kind,
            amount: fromMicros(step.amount),
            number: Number(step.number),
            balanceAfter: fromMicros(step.balance_after),
            tier: step.kind === 'JACKPOT_WIN' ? (step.label.split(' ')[0] ?? null) : null,
          }),
    })),
    isComplete: steps[0]?.previous_transaction_id === null,
  };
}
