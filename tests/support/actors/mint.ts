import type { Queryable } from '@palier/server/database';

const USERS_AT_ONCE = 200;

export async function issueTo(owner: Queryable, userIds: readonly number[], micros: bigint): Promise<void> {
  for (let from = 0; from < userIds.length; from += USERS_AT_ONCE)
    await owner.query(
      `insert into issues (transfer_id, issued_by)
         select (result->>'transferId')::bigint, 'faults'
           from jsonb_array_elements(post_as_owner(
             (select jsonb_agg(jsonb_build_object(
                'kind', 'ISSUE',
                'amount', $2::bigint,
                'credit_account_id', account_id,
                'target_account_id', account_id,
                'debit_account_id', (select id from accounts where code = 'issue')))
                from users where id = any($1)),
             null)) result`,
      [userIds.slice(from, from + USERS_AT_ONCE), micros],
    );
}
