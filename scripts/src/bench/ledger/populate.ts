import pg from 'pg';

/** The hierarchy that the loads run on. */
export interface Population {
  readonly agents: number;
  readonly childrenEach: number;
}

/** One agent with its children, as a load addresses them. */
export interface BenchAgent {
  readonly userId: number;
  readonly accountId: number;
  readonly children: readonly { readonly userId: number; readonly username: string }[];
}

const AGENT_FUNDS_MICROS = 1_000_000_000_000_000n;
const CHILD_FUNDS_MICROS = 100_000_000_000n;

/** Fills a migrated, empty database, as its owner and set by set: a capo, a super admin, agents, their clients. */
export async function populate(databaseUrl: string, { agents, childrenEach }: Population): Promise<void> {
  await asOwner(databaseUrl, async (client) => {
    await client.query('begin');
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
             from wanted w join accounts a on a.code = 'user:' || w.username left join users p on p.username = w.parent
            where w.role = $1 order by w.number`,
        [role],
      );
    }
    await client.query('commit');
    await client.query('vacuum analyze accounts, users');
  });
}

/** Issues money to every agent and every child, through the ledger. */
export async function fund(databaseUrl: string): Promise<void> {
  await asOwner(databaseUrl, (client) =>
    client.query(`
      select count(ledger_apply_at(batch, null)) from (
        select jsonb_agg(jsonb_build_object('kind', 'ISSUE', 'debit', (select id from accounts where code = 'issue'),
                 'credit', account_id, 'amount',
                 case role when 'ROLE_ADMIN' then ${AGENT_FUNDS_MICROS} else ${CHILD_FUNDS_MICROS} end)) as batch
          from users where role in ('ROLE_ADMIN', 'ROLE_CLIENT') group by id / 256) x`),
  );
}

/** The agents and their children, in order of creation. */
export async function readAgents(databaseUrl: string): Promise<BenchAgent[]> {
  const { rows } = await asOwner(databaseUrl, (client) =>
    client.query<BenchAgent>(`
      select a.id as "userId", a.account_id as "accountId",
             json_agg(json_build_object('userId', c.id, 'username', c.username) order by c.child_seq) as children
        from users a join users c on c.parent_id = a.id where a.role = 'ROLE_ADMIN' group by a.id order by a.id`),
  );
  return rows;
}

export async function asOwner<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // The cluster may be stopped under an idle connection; what fails is told by the statement.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
