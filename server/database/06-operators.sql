-- Money that operators move. The application's role may call neither function.

-- Movements of the owner: {kind, debit_account_id, credit_account_id, initiator_account_id?,
-- target_account_id?, amount}. By this function operators issue money, register_user moves the opening
-- balance, and the demo's seed writes a history: `posted_at` dates the batch back. Returns the results as
-- post_agent_batch does. The settings are those of post_agent_batch.
create or replace function post_as_owner(batch jsonb, posted_at timestamptz) returns jsonb
  language plpgsql set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return to_jsonb(apply_agent_batch(
    array(select m from jsonb_populate_recordset(null::agent_movement, batch) m), posted_at));
end $$;

-- Issues money to the account of a capo or, for an amount below zero, takes a repayment from it, once for
-- each reference. Without a reference, the same amount to the same capo within twelve hours counts as a
-- repeated order. Returns the op_id of the movement and whether it is new; no row when the balance would
-- leave its limits. Operators only (npm run admin).
create or replace function issue_money(capo_account_id int, micros bigint, author text, of_reference text)
  returns table (op_id bigint, is_new boolean) language plpgsql set search_path = public, pg_temp as $$
declare
  issue_account_id constant int := (select id from accounts where code = 'issue');
  result jsonb;
begin
  -- Orders run one after another, so that each call finds the orders of earlier calls.
  lock table issues in share row exclusive mode;
  select i.op_id, false into op_id, is_new from audit_issues i
    where case when of_reference is not null then i.reference = of_reference
               else i.account_id = capo_account_id and i.amount_micros = micros
                 and i.created_at > now() - interval '12 hours' end
    order by i.op_id desc limit 1;
  if not found then
    result := post_as_owner(jsonb_build_array(jsonb_build_object(
      'kind', case when micros < 0 then 'REPAYMENT' else 'ISSUE' end,
      'amount', abs(micros), 'target_account_id', capo_account_id,
      'debit_account_id', case when micros < 0 then capo_account_id else issue_account_id end,
      'credit_account_id', case when micros < 0 then issue_account_id else capo_account_id end)), null)->0;
    if result->'ok' = 'false' then
      return;
    end if;
    op_id := result->>'transferId';
    is_new := true;
    insert into issues (transfer_id, reference, issued_by) values (op_id, of_reference, author);
    if micros < 0 then
      perform set_config('palier.operator', author, true),
              record_journal_entry((select id from users where account_id = capo_account_id), null, 'repaid',
                                   because => of_reference);
    end if;
  end if;
  return next;
end $$;

-- Moves the amount of an agent's transfer back, or a part of it (null: all that remains), as a movement of
-- its own, once for each reference. All corrections of a transfer, and its reversal, add up to its amount at
-- most. Returns {ok: true, opId, isNew}, or {ok: false, reason} where the reason is 'unknown' (no such
-- transfer), 'kind' (not of an agent), 'amount' (with `remaining`), or 'funds' or 'limit' of the balances. A
-- movement of a game is refused: its round and the provider's log would no longer agree. Operators only (npm
-- run admin).
create or replace function correct_transfer(in_transfer_id bigint, micros bigint, author text,
                                            of_reference text, because text)
  returns jsonb language plpgsql set search_path = public, pg_temp as $$
declare
  corrected transfers;
  known_id bigint;
  remaining bigint;
  result jsonb;
begin
  -- Corrections run one after another, so that each call finds those of earlier calls.
  lock table corrections in share row exclusive mode;
  select transfer_id into known_id from corrections where reference = of_reference;
  if found then
    return jsonb_build_object('ok', true, 'opId', known_id, 'isNew', false);
  end if;
  select * into corrected from transfers where id = in_transfer_id;
  if not found then
    return '{"ok": false, "reason": "unknown"}';
  elsif corrected.kind not in ('DEPOSIT', 'WITHDRAWAL', 'USER_CREATION') then
    return '{"ok": false, "reason": "kind"}';
  end if;
  -- The lock under which the agent reverses a deposit.
  perform lock_accounts(array[corrected.debit_account_id, corrected.credit_account_id], null);
  remaining := corrected.amount
    - (select coalesce(sum(t.amount), 0) from corrections c join transfers t on t.id = c.transfer_id
        where c.corrected_transfer_id = in_transfer_id)
    - (select coalesce(sum(corrected.amount), 0) from reversals
        where reversed_transfer_id = in_transfer_id);
  if remaining = 0 or micros > remaining then
    return jsonb_build_object('ok', false, 'reason', 'amount', 'remaining', remaining);
  end if;
  result := post_as_owner(jsonb_build_array(jsonb_build_object('amount', coalesce(micros, remaining),
    'kind', case corrected.kind when 'WITHDRAWAL' then 'WITHDRAWAL_CORRECTION' else 'DEPOSIT_CORRECTION' end,
    'debit_account_id', corrected.credit_account_id, 'credit_account_id', corrected.debit_account_id,
    'initiator_account_id', corrected.initiator_account_id,
    'target_account_id', corrected.target_account_id)), null)->0;
  if result->'ok' = 'false' then
    return result;
  end if;
  insert into corrections (transfer_id, corrected_transfer_id, reference, reason, corrected_by)
    values ((result->>'transferId')::bigint, in_transfer_id, of_reference, because, author);
  if corrected.kind <> 'WITHDRAWAL' then
    perform return_deposit(corrected.debit_account_id, corrected.credit_account_id, corrected.created_at,
                           coalesce(micros, remaining));
  end if;
  perform set_config('palier.operator', author, true);
  perform record_journal_entry(id, null, 'transfer-corrected', because => correct_transfer.because),
          write_notice(id, 'movement-corrected', jsonb_build_object(
            'amount', dinars_of(coalesce(micros, remaining)), 'number', result->'transferId'))
    from users where account_id in (corrected.debit_account_id, corrected.credit_account_id) order by id;
  return jsonb_build_object('ok', true, 'opId', result->'transferId', 'isNew', true);
end $$;

-- Makes a restored database safe to serve: ends all sessions, of which some may have been revoked since;
-- continues user and transfer ids far above any that were given since; and begins the running draws again,
-- because a ceiling may have been published since. A further call does the same once more, which costs a
-- sign-in. Operators only (palier after-restore).
create or replace function after_restore(out ended_sessions int, out next_user_id bigint,
                                         out next_transfer_id bigint)
  language plpgsql set search_path = public, pg_temp as $$
begin
  -- The locks under which draws are read and ended.
  perform lock_accounts(array(select account_id from jackpot_pots), null);
  update sessions set revoked_at = clock_timestamp(), revoked_because = 'restored' where revoked_at is null;
  get diagnostics ended_sessions = row_count;
  next_user_id := setval('users_id_seq', nextval('users_id_seq') + 1000000) + 1;
  next_transfer_id := setval('transfer_ids', nextval('transfer_ids') + 1000000000) + 1;
  -- From the part of the range above the pot, so that the chances are unchanged.
  update jackpot_secrets s
     set number = s.number + 1000000, salt = replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''),
         ceiling_micros = random_ceiling(greatest(p.ceiling_min_micros, a.balance + 1),
                                         greatest(p.ceiling_max_micros, a.balance + 1))
    from jackpot_pots p join accounts a on a.id = p.account_id where p.tier = s.tier;
  update jackpot_draws d set number = s.number, started_at = now(),
      commitment = jackpot_commitment(s.tier, s.number, s.ceiling_micros, s.salt)
    from jackpot_secrets s where s.tier = d.tier and d.ended_at is null;
end $$;

-- After the database's clock was ahead and has been corrected: dates that are still to come become the
-- present, in their original order. Returns the number of transfers changed. Operators only (npm run admin).
create or replace function redate_future() returns int
  language plpgsql set search_path = public, pg_temp as $$
declare
  present constant timestamptz := date_trunc('milliseconds', now());
  changed int;
begin
  alter table transfers disable trigger user;
  update transfers set created_at = present where created_at > now();
  get diagnostics changed = row_count;
  alter table transfers enable trigger user;
  update accounts set last_moved_at = present where last_moved_at > now();
  -- Counted again from the transfers at the next movement.
  delete from limit_usage where account_id in (select account_id from limit_usage where began_on > now());
  -- Days have changed: count_network begins again.
  update network_progress set zone = '';
  update rounds set opened_at = least(opened_at, now()), checked_at = null
    where greatest(opened_at, checked_at) > now();
  update balance_requests
     set created_at = least(created_at, present), closed_at = least(closed_at, present)
   where greatest(created_at, closed_at) > now();
  -- The sums of waiting times follow the dates, as in the rule of `verify`.
  update balance_requests r set waited_ms = counted.waited_ms
    from (select id, sum((extract(epoch from greatest(closed_at - created_at, interval '0')) * 1000)::bigint)
                   over (partition by parent_id order by closed_at, answer_count) as waited_ms
            from balance_requests where answer_count is not null) counted
   where r.id = counted.id and r.waited_ms <> counted.waited_ms;
  update sessions set proved_at = null where proved_at > now();
  update authenticator_apps set failed_at = now() where failed_at > now();
  -- They would last too long.
  update sessions set revoked_at = now(), revoked_because = 'restored'
    where created_at > now() and revoked_at is null;
  delete from login_failures where window_started_at > now();
  return changed;
end $$;
