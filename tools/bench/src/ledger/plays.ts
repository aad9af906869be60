import { asOwner } from './populate';

/**
 * Inserts `each` transfers per player into the ledger's tables, bets of 1 TND and wins of 0.90 in turn, with correct balances, numbers and counters, without rounds.
 */
export async function writePlays(databaseUrl: string, each: number): Promise<void> {
  await asOwner(databaseUrl, async (client) => {
    await client.query("set work_mem = '256MB'");
    await client.query('begin');
    await client.query(`
      create temp table plays on commit drop as
        select (select last_value from transfer_ids) + row_number() over w as id, row_number() over w as n, g as seq,
               u.account_id as player, ensure_house_account('BENCH') as house, case when g % 2 = 1 then -1000000 else 900000 end as amount
          from generate_series(1, ${each}) g cross join users u where u.role = 'ROLE_CLIENT' window w as (order by g, u.id)`);
    await client.query(
      'alter table transfers disable trigger user; alter table postings disable trigger user',
    );
    await client.query(`
      insert into transfers (id, amount, created_at, debit_account_id, credit_account_id, initiator_account_id, kind, label)
        select id, abs(amount), date_trunc('milliseconds', now() - interval '10 days') + n * interval '1 millisecond',
               case when amount < 0 then player else house end, case when amount < 0 then house else player end, player,
               case when amount < 0 then 'BET' else 'WIN' end, 'BENCH'
          from plays;
      insert into postings (transfer_id, amount, balance_after, account_id, seq, list)
        select p.id, p.amount, a.balance + sum(p.amount) over (partition by p.player order by p.seq), p.player, p.seq, 'O'
          from plays p join accounts a on a.id = p.player
        union all select id, -amount, -sum(amount) over (order by n), house, n, 'S' from plays;
      update accounts a set balance = balance + p.amount, net_play = p.amount, posting_count = posting_count + ${each},
          initiated_count = initiated_count + ${each}, last_moved_at = now()
        from (select player, sum(amount) as amount from plays group by player) p where a.id = p.player;
      update accounts a set balance = -p.amount, posting_count = p.n, last_moved_at = now()
        from (select house, sum(amount) as amount, count(*) as n from plays group by house) p where a.id = p.house;
      select setval('transfer_ids', (select max(id) from transfers))`);
    await client.query('alter table transfers enable trigger user; alter table postings enable trigger user');
    await client.query('commit');
    await client.query('vacuum analyze transfers, postings, accounts');
  });
}
