import { asOwner } from './populate';

const ROUNDS_AT_ONCE = 250;
/**
 * Equal in ledgers of every size: the page of an account sums up what its player received, however large the
 * ledger is.
 */
const TRANSFERS_OF_PLAYER = 40;

/** How the transfers are spread. */
export interface HistoryShape {
  /** Number of days, the last of them ten days ago. */
  readonly days: number;
  /** The first agent initiates every nth transfer. */
  readonly firstAgentEvery: number;
}

/**
 * Inserts deposits and withdrawals into the ledger's tables, evenly spread, with correct balances, numbers
 * and running totals. Half of the first agent's transfers are with its first child, and TRANSFERS_OF_PLAYER
 * with its second. Each agent needs at least three children.
 */
export async function writeHistory(
  databaseUrl: string,
  transfers: number,
  shape: HistoryShape = { days: 80, firstAgentEvery: 10 },
): Promise<void> {
  await asOwner(databaseUrl, async (client) => {
    await client.query("set work_mem = '1GB'");
    await client.query("set maintenance_work_mem = '1GB'");
    await client.query('begin');
    await client.query(planOfMoves(transfers, shape));
    await client.query(
      'alter table transfers disable trigger user; alter table postings disable trigger user',
    );
    await client.query('drop index transfers_dated');
    await client.query('alter table postings drop constraint postings_pkey');
    await client.query(INSERT_MOVES_SQL);
    await client.query('alter table transfers enable trigger user; alter table postings enable trigger user');
    await client.query('commit');
    await client.query('vacuum analyze transfers, postings, accounts');
  });
}

/** The temporary table of the transfers to insert, and those that its insertion needs. */
const planOfMoves = (transfers: number, { days, firstAgentEvery }: HistoryShape): string => `
  create temp table agents on commit drop as
    select row_number() over (order by id) - 1 as n, id, account_id, child_count
      from users where role = 'ROLE_ADMIN';
  create temp table children on commit drop as
    select parent_id, child_seq, account_id from users where role = 'ROLE_CLIENT';
  create temp table base on commit drop as
    select id, balance, posting_count, initiated_count, received_count, initiated_in, initiated_out
      from accounts where kind = 'USER';
  analyze agents; analyze children; analyze base;
  -- Two deposits of 2, then a withdrawal of 1: no balance falls below zero.
  create temp table moves on commit drop as
    select (select last_value from transfer_ids) + i as id, a.account_id as agent, c.account_id as child,
           case when i % 3 = 2 then 'WITHDRAWAL' else 'DEPOSIT' end as kind,
           case when i % 3 = 2 then 1000000 else 2000000 end::bigint as amount,
           date_trunc('milliseconds', now() - interval '${days + 10} days')
             + i * (interval '${days} days' / ${transfers}) as created_at
      from generate_series(1, ${transfers}) i
      join agents a
        on a.n = case when i % ${firstAgentEvery} = 0 then 0
                      else 1 + i % ((select count(*) from agents) - 1) end
      join children c
        on c.parent_id = a.id
       and c.child_seq = case
             when a.n = 0 and i % ${Math.floor(transfers / TRANSFERS_OF_PLAYER)} = 0 then 2
             when i % ${2 * firstAgentEvery} = 0 then 1
             else 3 + (i / 7) % (a.child_count - 2) end;`;

/** Inserts the planned transfers and their postings, and brings the accounts up to date. */
const INSERT_MOVES_SQL = `
  insert into transfers
    select m.id, m.amount, date_trunc('milliseconds', m.created_at),
           b.initiated_in + sum(case m.kind when 'DEPOSIT' then m.amount else 0 end) over w,
           b.initiated_out + sum(case m.kind when 'WITHDRAWAL' then m.amount else 0 end) over w,
           case m.kind when 'DEPOSIT' then m.agent else m.child end,
           case m.kind when 'DEPOSIT' then m.child else m.agent end,
           m.agent, m.child, m.kind, ''
      from moves m join base b on b.id = m.agent window w as (partition by m.agent order by m.id);
  insert into postings (transfer_id, amount, balance_after, account_id, seq, list)
    select x.id, x.amount, b.balance + sum(x.amount) over w, x.account,
           case x.list when 'O' then b.initiated_count else b.received_count end + row_number() over w,
           x.list
      from (select id, case kind when 'DEPOSIT' then -amount else amount end as amount,
                   agent as account, 'O'::"char" as list
              from moves
            union all
            select id, case kind when 'DEPOSIT' then amount else -amount end, child, 'I'::"char"
              from moves) x
      join base b on b.id = x.account window w as (partition by x.account order by x.id);
  update accounts a set balance = balance + s.amount, posting_count = posting_count + s.n,
      initiated_count = initiated_count + s.initiated,
      received_count = received_count + s.n - s.initiated,
      initiated_in = initiated_in + s.total_in, initiated_out = initiated_out + s.total_out,
      last_moved_at = greatest(last_moved_at, s.last)
    from (select p.account_id, sum(p.amount) as amount, count(*) as n,
                 count(*) filter (where p.list = 'O') as initiated,
                 coalesce(sum(t.amount) filter (where p.list = 'O' and t.kind = 'DEPOSIT'), 0) as total_in,
                 coalesce(sum(t.amount) filter (where p.list = 'O' and t.kind = 'WITHDRAWAL'), 0)
                   as total_out,
                 max(t.created_at) as last
            from postings p join transfers t on t.id = p.transfer_id
           where t.id in (select id from moves) group by p.account_id) s
    where a.id = s.account_id;
  select setval('transfer_ids', (select max(id) from transfers));
  alter table postings add primary key (account_id, list, seq);
  create index transfers_dated on transfers (initiator_account_id, created_at, id)
    where initiator_account_id is not null;`;

/**
 * Plays rounds of a stake and a win by the second client of each agent, through the ledger's own function.
 */
export async function writeRounds(databaseUrl: string, rounds: number): Promise<void> {
  await asOwner(databaseUrl, async (client) => {
    await client.query(`
      select ensure_house_account('bench');
      create temp table players as
        select id, account_id, row_number() over (order by id) - 1 as n
          from users where role = 'ROLE_CLIENT' and child_seq = 2;
      insert into game_openings (user_id, provider_code, game_code)
        select id, 'bench', 'game' from players;`);
    for (let first = 1; first <= rounds; first += ROUNDS_AT_ONCE) {
      await client.query(
        `select post_game_batch(jsonb_agg(jsonb_build_object(
             'kind', 'GAME', 'provider_code', 'bench', 'house_account_id', house.id,
             'player_account_id', p.account_id, 'transaction_id', i::text, 'round_id', i::text,
             'game_code', 'game', 'bet_micros', 2000, 'win_micros', 1000, 'settles', true,
             'fingerprint', '')))
           from generate_series($1::int, $2::int) i join players p on p.n = i % (select count(*) from players)
           join accounts house on house.code = 'house:bench'`,
        [first, Math.min(first + ROUNDS_AT_ONCE - 1, rounds)],
      );
    }
    await client.query('vacuum analyze');
  });
}

/**
 * Closed requests of clients to their agents, evenly spread over eighty days: a tenth to the first agent,
 * half of those by its first client. Besides, `openEach` open requests to each agent that do not expire.
 */
export async function writeRequests(databaseUrl: string, requests: number, openEach: number): Promise<void> {
  await asOwner(databaseUrl, async (client) => {
    await client.query(`
      create temp table agents as
        select row_number() over (order by id) - 1 as n, id, child_count from users where role = 'ROLE_ADMIN';
      create temp table clients as
        select id, parent_id, child_seq from users where role = 'ROLE_CLIENT';
      analyze agents; analyze clients;
      insert into balance_requests (created_at, expires_at, closed_at, amount, user_id, parent_id, kind,
                                    status, reason, answer_count, waited_ms)
        select made, made + interval '1 day', made + interval '1 minute', 1000000, c.id, a.id, 'DEPOSIT',
               'REFUSED', 'bench', row_number() over w, 60000 * row_number() over w
          from (select i, date_trunc('milliseconds', now() - interval '90 days')
                            + i * (interval '80 days' / ${requests}) as made
                  from generate_series(1, ${requests}) i) r
          join agents a
            on a.n = case when i % 10 = 0 then 0 else 1 + i % ((select count(*) from agents) - 1) end
          join clients c
            on c.parent_id = a.id
           and c.child_seq = case when i % 20 = 0 then 1 else 2 + (i / 7) % (a.child_count - 1) end
        window w as (partition by a.id order by i)
         order by i;
      insert into balance_requests (created_at, expires_at, amount, user_id, parent_id, kind, status)
        select now(), now() + interval '10 years', 1000000, id, parent_id, 'DEPOSIT', 'OPEN'
          from clients where child_seq <= ${openEach};`);
    await client.query('vacuum analyze balance_requests');
  });
}
