-- A deposit above the agent's balance beside a good one: each its own answer, and only one moves money.
select r->>'ok' as ok, r->>'reason' as reason, r->>'initiatorBalance' as agent_micros, r->>'targetBalance' as child_micros
  from users a, jsonb_array_elements(ledger_apply_agents(array['DEPOSIT', 'DEPOSIT', 'DEPOSIT'],
    array[a.account_id, a.account_id, a.account_id], array[a.id, a.id, a.id], array['client', 'client', 'nobody'],
    array[900000000, 1000000, 1000000], array[null, null, null], array[null, null, null], array[null, null, null]::uuid[])::jsonb) r
 where a.username = 'admin';
