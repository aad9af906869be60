-- Notices: messages to a user, which the bell of the page counts until they are read (decision 0116).

-- An amount as the API writes it.
create or replace function dinars_of(micros bigint) returns numeric language sql immutable as $$
  select trim_scale(micros * 0.000001)
$$;

-- Writes one notice in the caller's transaction.
create or replace function write_notice(for_user_id int, of_kind text, with_facts jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into notices (user_id, kind, facts) values (for_user_id, of_kind, with_facts);
end $$;

-- Stores the marks of a user, in micro-dinars; null for none. The account is compared from now on: a balance
-- that is low already causes no notice before it has risen to the mark.
create or replace function set_notice_marks(of_user_id int, low bigint, large bigint, tells boolean)
  returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from notice_marks where user_id = of_user_id and low is null and large is null;
  insert into notice_marks (user_id, account_id, low_balance, large_movement, tells_parent, was_low,
                            seen_postings, seen_initiated, seen_received)
    select u.id, a.id, low, large, tells, coalesce(a.balance < low, false), a.posting_count,
           a.initiated_count,
           a.received_count
      from users u join accounts a on a.id = u.account_id
     where u.id = of_user_id and num_nonnulls(low, large) > 0
    on conflict (user_id) do update
      set low_balance = excluded.low_balance, large_movement = excluded.large_movement,
          tells_parent = excluded.tells_parent, was_low = excluded.was_low,
          seen_postings = excluded.seen_postings,
          seen_initiated = excluded.seen_initiated, seen_received = excluded.seen_received;
end $$;

-- Tells a user, and where wanted its parent, that its balance is below its mark. An agent who has a parent is
-- told what is missing, which a request to the parent asks for. The parent keeps one unread notice of an
-- account, the latest: a player who reserves a payout and withdraws it again falls below the mark at will.
create or replace function write_low_balance(of_user_id int, balance bigint, mark bigint,
                                             tells_parent boolean)
  returns void language plpgsql as $$
declare
  owner users;
  facts jsonb := jsonb_build_object('balance', dinars_of(balance), 'mark', dinars_of(mark));
begin
  select * into owner from users where id = of_user_id;
  perform write_notice(owner.id, 'low-balance', facts || case
    when owner.parent_id is not null and owner.role <> 'ROLE_CLIENT'
      then jsonb_build_object('missing', ceil((mark - balance) * 0.000001)) else '{}' end);
  if tells_parent and owner.parent_id is not null then
    delete from notices n where n.user_id = owner.parent_id and n.read_at is null
       and n.kind = 'low-balance-below' and n.facts->'userId' = to_jsonb(owner.id);
    perform write_notice(owner.parent_id, 'low-balance-below', facts || jsonb_build_object(
      'username', owner.username, 'userId', owner.id));
  end if;
end $$;

-- Compares the accounts that have marks and have moved since the last run, and writes their notices. Stakes
-- and wins are no large movements. One process at a time.
create or replace function write_notices_of_marks() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mark record;
begin
  if not pg_try_advisory_xact_lock(hashtext('palier-notice-marks')) then
    return;
  end if;
  for mark in
    select m.*, a.balance, a.posting_count, a.initiated_count, a.received_count,
           coalesce(a.balance < m.low_balance, false) as is_low
      from notice_marks m join accounts a on a.id = m.account_id
     where a.posting_count <> m.seen_postings order by m.user_id for update of m
  loop
    if mark.is_low and not mark.was_low then
      perform write_low_balance(mark.user_id, mark.balance, mark.low_balance, mark.tells_parent);
    end if;
    perform write_notice(mark.user_id, 'large-movement', jsonb_build_object(
              'amount', dinars_of(p.amount), 'number', t.id, 'movement', t.kind,
              'with', (select username from users where account_id =
                        case mark.account_id when t.initiator_account_id then t.target_account_id
                                             else t.initiator_account_id end)))
       from postings p join transfers t on t.id = p.transfer_id
      where p.account_id = mark.account_id
        and (p.list = 'O' and p.seq > mark.seen_initiated and p.seq <= mark.initiated_count
             or p.list = 'I' and p.seq > mark.seen_received and p.seq <= mark.received_count)
        and abs(p.amount) >= mark.large_movement
        and t.kind in ('DEPOSIT', 'WITHDRAWAL', 'USER_CREATION', 'DEPOSIT_CORRECTION',
                       'WITHDRAWAL_CORRECTION', 'REVERSAL');
    update notice_marks
       set was_low = mark.is_low, seen_postings = mark.posting_count, seen_initiated = mark.initiated_count,
           seen_received = mark.received_count
     where user_id = mark.user_id;
  end loop;
end $$;
