import pg from 'pg';

export interface Population {
  readonly agents: number;
  readonly childrenEach: number;
}

export interface BenchAgent {
  readonly userId: number;
  readonly accountId: number;
  readonly children: readonly { readonly userId: number; readonly username: string }[];
}

/** The game of the bets. */
export const PLAYED = { provider: 'PRAGMATIC', game: 'g1' };

const INDEXES_OF_NAMES = [
  'users_search',
  'users_names',
  'name_endings_of_capo',
  'name_endings_of_super_admin',
  'name_endings_of_admin',
];
const AGENT_FUNDS_MICROS = 1_000_000_000_000_000n;
const CHILD_FUNDS_MICROS = 100_000_000_000n;

/**
 * Fills a migrated, empty database with a capo, a super admin, agents and their clients, and issues money to
 * both, dated `fundedDaysAgo`.
 */
export async function populate(
  databaseUrl: string,
  population: Population,
  fundedDaysAgo = 91,
): Promise<void> {
  await register(databaseUrl, population);
  await fund(databaseUrl, fundedDaysAgo);
}

async function register(databaseUrl: string, { agents, childrenEach }: Population): Promise<void> {
  await asOwner(databaseUrl, async (client) => {
    await client.query('begin');
    // Creating the indexes afterwards is faster for a million names.
    const { rows: indexes } = await client.query<{ definition: string }>(
      `select pg_get_indexdef(i::regclass) as definition
        from unnest(array[${INDEXES_OF_NAMES.map((index) => `'${index}'`).join()}]) i`,
    );
    await client.query(`drop index ${INDEXES_OF_NAMES.join()}`);
    await client.query(`
      create temp table wanted on commit drop as
        select 'capo' as username, 'ROLE_CAPO' as role, null as parent, null::int as number
        union all select 'superadmin', 'ROLE_SUPER_ADMIN', 'capo', 1
        union all select 'agent' || g, 'ROLE_ADMIN', 'superadmin', g from generate_series(1, ${agents}) g
        union all select 'c' || c || '.agent' || g, 'ROLE_CLIENT', 'agent' || g, c
                    from generate_series(1, ${agents}) g, generate_series(1, ${childrenEach}) c;
      insert into accounts (code, kind) select 'user:' || username, 'USER' from wanted;`);
    for (const role of ['ROLE_CAPO', 'ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_CLIENT']) {
      await client.query(
        `insert into users (account_id, username, password_hash, role, parent_id, child_seq, child_count)
           select a.id, w.username, '', w.role, p.id, w.number,
                  case w.role when 'ROLE_CAPO' then 1 when 'ROLE_SUPER_ADMIN' then ${agents}
                              when 'ROLE_ADMIN' then ${childrenEach} else 0 end
             from wanted w
             join accounts a on a.code = 'user:' || w.username
             left join users p on p.username = w.parent
            where w.role = $1 order by w.number`,
        [role],
      );
    }
    for (const { definition } of indexes) await client.query(definition);
    await client.query('commit');
    await client.query('vacuum analyze accounts, users, name_endings');
  });
}

async function fund(databaseUrl: string, daysAgo: number): Promise<void> {
  await asOwner(databaseUrl, async (client) => {
    await client.query('begin');
    // The transfers of a new database are moved back too, because times never decrease.
    await client.query(`
      alter table transfers disable trigger user;
      update transfers set created_at = created_at - interval '${daysAgo} days';
      update accounts set last_moved_at = last_moved_at - interval '${daysAgo} days'
        where isfinite(last_moved_at);
      alter table transfers enable trigger user`);
    await client.query(`
      create temp table issued on commit drop as
        select (select last_value from transfer_ids) + row_number() over (order by id) as id,
               row_number() over (order by id) as n,
               account_id,
               case role when 'ROLE_ADMIN' then ${AGENT_FUNDS_MICROS}
                         else ${CHILD_FUNDS_MICROS} end::bigint as amount
          from users where role in ('ROLE_ADMIN', 'ROLE_CLIENT');
      create temp table issue on commit drop as
        select *, date_trunc('milliseconds', now() - interval '${daysAgo} days') as moment
          from accounts where code = 'issue';
      insert into transfers (id, amount, created_at, debit_account_id, credit_account_id, kind)
        select i.id, i.amount, greatest(s.moment, s.last_moved_at), s.id, i.account_id, 'ISSUE'
          from issued i, issue s;
      insert into issues (transfer_id, issued_by) select id, 'bench' from issued;
      insert into postings (transfer_id, amount, balance_after, account_id, seq, list)
        select i.id, -i.amount, s.balance - sum(i.amount) over (order by i.n), s.id,
               s.posting_count + i.n, 'S'
          from issued i, issue s
        union all select id, amount, amount, account_id, 1, 'S' from issued;
      update accounts a set balance = i.amount, posting_count = 1,
          last_moved_at = greatest(s.moment, s.last_moved_at)
        from issued i, issue s where a.id = i.account_id;
      update accounts a set balance = a.balance - i.amount, posting_count = a.posting_count + i.n,
          last_moved_at = greatest(s.moment, s.last_moved_at)
        from (select sum(amount) as amount, count(*) as n from issued) i, issue s where a.id = s.id;
      select setval('transfer_ids', (select max(id) from transfers));`);
    await client.query('commit');
  });
}

/** Opens the game for every player. */
export async function openGames(databaseUrl: string): Promise<void> {
  await asOwner(databaseUrl, (client) =>
    client.query(`insert into game_openings (user_id, provider_code, game_code)
      select id, '${PLAYED.provider}', '${PLAYED.game}' from users where role = 'ROLE_CLIENT'`),
  );
}

export async function readAgents(databaseUrl: string): Promise<BenchAgent[]> {
  const { rows } = await asOwner(databaseUrl, (client) =>
    client.query<BenchAgent>(`
      select a.id as "userId", a.account_id as "accountId",
             json_agg(json_build_object('userId', c.id, 'username', c.username)
                      order by c.child_seq) as children
        from users a join users c on c.parent_id = a.id
       where a.role = 'ROLE_ADMIN' group by a.id order by a.id`),
  );
  return rows;
}

export async function asOwner<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // The cluster may stop under an idle connection; a failing statement reports its own error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
