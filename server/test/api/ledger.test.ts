import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { readColumn, readRow, readValue, rolledBack } from '../database';
import { verifyLedger } from '../../src/operator/verify';
import { applyGameMovements } from '../../src/ledger/ledger.repository';
import { gapOf, readSubtreeBalances } from '../../src/reports/trial-balance.repository';
import type { Pool, Queryable } from '../../src/database/pool';
import type { Caller } from '../../src/sessions/authenticate';
import { readReport } from '../../src/reports/read-report.use-case';
import { readTotals } from '../../src/reports/report.repository';
import { searchChildren } from '../../src/users/user-list.repository';
import { openExampleLedger, type ExampleLedger } from '../example-ledger';

let ledger: ExampleLedger;
let owner: Pool;
let app: Pool;
before(async () => ({ owner, app } = ledger = await openExampleLedger()));
after(() => ledger.close());

/** Plays one round of the client. */
const play = async (database: Queryable, id: string, bet: bigint, win: bigint): Promise<void> => {
  const accounts = await readRow<{ houseAccountId: number; playerAccountId: number }>(
    database,
    `select ensure_house_account('PRAGMATIC') as "houseAccountId", account_id as "playerAccountId"
       from users where username = 'client'`,
  );
  const ids = { transactionId: id, roundId: id, fingerprint: id };
  const [result] = await applyGameMovements(database, [
    { kind: 'GAME', providerCode: 'PRAGMATIC', gameCode: 'g1', ...accounts, ...ids, bet, win, settles: true },
  ]);
  assert.equal(result?.ok, true);
};
/** Runs `work` after the client has staked 5 and won 1.5, and rolls everything back. */
const afterPlay = (work: (client: Queryable, clientId: number) => Promise<void>): Promise<void> =>
  rolledBack(owner, async (client) => {
    const id = await readValue<number>(
      client,
      `insert into game_openings (user_id, provider_code, game_code)
         select id, 'PRAGMATIC', 'g1' from users where username = 'client' returning user_id`,
    );
    await play(client, 't1', 5_000_000n, 1_500_000n);
    await work(client, id);
  });

test('audit queries: each query has the expected answer for the example ledger', async () => {
  const queries = await readFile(new URL('../../database/audit-queries.sql', import.meta.url), 'utf8');
  const answers: unknown[][] = [];
  for (const query of queries.split(/;\n/).filter((text) => text.includes('select')))
    answers.push((await owner.query<unknown[]>({ text: query, rowMode: 'array' })).rows);
  assert.deepEqual(answers, [
    [['0', 0n]],
    [
      ['jackpot:gold', 2_000_000_000n],
      ['capo', 500_000_000n],
      ['superadmin', 300_000_000n],
      ['jackpot:silver', 200_000_000n],
      ['admin', 152_500_000n],
      ['client', 47_500_000n],
      ['jackpot:bronze', 20_000_000n],
      ['issue', -3_220_000_000n],
    ],
    [
      ['bronze', 20_000_000n, 0n, 0n, 20_000_000n],
      ['gold', 2_000_000_000n, 0n, 0n, 2_000_000_000n],
      ['silver', 200_000_000n, 0n, 0n, 200_000_000n],
    ],
    [
      ['USER_CREATION', 12_500_000n, 12_500_000n],
      ['DEPOSIT', 50_000_000n, 62_500_000n],
      ['WITHDRAWAL', -20_000_000n, 42_500_000n],
      ['DEPOSIT', 5_000_000n, 47_500_000n],
    ],
  ]);
});

describe('ledger', () => {
  /** Edits of single rows by a superuser, by the rule that must report them. */
  const EDITS: Record<string, readonly string[]> = {
    'the postings of a transfer are its two sides': [
      "update postings set amount = amount + 1 where $client and list = 'I' and seq = 1",
      "update postings set account_id = 1, seq = 2000 where $client and list = 'I' and seq = 1",
      "delete from postings where $client and list = 'I' and seq = 2",
      `update transfers set amount = amount + 1
          where id = (select max(id) from transfers where kind = 'DEPOSIT')`,
    ],
    'every posting belongs': [
      "delete from transfers where id = (select min(id) from transfers where kind = 'DEPOSIT')",
    ],
    'each posting carries': [
      "update postings set balance_after = balance_after + 1 where $client and list = 'I' and seq = 2",
    ],
    'every list of an account': [
      "update postings set seq = seq + 1000 where $client and list = 'I' and seq = 2",
    ],
    'a posting is in the list': [
      `update postings p set list = 'S', seq = 1 from accounts a
          where a.code = 'user:admin' and p.account_id = a.id and p.list = 'I' and p.seq = a.received_count`,
      `update transfers set target_account_id = null where kind = 'USER_CREATION'
          and credit_account_id = $account`,
    ],
    'money goes from whom': [
      "update users set parent_id = 1, child_seq = 2 where username = 'client'",
      `update transfers set kind = 'WITHDRAWAL'
          where id = (select max(id) from transfers where kind = 'DEPOSIT')`,
      `update transfers set label = replace(label, 'PRAGMATIC', 'CQ9')
          where kind = 'BET' and amount = 5000000`,
      "update transfers set label = 'silver' where kind = 'JACKPOT_CONTRIBUTION' and amount = 25000",
    ],
    'games: each transfer of a player': [
      "update transfers set label = label || '0' where kind = 'BET' and amount = 5000000",
      "update provider_transactions set first_seq = first_seq + 1000 where transaction_id = 't1'",
    ],
    'an account holds the sum': [
      'update accounts set balance = balance + 1 where id = $account',
      'update accounts set posting_count = posting_count + 1 where id = $account',
      'update accounts set received_count = received_count - 1 where id = $account',
    ],
    'running totals': [
      `update transfers set initiated_in_after = initiated_in_after + 1
          where id = (select max(id) from transfers where kind = 'DEPOSIT')`,
      "update accounts set initiated_out = initiated_out + 1 where code = 'user:admin'",
    ],
    'what games have brought': ['update accounts set net_play = net_play - 1 where id = $account'],
    'an account is never moved back': [
      `update transfers set created_at = created_at - interval '1 year'
          where kind = 'BET' and amount = 5000000`,
      "update accounts set last_moved_at = '-infinity' where id = $account",
    ],
    'no user is below zero': ['update accounts set least_balance = -1 where id = $account'],
    'the sub-accounts of each parent': [
      "update users set child_count = child_count - 1 where username = 'admin'",
      "update users set child_count = child_count + 1 where username = 'superadmin'",
      "update users set child_count = 1 where username = 'client'",
      "update users set child_seq = child_seq + 1 where username = 'client'",
      "update users set child_seq = null where username = 'client'",
      "update users set child_seq = 1 where username = 'capo'",
    ],
    'money is issued to a user': [
      "delete from issues where reference = 'R1'",
      "update issues set transfer_id = transfer_id + 1000 where reference = 'R1'",
      "delete from issues where reference = 'R2'",
    ],
    'an agent’s transfer is corrected': [
      'delete from corrections',
      `update corrections set corrected_transfer_id = (select max(id) from transfers
                                                         where kind = 'USER_CREATION')`,
      'update corrections set corrected_transfer_id = (select id from transfers where amount = 500000)',
      'update corrections set transfer_id = transfer_id + 1000000',
    ],
    'a reversal takes one deposit back': [
      'delete from reversals',
      "update reversals set reversed_transfer_id = (select min(id) from transfers where kind = 'DEPOSIT')",
    ],
    'a note belongs to': [
      "update transfer_notes set transfer_id = (select id from transfers where kind = 'REVERSAL')",
    ],
    'requests: what is reserved': [
      "update balance_requests set release_id = null where status = 'EXPIRED'",
      "update balance_requests set reservation_id = null where status = 'OPEN' and kind = 'WITHDRAWAL'",
      "update balance_requests set amount = amount + 1 where status = 'OPEN' and kind = 'WITHDRAWAL'",
      "delete from balance_requests where status = 'OPEN' and kind = 'WITHDRAWAL'",
    ],
    'requests: a paid request': [
      "update balance_requests set transfer_id = transfer_id - 1 where status = 'PAID'",
      "update balance_requests set amount = amount + 1 where status = 'PAID'",
      "update balance_requests set parent_id = 1 where status = 'PAID'",
    ],
    'requests: the answers of a parent': [
      "update balance_requests set waited_ms = waited_ms + 1 where status = 'EXPIRED'",
      "update balance_requests set answer_count = answer_count + 1 where status = 'PAID'",
    ],
    'jackpots: contributions': [
      "update provider_transactions set contribution_micros = 0 where transaction_id = 't1'",
      "delete from provider_transactions where transaction_id = 't3'",
    ],
    'jackpots: every ended draw': [
      'update jackpot_draws set ceiling_micros = ceiling_micros - 1 where ended_at is not null',
      "update jackpot_draws set commitment = repeat('0', 64) where ended_at is not null",
      'delete from jackpot_wins',
    ],
    'jackpots: each pot has one running draw': [
      "update jackpot_draws set commitment = repeat('0', 64) where tier = 'gold'",
      "update jackpot_secrets set ceiling_micros = ceiling_micros + 1 where tier = 'gold'",
      "update jackpot_secrets set salt = 'x' where tier = 'gold'",
      "delete from jackpot_secrets where tier = 'gold'",
      "delete from jackpot_draws where tier = 'gold'",
      `update jackpot_draws set ended_at = null, ceiling_micros = null, salt = null
          where ended_at is not null`,
    ],
    'jackpots: each change of a parameter': [
      "update jackpot_pots set rate_thousandths = 9 where tier = 'gold'",
      'delete from jackpot_changes where id = (select max(id) from jackpot_changes)',
    ],
    'jackpots: a win shows its winner': [
      'update jackpot_wins set prize_micros = prize_micros + 1',
      'update jackpot_wins set user_id = user_id - 1',
    ],
    'games: rounds and provider transactions': [
      "update rounds set win_micros = win_micros + 1 where round_id = 't1'",
      "delete from rounds where round_id = 't1'",
    ],
    'games: a round holds': ["update rounds set stake_count = 2 where round_id = 't1'"],
    'games: the transactions that moved money': [
      "update rounds set last_transaction_id = '' where round_id = 't1'",
    ],
    'the journal of an account': [
      "delete from journal_entries where kind = 'password-changed'",
      "delete from journal_entries where kind = 'account-created' and user_id = 1",
      "update journal_entries set actor_id = null where kind = 'password-changed'",
      `update journal_entries set created_at = created_at - interval '1 minute'
          where kind = 'password-changed'`,
    ],
  };
  test('verify: each row that a superuser edits is named by its rule', () =>
    afterPlay(async (client) => {
      await client.query(
        `with bronze as (
           update jackpot_secrets s set ceiling_micros = a.balance + 1000 from accounts a
            where (s.tier, a.code) = ('bronze', 'jackpot:bronze') returning s.*)
         update jackpot_draws d set commitment = jackpot_commitment(b.tier, b.number, b.ceiling_micros,
             b.salt)
           from bronze b where d.tier = b.tier and d.number = b.number`,
      );
      await play(client, 't2', 2_000_000n, 0n);
      await play(client, 't3', 3_000_000n, 0n);
      await client.query(
        `select issue_money(account_id, 7000000, 'moi', 'R1'), issue_money(account_id, -3000000, 'moi', 'R2')
           from users where username = 'capo';
         select post_agent_transfer('DEPOSIT', account_id, id, 'admin', 500000, null, null) from users
           where username = 'superadmin';
         select post_agent_batch('{DEPOSIT}', array[account_id], array[id], '{admin}', '{700000}', '{null}',
                                 '{null}', '{null}', '{erreur}')
           from users where username = 'superadmin';
         select reverse_deposit(t.initiator_account_id, u.id, t.id, null, null, null) from transfers t
           join users u on u.account_id = t.initiator_account_id where t.amount = 700000;
         select correct_transfer(t.id, 1000000, 'moi', 'C1', 'faux') from transfers t
           join users u on u.account_id = t.credit_account_id
          where t.kind = 'USER_CREATION' and u.username = 'admin';
         insert into sessions (id, user_id, expires_at)
           select gen_random_uuid(), id, now() + interval '1 hour' from users where username = 'client';
         create function pg_temp.ask(kind text, micros bigint, reserves boolean) returns int
           language sql as $f$
           select (make_balance_request(s.user_id, s.id, kind, micros, null, reserves, 0)->>'id')::int
             from sessions s join users u on u.id = s.user_id where u.username = 'client'
            limit 1 $f$;
         select pay_balance_request('DEPOSIT', p.account_id, p.id, 'client', 2000000, null, null, null, null,
                                    pg_temp.ask('DEPOSIT', 2000000, false))
           from users p where username = 'admin';
         select close_balance_request(pg_temp.ask('WITHDRAWAL', 1000000, true), null, null, 'EXPIRED', null);
         select pg_temp.ask('WITHDRAWAL', 3000000, true);
         select record_journal_entry(1, 1, 'password-changed');
         select set_jackpot_parameters('gold', 6, null, null, null, 'moi'),
                set_jackpot_parameters('gold', 7, null, null, null, 'moi')`,
      );
      await client.query('set constraints all immediate');
      assert.equal(await verifyLedger(client), null);
      await client.query("set local session_replication_role = 'replica'");
      const named: string[] = [];
      const edits = Object.entries(EDITS).flatMap(([rule, statements]) =>
        statements.map((sql) => ({ rule, sql })),
      );
      for (const { rule, sql } of edits) {
        await client.query('savepoint edit');
        const account = "(select account_id from users where username = 'client')";
        const { rowCount } = await client.query(
          sql.replace('$client', `account_id = ${account}`).replace('$account', account),
        );
        assert.equal(rowCount, 1, sql);
        const fault = await verifyLedger(client);
        if (fault?.rule.startsWith(rule) !== true) named.push(`${sql}: ${fault?.rule ?? 'not found'}`);
        await client.query('rollback to savepoint edit');
      }
      assert.deepEqual(named, []);
    }));
  for (const [what, kind, debit, credit, initiator] of [
    ['an agent is paid out of the issue account', 'DEPOSIT', 'issue', 'user:admin', 'issue'],
    ['an agent pays another’s client', 'DEPOSIT', 'user:superadmin', 'user:client', 'user:superadmin'],
    ['a client pays its agent', 'DEPOSIT', 'user:client', 'user:admin', 'user:client'],
    ['a pot is emptied into another', 'JACKPOT_WIN', 'jackpot:gold', 'jackpot:silver', null],
    ['a player wins of another', 'WIN', 'user:capo', 'user:client', 'user:client'],
  ] as const)
    test(`verify: a balanced transfer is named if ${what}`, async () => {
      await rolledBack(owner, async (client) => {
        const id = await readValue<string>(
          client,
          `select post_as_owner(jsonb_build_array(jsonb_build_object('kind', $1::text, 'amount', 1,
                    'debit_account_id', d.id, 'credit_account_id', c.id, 'initiator_account_id', i.id,
                    'target_account_id', case when d.id = i.id then c.id end)), null)->0->>'transferId'
             from accounts d join accounts c on c.code = $3 left join accounts i on i.code = $4
               where d.code = $2`,
          [kind, debit, credit, initiator],
        );
        const fault = await verifyLedger(client);
        assert.match(fault?.rule ?? '', /^money goes from whom to whom its kind says/);
        assert.equal(fault?.row, id);
      });
    });
  for (const [what, movement] of [
    ['issues money', { kind: 'ISSUE' }],
    ['takes a pot without a stake', { kind: 'JACKPOT_WIN' }],
    ['moves money of no kind', {}],
    ['plays against the issue account', { kind: 'GAME', house_account_id: 'issue' }],
    ['plays against a capo', { kind: 'GAME', house_account_id: 'user:capo' }],
  ] as const)
    test(`application role: a movement that ${what} is denied in post_game_batch`, async () => {
      await owner.query("select ensure_house_account('PRAGMATIC')");
      const { rows } = await owner.query<{ code: string; id: number }>('select code, id from accounts');
      const ids = new Map(rows.map(({ code, id }) => [code, id]));
      const sides = { house_account_id: 'house:PRAGMATIC', player_account_id: 'user:client' };
      const named = Object.entries({ ...sides, ...movement }).map(([name, value]) => [
        name,
        ids.get(value) ?? value,
      ]);
      const batch = [{ provider_code: 'PRAGMATIC', win_micros: 1, ...Object.fromEntries(named) }];
      await assert.rejects(app.query('select post_game_batch($1)', [JSON.stringify(batch)]), /games alone/);
    });
  test('application role: its rights are those that the server needs and no others', async () => {
    const rights = await readColumn<string>(
      owner,
      `with named as (
        select oid, relname::text as name from pg_class where relnamespace = 'public'::regnamespace
          and relkind in ('r', 'v'))
      , may as (
        select name || ' hidden' as what from named
          where not has_table_privilege(current_database() || '_app', oid, 'select')
        union all
        select name || ' ' || act
          from named, unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) act
         where has_table_privilege(current_database() || '_app', oid, act)
        union all
        select name || ' ' || act || ' ' || attname
          from named join pg_attribute on attrelid = oid and attnum > 0, unnest(array['insert', 'update']) act
         where has_column_privilege(current_database() || '_app', oid, attnum, act)
           and not has_table_privilege(current_database() || '_app', oid, act)
        union all
        -- Other functions have the rights of their caller.
        select distinct proname || '()' from pg_proc
         where pronamespace = 'public'::regnamespace and prosecdef
           and has_function_privilege(current_database() || '_app', oid, 'execute'))
      select what from may order by what collate "C"`,
    );
    const kept = [
      'authenticator_apps',
      'code_failures',
      'factor_resets',
      'favourite_games',
      'known_addresses',
      'login_failures',
      'passkey_challenges',
      'passkeys',
      'played_games',
      'recovery_codes',
      'refresh_tokens',
      'remote_failures',
      'sessions',
    ];
    assert.deepEqual(
      rights,
      [
        ...[
          'audit_corrections',
          'audit_issues',
          'audit_reversals',
          'corrections',
          'issues',
          'jackpot_secrets',
          'journal_checksums',
          'release_audit',
          'release_tokens',
          'release_versions',
        ].map((name) => `${name} hidden`),
        ...kept.flatMap((name) => ['delete', 'insert', 'update'].map((act) => `${name} ${act}`)),
        ...[
          'delete',
          'insert',
          ...[
            'amount_micros',
            'examined_by',
            'found_at',
            'happened_at',
            'id',
            'provider_code',
            'round_id',
          ].map((column) => `update ${column}`),
        ].map((act) => `game_findings ${act}`),
        'balance_requests update seen_at',
        'accepted_registry insert',
        'accepted_registry update',
        'aggregator_lists delete',
        'aggregator_lists insert',
        'aggregator_lists update',
        'aggregator_pace insert',
        'aggregator_pace update',
        'provider_game_types insert',
        'game_openings insert',
        'game_openings update ended_at',
        'game_titles insert',
        'game_titles update',
        'jackpot_wins update delivered_at',
        'remote_reports insert',
        'remote_reports update',
        'rounds update checked_at',
        'rounds update is_disputed',
        'sittings insert',
        'sittings update',
        'notices update changed_at',
        'notices update read_at',
        'users update active',
        'users update factor_changes',
        'users update has_own_password',
        'users update password_hash',
        'post_game_batch',
        'post_agent_batch',
        'post_agent_transfer',
        'register_user',
        'resolve_attempt',
        'reverse_deposit',
        'make_balance_request',
        'close_balance_request',
        'pay_balance_request',
        'forget_expired',
        'ensure_house_account',
        'record_journal_entry',
        'record_job_run',
        'count_network',
        'set_notice_marks',
        'write_notice',
        'write_notices_of_marks',
        'set_limit_zone',
        'set_agent_limits',
        'set_own_limit',
        'confirm_own_limit',
        'stop_play',
      ]
        .map((what) => (what.includes(' ') ? what : `${what}()`))
        .sort(),
    );
  });
  for (const [table, column] of [
    ['postings', 'amount'],
    ['transfers', 'amount'],
    ['issues', 'issued_by'],
    ['corrections', 'reason'],
    ['reversals', 'reversed_transfer_id'],
    ['transfer_notes', 'note'],
    ['jackpot_changes', 'new_value'],
    ['journal_entries', 'kind'],
  ] as const)
    test(`${table}: the table is append-only, even for its owner`, async () => {
      for (const sql of [
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `truncate ${table}`,
      ])
        await assert.rejects(owner.query(sql), { message: `${table} is append-only` }, sql);
    });
  for (const [check, sql] of [
    ['balance_not_below_least', "update accounts set balance = -1 where code = 'user:client'"],
    [
      'balance_not_above_largest',
      "update accounts set balance = 9000000000000001 where code = 'user:client'",
    ],
    [
      'transfers_two_accounts',
      `insert into transfers (id, amount, created_at, debit_account_id, credit_account_id, kind)
          values (99, 1, now(), 5, 5, 'DEPOSIT')`,
    ],
    [
      'posted_micros_check',
      `insert into postings (transfer_id, amount, balance_after, account_id, seq, list)
          values (99, 0, 0, 5, 99, 'S')`,
    ],
    ['jackpot_pots_seed_below_ceilings', 'update jackpot_pots set seed_micros = ceiling_min_micros'],
    ['issues_issued_by_check', "insert into issues values (99, null, '')"],
  ] as const)
    test(`constraint ${check}: "${sql.slice(0, 60)}" is refused`, async () => {
      await assert.rejects(owner.query(sql), { constraint: check });
    });
  for (const [what, rows] of [
    ['do not sum to zero', '(98, 5, 5), (98, -4, 6)'],
    ['are only one for a transfer', '(98, 5, 5)'],
    ['are three for a transfer', '(98, 5, 5), (98, -4, 6), (98, -1, 7)'],
    ['sum to zero only together with another transfer', '(98, 5, 5), (99, -5, 6)'],
    ['do not sum to zero for one transfer of several', '(97, 5, 5), (97, -5, 6), (98, 3, 5), (98, -4, 6)'],
    ['lack a side of one transfer of several', '(97, 5, 5), (97, -5, 6), (98, 3, 5)'],
    ['both take money', '(98, -5, 5), (98, -5, 6)'],
  ] as const)
    test(`postings: rows that ${what} are refused`, async () => {
      await assert.rejects(
        owner.query(
          `insert into postings (transfer_id, amount, balance_after, account_id, seq, list)
           select id, amount, 5, account, id, 'S' from (values ${rows}) rows (id, amount, account)`,
        ),
        /sum to zero/,
      );
    });
  test('postings: several complete transfers in one statement are accepted', async () => {
    const { rowCount } = await rolledBack(owner, (client) =>
      client.query(
        `insert into postings (transfer_id, amount, balance_after, account_id, seq, list)
         select id, amount, 5, account, id, 'S'
           from (values (98, 5, 5), (99, -4, 6), (98, -5, 6), (99, 4, 5)) rows (id, amount, account)`,
      ),
    );
    assert.equal(rowCount, 4);
  });
});

describe('trial balance', () => {
  const balanceOf = async (database: Queryable, name: string) => {
    const [balance] = await readSubtreeBalances(database, { username: name });
    assert.ok(balance);
    return balance;
  };
  test('trial balance: the amount in play balances every subtree above a player who stakes and wins', () =>
    afterPlay(async (client, clientId) => {
      for (const name of ['capo', 'superadmin', 'admin', 'client']) {
        const balance = await balanceOf(client, name);
        assert.equal(balance.inPlay, 3_500_000n, name);
        assert.equal(gapOf(balance), 0n, name);
      }
      assert.deepEqual(await balanceOf(client, 'client'), {
        id: clientId,
        username: 'client',
        own: 44_000_000n,
        below: 0n,
        inPlay: 3_500_000n,
        issued: 67_500_000n,
        withdrawn: 20_000_000n,
      });
      assert.equal(await verifyLedger(client), null);
    }));
  test('postings: stakes and deposits work when a list has more entries than 32 bits count', () =>
    afterPlay(async (client) => {
      await client.query('update accounts set posting_count = posting_count + 2147483647');
      await client.query("update accounts set initiated_count = 2147483647 where kind = 'USER'");
      await play(client, 't2', 1_000_000n, 0n);
      const isPaid = await readValue<boolean>(
        client,
        `select (post_agent_transfer('DEPOSIT', account_id, id, 'client', 1, null, null)->'ok')::boolean
           from users where username = 'admin'`,
      );
      assert.equal(isPaid, true);
      const lists = await readColumn(
        client,
        'select distinct list::text from postings where seq > 2147483647 order by 1',
      );
      assert.deepEqual(lists, ['O', 'S']);
    }));
});

describe('report period', () => {
  // In 2090 Paris skips 02:00–03:00 on 26 March and repeats it on 29 October. Movements come in order, as the
  // ledger requires.
  const PARIS = 'Europe/Paris';
  const totals = (from: string, to: string, timeZone: string) =>
    readTotals(app, accountId, { from, to }, timeZone);
  let accountId: number;
  before(async () => {
    const { account, child } = await readRow<{ account: number; child: number }>(
      owner,
      `select a.account_id as account, c.account_id as child from users a, users c
          where a.username = 'superadmin' and c.username = 'admin'`,
    );
    accountId = account;
    for (const at of [
      '2090-03-26 00:59:59.999Z',
      '2090-03-26 01:00:00Z',
      '2090-10-29 00:30:00Z',
      '2090-10-29 01:30:00Z',
      '2090-10-29 22:59:59.999Z',
      '2090-10-29 23:00:00Z',
    ]) {
      const deposit = {
        kind: 'DEPOSIT',
        amount: 1e6,
        debit_account_id: account,
        credit_account_id: child,
        initiator_account_id: account,
        target_account_id: child,
      };
      await owner.query('select post_as_owner($1, $2::timestamptz)', [JSON.stringify([deposit]), at]);
    }
  });
  test('report period: a local time that clocks skip is read as the time they would show', async () => {
    assert.equal((await totals('2090-03-26T00:00:00', '2090-03-26T01:59:59.999', PARIS)).totalIn, 1);
    assert.equal((await totals('2090-03-26T03:00:00', '2090-03-26T23:59:59.999', PARIS)).totalIn, 1);
    assert.equal((await totals('2090-03-26T02:30:00', '2090-03-26T23:59:59.999', PARIS)).totalIn, 0);
  });
  test('report period: a whole day on which clocks go back includes both hours', async () => {
    assert.equal((await totals('2090-10-29T00:00:00', '2090-10-29T23:59:59.999', PARIS)).totalIn, 3);
    assert.equal((await totals('2090-10-30T00:00:00', '2090-10-30T23:59:59.999', PARIS)).totalIn, 1);
    assert.equal((await totals('2090-10-29T00:00:00', '2090-10-29T23:59:59.999', 'Africa/Tunis')).totalIn, 3);
  });
  test('report period: an end in whole seconds includes all of that second', async () => {
    const services = { pool: app, timeZone: PARIS };
    const read = (to: string) =>
      readReport(services, { user: { accountId } } as Caller, { from: '2090-10-29T23:00:00', to });
    assert.equal((await read('2090-10-29T23:59:59')).totalIn, 1);
    assert.equal((await read('2090-10-29T23:59:59.998')).totalIn, 0);
  });
  test('report period: the sums are equal when the process runs in another time zone', async () => {
    const { TZ } = process.env;
    try {
      for (const zone of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']) {
        process.env.TZ = zone;
        const sums = await totals('2090-10-29T00:00:00', '2090-10-29T23:59:59.999', PARIS);
        assert.deepEqual(sums, { totalIn: 3, totalOut: 0, totalNet: 3 }, zone);
      }
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });
});

describe('search', () => {
  const addChildren = async (parent: string, role: string, names: readonly string[]): Promise<number> => {
    for (const name of names)
      await owner.query(
        `select register_user_at((select id from users where username = $1), $2, '', $3, 0, null, null,
                                  now())`,
        [parent, name, role],
      );
    return readValue(owner, 'select id from users where username = $1', [parent]);
  };
  const find = async (parent: number, term: string, page = 0, size = 25) => {
    const { data, totalElements } = await searchChildren(app, parent, term, { page, size });
    return [totalElements, ...data.map(({ username }) => username)];
  };
  test('search: a term matches literally, anywhere in the name, among direct children only', async () => {
    const parent = await addChildren('superadmin', 'ROLE_ADMIN', ['a_b', 'axb', 'zz-adm', 'adm.zz']);
    assert.deepEqual(await find(parent, 'a_b'), [1, 'a_b']);
    assert.deepEqual(await find(parent, 'adm'), [3, 'admin', 'zz-adm', 'adm.zz']);
    for (const term of ['%', '\\', 'client']) assert.deepEqual(await find(parent, term), [0]);
    assert.deepEqual(await find(parent, 'a', 1, 2), [5, 'axb', 'zz-adm']);
  });
  test('search: an exact name comes first, and the others follow in order of creation', async () => {
    const names = ['khalid', 'alina', 'axi', 'ali', 'rali', 'a_i'];
    const parent = await addChildren('capo', 'ROLE_SUPER_ADMIN', names);
    assert.deepEqual(await find(parent, 'ali'), [4, 'ali', 'khalid', 'alina', 'rali']);
    assert.deepEqual(await find(parent, 'ali', 1, 2), [4, 'alina', 'rali']);
    assert.deepEqual(await find(parent, 'a_i'), [1, 'a_i']);
  });
});
