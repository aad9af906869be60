import { fromMicros } from '@palier/shared/money';
import type { Page, Role, User } from '@palier/shared/contracts';
import { MAX_FOUND_ACCOUNTS, type FoundAccount } from '@palier/shared/contracts/find';
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
}

/** A row of `USER_COLUMNS`. */
export interface UserRow {
  id: number;
  account_id: number;
  username: string;
  role: Role;
  parent_id: number | null;
  active: boolean;
  balance: bigint;
}

export const USER_COLUMNS = 'u.id, u.account_id, u.username, u.role, u.parent_id, u.active, a.balance';
export const USERS_JOIN = 'users u join accounts a on a.id = u.account_id';

const TRIGRAM_LENGTH = 3;
const MAX_USERNAME_LENGTH = 32;

export const toRecord = (row: UserRow): UserRecord => ({
  id: row.id,
  accountId: row.account_id,
  username: row.username,
  role: row.role,
  parentId: row.parent_id,
  active: row.active,
  balanceMicros: row.balance,
});

/** The user in API answers (section 3 of docs/spec-coverage.md). */
export const toUser = (record: UserRecord): User => ({
  id: record.id,
  username: record.username,
  balance: fromMicros(record.balanceMicros),
  active: record.active,
  roleName: record.role,
  parentId: record.parentId,
});

/** The session named by an access token. */
export interface SessionKey {
  readonly sessionId: string;
  readonly userId: number;
}

/**
 * The users of sessions that are alive, in the order asked for, null for any other: the check of every call (section 5 of docs/design.md).
 */
export async function findUsersOfSessions(
  database: Queryable,
  keys: readonly SessionKey[],
): Promise<(UserRecord | null)[]> {
  const { rows } = await database.query<UserRow & { session_id: string }>({
    name: 'users-of-sessions',
    text: `select s.id as session_id, ${USER_COLUMNS} from sessions s join users u on u.id = s.user_id
             join accounts a on a.id = u.account_id
            where s.id = any($1) and s.revoked_at is null and s.expires_at > now() and u.active
              and not a.is_frozen`,
    values: [keys.map(({ sessionId }) => sessionId)],
  });
  const users = new Map(rows.map((row) => [row.session_id, toRecord(row)]));
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
  const { rows } = await database.query<UserRow>({
    name: 'child-by-id',
    text: `select ${USER_COLUMNS} from ${USERS_JOIN} where u.id = $1 and u.parent_id = $2`,
    values: [id, parentId],
  });
  return rows[0] === undefined ? null : toRecord(rows[0]);
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

/** One page of direct children, in order of creation. Children are numbered without gaps, so all pages cost the same. */
export async function listChildren(
  database: Queryable,
  parentId: number,
  page: number,
  size: number,
): Promise<Page<User>> {
  const [{ rows }, total] = await Promise.all([
    database.query<UserRow>({
      name: 'children-page',
      // A list of numbers and not a range, for which PostgreSQL would make a plan for each call.
      text: `select ${USER_COLUMNS} from ${USERS_JOIN} where u.parent_id = $1 and u.child_seq = any($2::bigint[]) order by u.child_seq`,
      values: [parentId, Array.from({ length: size }, (_, index) => page * size + index + 1)],
    }),
    database.query<{ child_count: number }>({
      name: 'child-count',
      text: 'select child_count from users where id = $1',
      values: [parentId],
    }),
  ]);
  return toPage(rows, total.rows[0]?.child_count ?? 0, page, size);
}

/** Direct children whose username contains `term` literally. */
export async function searchChildren(
  database: Queryable,
  parentId: number,
  term: string,
  page: number,
  size: number,
): Promise<Page<User>> {
  const { rows } = await database.query<UserRow & { total: number }>({
    name: 'children-search',
    text: `select ${USER_COLUMNS}, found.total from find_children($1, $2, $3, $4, $5) found
             join users u on u.parent_id = $1 and u.child_seq = found.number
             join accounts a on a.id = u.account_id order by u.username <> $6, u.child_seq`,
    values: [parentId, likePattern(term), trigramsOf(parentId, term), page * size, size, term],
  });
  // Past the last page there is no row with the total.
  const total =
    rows[0]?.total ?? (page === 0 ? 0 : (await searchChildren(database, parentId, term, 0, 1)).totalElements);
  return toPage(rows, total, page, size);
}

const CHILD_KEYS = {
  created: ['u.child_seq'],
  name: ['u.username collate "C"'],
  balance: ['a.balance', 'u.child_seq'],
  moved: ['a.last_moved_at', 'u.child_seq'],
};

/** An order of direct children over all pages, or of those in one state only. Without `sort`, as `listChildren` and `searchChildren` order. */
export interface ChildOrder {
  readonly sort?: keyof typeof CHILD_KEYS | undefined;
  readonly order: 'asc' | 'desc';
  readonly active?: boolean | undefined;
}

/**
 * One page of direct children, or of those whose username contains `term` literally. The order by balance or movement reads the accounts
 * of all of them: an index would be written by every movement (decision 0057).
 */
export async function listOrderedChildren(
  database: Queryable,
  parentId: number,
  term: string,
  { sort, order, active }: ChildOrder,
  page: number,
  size: number,
): Promise<Page<User>> {
  const values: unknown[] = [parentId, page * size, size];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['u.parent_id = $1'];
  if (term !== '') conditions.push(`u.username like ${parameter(likePattern(term))}`);
  const trigrams = trigramsOf(parentId, term);
  if (trigrams !== null)
    conditions.push(`name_terms(u.parent_id, u.username) @> ${parameter(trigrams)}::text[]`);
  if (active !== undefined) conditions.push(active ? 'u.active' : 'not u.active');
  const keys = sort === undefined && term !== '' ? [`u.username <> ${parameter(term)}`] : [];
  keys.push(...CHILD_KEYS[sort ?? 'created'].map((key) => `${key} ${order}`));
  const orderBy = `order by ${keys.join()}`;
  const total =
    conditions.length === 1 ? '(select child_count from users where id = $1)' : 'count(*) over ()::int';
  const from = sort === 'balance' || sort === 'moved' ? USERS_JOIN : 'users u';
  const { rows } = await database.query<UserRow & { total: number }>({
    name: ['children', sort, order, active, term === '' ? 'all' : trigrams === null ? 'short' : 'term'].join(
      '-',
    ),
    text: `select ${USER_COLUMNS}, found.total
             from (select u.child_seq as number, ${total} as total from ${from} where ${conditions.join(' and ')} ${orderBy} offset $2 limit $3) found
             join users u on u.parent_id = $1 and u.child_seq = found.number join accounts a on a.id = u.account_id ${orderBy}`,
    values,
  });
  if (rows.length > 0 || page === 0) return toPage(rows, rows[0]?.total ?? 0, page, size);
  // Past the last page there is no row with the total.
  const first = await listOrderedChildren(database, parentId, term, { sort, order, active }, 0, 1);
  return toPage(rows, first.totalElements, page, size);
}

const likePattern = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * The trigrams that together cover `term`, for the index name_terms, which has the trigrams of each name. The pattern decides
 * among the names found. Null for terms shorter than a trigram.
 */
function trigramsOf(parentId: number, term: string): string[] | null {
  if (term.length < TRIGRAM_LENGTH) return null;
  const last = Math.min(term.length, MAX_USERNAME_LENGTH) - TRIGRAM_LENGTH;
  const starts = Array.from(
    { length: Math.ceil(last / TRIGRAM_LENGTH) },
    (_, index) => index * TRIGRAM_LENGTH,
  );
  const trigrams = [...starts, last].map((start) => term.slice(start, start + TRIGRAM_LENGTH));
  return [...new Set(trigrams)].map((trigram) => `${parentId} ${trigram}`);
}

const toPage = (rows: UserRow[], totalElements: number, page: number, size: number): Page<User> => ({
  data: rows.map((row) => toUser(toRecord(row))),
  totalElements,
  totalPages: Math.ceil(totalElements / size),
  currentPage: page,
});

/**
 * The first accounts below an agent whose names contain `term`, of two or more characters: an equal name first, then names that begin with
 * it. The search reads no account outside the agent's subtree (decision 0057).
 */
export async function findInSubtree(
  database: Queryable,
  { id, role }: Pick<UserRecord, 'id' | 'role'>,
  term: string,
): Promise<FoundAccount[]> {
  // No name has other characters.
  if (!/^[a-z0-9._-]+$/.test(term)) return [];
  const { rows } = await database.query<UserRow & { path: string[] }>({
    name: 'find-in-subtree',
    text: `select ${USER_COLUMNS}, path.names as path from find_accounts($1, $2, $3, $4) found
             join users u on u.id = found.user_id join accounts a on a.id = u.account_id
             cross join lateral (
               with recursive above (id, parent_id, username, distance) as (
                 select id, parent_id, username, 1 from users where id = u.parent_id
                 union all
                 select p.id, p.parent_id, p.username, distance + 1 from above join users p on p.id = above.parent_id where above.id <> $1)
               select array_agg(username order by distance desc) as names from above) path
            order by u.username <> $3, not starts_with(u.username, $3), u.username collate "C"`,
    values: [id, role, term, MAX_FOUND_ACCOUNTS],
  });
  return rows.map((row) => ({
    ...{ id: row.id, username: row.username, role: row.role, active: row.active, path: row.path },
    ...(row.parent_id === id ? { balance: fromMicros(row.balance) } : {}),
  }));
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

/** False when `replaces` is not null and no longer the user's hash. */
export async function setPasswordHash(
  database: Queryable,
  id: number,
  passwordHash: string,
  replaces: string | null,
): Promise<boolean> {
  const { rowCount } = await database.query(
    'update users set password_hash = $2 where id = $1 and password_hash = coalesce($3, password_hash)',
    [id, passwordHash, replaces],
  );
  return rowCount === 1;
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
    `with recursive line as (
       select username, parent_id from users where id = $1
       union all select u.username, u.parent_id from users u join line l on u.id = l.parent_id)
     select username from line`,
    [userId],
  );
  return rows.map(({ username }) => username);
}
