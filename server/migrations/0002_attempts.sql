-- Up Migration

-- What became of an attempt whose answer was lost: its kept answer, or, for a key never seen, a refusal that is kept
-- from now on, so that the attempt cannot be carried out later behind the person's back. Takes the locks under which
-- ledger_apply and register_user read and keep keys, users before accounts as they do.
create function resolve_attempt(caller int, attempt_key text) returns jsonb language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform from users where account_id = caller for no key update;
  perform from accounts where id = caller for no key update;
  insert into idempotency_keys (account_id, key, fingerprint, answer)
    values (caller, attempt_key, '', '{"ok": false, "reason": "abandoned"}')
    on conflict (account_id, key) do nothing;
  return (select answer from idempotency_keys where account_id = caller and key = attempt_key);
end $$;
revoke execute on function resolve_attempt from public;
grant execute on function resolve_attempt to palier_app;
