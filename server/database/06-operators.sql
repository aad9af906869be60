-- Money that operators move. The application's role may call neither function.

-- A batch of one sort, 1 to 256 movements: of games (type ledger_movement), or of operators' money, users' openings and the demo's
-- seed, {kind, debit, credit, initiator, target, amount} or with {parent, receiver} in place of the two sides. For the owner;
-- `at` dates the batch back. The settings are those of ledger_apply_agents.
create or replace function ledger_apply_at(batch jsonb, at timestamptz) returns jsonb
  language plpgsql set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if jsonb_array_length(batch) not between 1 and 256 then
    raise exception 'a batch holds 1 to 256 movements';
  end if;
  if not batch @? '$[*] ? (@.kind == "GAME" || @.kind == "ROLLBACK")' then
    return to_jsonb((
      select apply_agent_movements(resolve_agent_movements(array_agg(kind), array_agg(debit), array_agg(credit), array_agg(initiator),
               array_agg(target), array_agg(amount), array_agg(key), array_agg(fingerprint), array_agg(parent), array_agg(receiver)),
               array_agg(parent), array_agg(session), at)
        from jsonb_to_recordset(batch) as (kind text, debit int, credit int, initiator int, target int, amount bigint, key text,
               fingerprint text, parent int, receiver text, session uuid)));
  elsif batch @? '$[*] ? (@.kind != "GAME" && @.kind != "ROLLBACK")' then
    raise exception 'a batch holds movements of agents or of games, not both';
  end if;
  return apply_game_movements(batch, at);
end $$;

-- Issues money to the account of a capo, once for each reference. Without a reference, the same amount to the same capo within
-- twelve hours counts as the same order given twice. Returns the op_id of the issue and whether it is new; no row where the
-- capo's balance has no room for it. Operators only (npm run admin).
create or replace function issue_money(capo int, micros bigint, author text, of_reference text) returns table (op_id bigint, is_new boolean)
  language plpgsql set search_path = public, pg_temp as $$
declare
  result jsonb;
begin
  -- One after another: each finds what the one before it has issued.
  lock table issues in share row exclusive mode;
  select i.op_id, false into op_id, is_new from audit_issues i
    where case when of_reference is not null then i.reference = of_reference
               else i.account_id = capo and i.amount_micros = micros and i.created_at > now() - interval '12 hours' end
    order by i.op_id desc limit 1;
  if not found then
    result := ledger_apply_at(jsonb_build_array(jsonb_build_object('kind', 'ISSUE',
      'debit', (select id from accounts where code = 'issue'), 'credit', capo, 'amount', micros)), null)->0;
    if result->'ok' = 'false' then
      return;
    end if;
    op_id := result->>'transferId';
    is_new := true;
    insert into issues (transfer_id, reference, issued_by) values (op_id, of_reference, author);
  end if;
  return next;
end $$;
