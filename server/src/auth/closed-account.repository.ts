import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';
import type { ClosedAccount } from './errors';

/**
 * Why the account of a user has no sign-in; null when it has one, or its password is no longer the one that
 * was checked. An exclusion ends by itself, so the other reasons come first.
 */
export async function findClosedAccount(
  database: Queryable,
  { id, passwordHash, timeZone }: { id: number; passwordHash: string; timeZone: string },
): Promise<ClosedAccount | null> {
  const { rows } = await database.query<ClosedAccount>({
    name: 'closed-account',
    text: `select case when a.is_frozen then 'frozen' when not u.active then 'deactivated'
                       else 'excluded' end as why,
                  p.username as agent, coalesce(${localTime('a.excluded_until', '$3')}, '') as until
             from users u join accounts a on a.id = u.account_id left join users p on p.id = u.parent_id
            where u.id = $1 and u.password_hash = $2
              and (a.is_frozen or not u.active or a.excluded_until > now())`,
    values: [id, passwordHash, timeZone],
  });
  return rows[0] ?? null;
}
