-- A deposit above the agent's balance beside a good one: each its own answer, and only one moves money.
select r->>'ok' as ok, r->>'reason' as reason, r->>'initiatorBalance' as agent_micros, r->>'targetBalance' as child_micros
  from users a, jsonb_array_elements(ledger_apply(jsonb_build_array(
    jsonb_build_object('kind', 'DEPOSIT', 'initiator', a.account_id, 'parent', a.id, 'receiver', 'client', 'amount', 900000000),
    jsonb_build_object('kind', 'DEPOSIT', 'initiator', a.account_id, 'parent', a.id, 'receiver', 'client', 'amount', 1000000),
    jsonb_build_object('kind', 'DEPOSIT', 'initiator', a.account_id, 'parent', a.id, 'receiver', 'nobody', 'amount', 1000000)))) r
 where a.username = 'admin';
