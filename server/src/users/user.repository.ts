import { fromMicros } from '@palier/shared/money';
import type { CurrentUser, Role, User } from '@palier/shared/contracts';
import type { Queryable } from '../database/pool';

/** A user in the database. */
export interface UserRecord {
  readonly id: number;
  readonly accountId: number;
  readonly username: string;
  readonly role: Role;
  readonly parentId: number | null;
  readonly active: boolean;
  readonly balanceMicros: bigint;
  /** False when the parent or an operator set the password. */
  readonly hasOwnPassword: boolean;
  /** Movements of the account check limits. */
  readonly hasLimits: boolean;
}

/** The columns of a `UserRecord`. */
export const USER_COLUMNS =
  'u.id, u.account_id as "accountId", u.username, u.role, u.parent_id as "parentId", u.active, ' +
  'a.balance as "balanceMicros", u.has_own_password as "hasOwnPassword", a.has_limits as "hasLimits"';
export const USERS_JOIN = 'users u join accounts a on a.id = u.account_id';

/** The user in API answers (section 3 of docs/spec-coverage.md). */
export const toUser = (record: UserRecord): User => ({
  id: record.id,
  username: record.username,
  balance: fromMicros(record.balanceMicros),
  active: record.active,
  roleName: record.role,
  parentId: record.parentId,
});

/** SQL for whether the player of the account `a` is excluded; asked only of accounts with limits. */
export const IS_EXCLUDED =
  'exists (select from player_stops where account_id = a.id and excluded_until > now())';

/** The signed-in user in answers. `mustChangePassword` is there only when it is true. */
export const toCurrentUser = (record: UserRecord, mustChangePassword: boolean): CurrentUser =>
  mustChangePassword ? { ...toUser(record), mustChangePassword } : toUser(record);

/** The session named by an access token. */
export interface SessionKey {
  readonly sessionId: string;
  readonly userId: number;
}

/**
 * The users of sessions that are alive, in the order asked for, null for any other: the check of every call
 * (section 5 of docs/design.md).
 */
export async function findUsersOfSessions(
  database: Queryable,
  keys: readonly SessionKey[],
): Promise<(UserRecord | null)[]> {
  const { rows } = await database.query<UserRecord & { session_id: string }>({
    name: 'users-of-sessions',
    text: `select s.id as session_id, ${USER_COLUMNS} from sessions s join users u on u.id = s.user_id
             join accounts a on a.id = u.account_id
            where s.id = any($1) and s.revoked_at is null and s.expires_at > now() and u.active
              and not a.is_frozen and not (a.has_limits and ${IS_EXCLUDED})`,
    values: [keys.map(({ sessionId }) => sessionId)],
  });
  const users = new Map(rows.map(({ session_id: id, ...user }) => [id, user]));
  return keys.map(({ sessionId, userId }) => {
    const user = users.get(sessionId);
    return user?.id === userId ? user : null;
  });
}

/** A direct child by id, or null. */
export async function findChildById(
  database: Queryable,
  parentId: number,
  id: number,
): Promise<UserRecord | null> {
  const { rows } = await database.query<UserRecord>({
    name: 'child-by-id',
    text: `select ${USER_COLUMNS} from ${USERS_JOIN} where u.id = $1 and u.parent_id = $2`,
    values: [id, parentId],
  });
  return rows[0] ?? null;
}

/** The direct children with these names, in the order of the names; null where no child has the name. */
export async function findChildrenByName(
  database: Queryable,
  parentId: number,
  usernames: readonly string[],
): Promise<(UserRecord | null)[]> {
  // OFFSET 0 keeps one index lookup for each name and account, whatever the statistics say.
  const { rows } = await database.query<UserRecord>({
    name: 'children-by-name',
    text: `select ${USER_COLUMNS} from unnest($2::text[]) name
             cross join lateral (
               select * from users where username = name and parent_id = $1 offset 0) u
             cross join lateral (select * from accounts where id = u.account_id offset 0) a`,
    values: [parentId, [...new Set(usernames)]],
  });
  const children = new Map(rows.map((row) => [row.username, row]));
  return usernames.map((username) => children.get(username) ?? null);
}

/** Whether each user is a direct child of the parent beside it, in the order asked for. */
export async function findWhichAreChildren(
  database: Queryable,
  pairs: readonly { readonly parentId: number; readonly childId: number }[],
): Promise<boolean[]> {
  const { rows } = await database.query<{ id: number; parent_id: number | null }>({
    name: 'parents-of-users',
    text: 'select id, parent_id from users where id = any($1)',
    values: [pairs.map(({ childId }) => childId)],
  });
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]));
  return pairs.map(({ parentId, childId }) => parents.get(childId) === parentId);
}

/** Sets the flag of a direct child, or toggles it when `active` is undefined. Null without such a child. */
export async function setChildActive(
  database: Queryable,
  parentId: number,
  id: number,
  active: boolean | undefined,
): Promise<{ active: boolean; hasChanged: boolean } | null> {
  const { rows } = await database.query<{ active: boolean; has_changed: boolean }>(
    `with before as (select id, active from users where id = $1 and parent_id = $2 for no key update)
     update users u set active = coalesce($3, not before.active) from before where u.id = before.id
     returning u.active, u.active <> before.active as has_changed`,
    [id, parentId, active ?? null],
  );
  const row = rows[0];
  return row === undefined ? null : { active: row.active, hasChanged: row.has_changed };
}

/** Stores the password that the user chose; false when `replaces` is no longer the user's hash. */
export async function setOwnPasswordHash(
  database: Queryable,
  id: number,
  passwordHash: string,
  replaces: string,
): Promise<boolean> {
  const { rowCount } = await database.query(
    'update users set password_hash = $2, has_own_password = true where id = $1 and password_hash = $3',
    [id, passwordHash, replaces],
  );
  return rowCount === 1;
}

/** Stores a password that the parent or an operator chose. */
export async function setGivenPasswordHash(
  database: Queryable,
  id: number,
  passwordHash: string,
): Promise<void> {
  await database.query('update users set password_hash = $2, has_own_password = false where id = $1', [
    id,
    passwordHash,
  ]);
}

/** The balances of these users, micro-dinars. */
export async function readBalances(
  database: Queryable,
  userIds: readonly number[],
): Promise<{ userId: number; balance: bigint }[]> {
  const { rows } = await database.query<{ id: number; balance: bigint }>({
    name: 'balances-of-users',
    text: 'select u.id, a.balance from users u join accounts a on a.id = u.account_id where u.id = any($1)',
    values: [userIds],
  });
  return rows.map(({ id, balance }) => ({ userId: id, balance }));
}

/** The usernames of a user and of all its ancestors. */
export async function findUsernamesUpFrom(database: Queryable, userId: number): Promise<string[]> {
  const { rows } = await database.query<{ username: string }>(
    'select username from users where id = any (ids_above($1) || $1::int)',
    [userId],
  );
  return rows.map(({ username }) => username);
}
