import { fromMicros } from '@palier/shared/money';
import type { Page, User } from '@palier/shared/contracts';
import { MAX_FOUND_ACCOUNTS, type FoundAccount } from '@palier/shared/contracts/find';
import { toPage, type PageRequest } from '../database/page';
import type { Queryable } from '../database/pool';
import { toUser, USER_COLUMNS, USERS_JOIN, type UserRecord } from './user.repository';

const TRIGRAM_LENGTH = 3;
const MAX_USERNAME_LENGTH = 32;

/**
 * One page of direct children, in order of creation. Children are numbered without gaps, so all pages cost
 * the same.
 */
export async function listChildren(
  database: Queryable,
  parentId: number,
  request: PageRequest,
): Promise<Page<User>> {
  const { page, size } = request;
  const [{ rows }, total] = await Promise.all([
    database.query<UserRecord>({
      name: 'children-page',
      // A list of numbers and not a range, for which PostgreSQL would make a plan for each call.
      text: `select ${USER_COLUMNS} from ${USERS_JOIN}
              where u.parent_id = $1 and u.child_seq = any($2::bigint[]) order by u.child_seq`,
      values: [parentId, Array.from({ length: size }, (_, index) => page * size + index + 1)],
    }),
    database.query<{ child_count: number }>({
      name: 'child-count',
      text: 'select child_count from users where id = $1',
      values: [parentId],
    }),
  ]);
  return toPage(rows.map(toUser), total.rows[0]?.child_count ?? 0, request);
}

/** Direct children whose username contains `term` literally. */
export async function searchChildren(
  database: Queryable,
  parentId: number,
  term: string,
  request: PageRequest,
): Promise<Page<User>> {
  const { page, size } = request;
  const { rows } = await database.query<UserRecord & { total: number }>({
    name: 'children-search',
    text: `select ${USER_COLUMNS}, found.total from find_children($1, $2, $3, $4, $5) found
             join users u on u.parent_id = $1 and u.child_seq = found.number
             join accounts a on a.id = u.account_id order by u.username <> $6, u.child_seq`,
    values: [parentId, likePattern(term), trigramsOf(parentId, term), page * size, size, term],
  });
  if (rows.length > 0 || page === 0) return toPage(rows.map(toUser), rows[0]?.total ?? 0, request);
  // Past the last page there is no row with the total.
  const { totalElements } = await searchChildren(database, parentId, term, FIRST_ROW);
  return toPage<User>([], totalElements, request);
}

const FIRST_ROW: PageRequest = { page: 0, size: 1 };

const CHILD_KEYS = {
  created: ['u.child_seq'],
  name: ['u.username collate "C"'],
  balance: ['a.balance', 'u.child_seq'],
  moved: ['a.last_moved_at', 'u.child_seq'],
};

/**
 * An order of direct children over all pages: of all of them, of those whose username contains `term`
 * literally, or of those in one state. Without `sort`, as `listChildren` and `searchChildren` order.
 */
export interface ChildSelection {
  readonly parentId: number;
  /** Empty for all names. */
  readonly term: string;
  readonly sort?: keyof typeof CHILD_KEYS | undefined;
  readonly order: 'asc' | 'desc';
  readonly active?: boolean | undefined;
}

/** The parts of the statement of a selection, and the values of its parameters. */
interface SelectionSql {
  readonly conditions: readonly string[];
  readonly orderBy: string;
  readonly values: readonly unknown[];
}

function toSql({ parentId, term, sort, order, active }: ChildSelection, page: PageRequest): SelectionSql {
  const values: unknown[] = [parentId, page.page * page.size, page.size];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  // Parent, offset and limit are subqueries, so that the planner does not know their values: with them it
  // makes a new plan for each call where parents have thousands of children.
  const conditions = ['u.parent_id = (select $1::int)'];
  if (term !== '') conditions.push(`u.username like ${parameter(likePattern(term))}`);
  const trigrams = trigramsOf(parentId, term);
  if (trigrams !== null)
    conditions.push(`name_terms(u.parent_id, u.username) @> ${parameter(trigrams)}::text[]`);
  if (active !== undefined) conditions.push(active ? 'u.active' : 'not u.active');
  const keys = sort === undefined && term !== '' ? [`u.username <> ${parameter(term)}`] : [];
  keys.push(...CHILD_KEYS[sort ?? 'created'].map((key) => `${key} ${order}`));
  return { conditions, orderBy: `order by ${keys.join()}`, values };
}

/** Selections with the same name have the same statement. */
function statementName({ term, sort, order, active }: ChildSelection): string {
  const kindOfTerm = term.length < TRIGRAM_LENGTH ? 'short' : 'term';
  return ['children', sort, order, active, term === '' ? 'all' : kindOfTerm].join('-');
}

/**
 * One page of a selection of direct children. The order by balance or movement reads the accounts of all of
 * them: an index would be written by every movement (decision 0057).
 */
export async function listOrderedChildren(
  database: Queryable,
  selection: ChildSelection,
  request: PageRequest,
): Promise<Page<User>> {
  const { sort } = selection;
  const { conditions, orderBy, values } = toSql(selection, request);
  const total =
    conditions.length === 1 ? '(select child_count from users where id = $1)' : 'count(*) over ()::int';
  const from = sort === 'balance' || sort === 'moved' ? USERS_JOIN : 'users u';
  // OFFSET 0 keeps one index lookup for each account of the page: without it all children or accounts are
  // read.
  const { rows } = await database.query<UserRecord & { total: number }>({
    name: statementName(selection),
    text: `select ${USER_COLUMNS}, found.total
             from (select u.child_seq as number, ${total} as total
                     from ${from} where ${conditions.join(' and ')} ${orderBy}
                   offset (select $2::bigint) limit (select $3::int)) found
             cross join lateral (
               select * from users where parent_id = $1 and child_seq = found.number offset 0) u
             cross join lateral (select * from accounts where id = u.account_id offset 0) a ${orderBy}`,
    values: [...values],
  });
  if (rows.length > 0 || request.page === 0) return toPage(rows.map(toUser), rows[0]?.total ?? 0, request);
  // Past the last page there is no row with the total.
  const { totalElements } = await listOrderedChildren(database, selection, FIRST_ROW);
  return toPage<User>([], totalElements, request);
}

const likePattern = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * The trigrams that together cover `term`, for the index name_terms, which has the trigrams of each name. The
 * pattern decides among the names found. Null for terms shorter than a trigram.
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

/**
 * The first accounts below an agent whose names contain `term`, of two or more characters: an equal name
 * first, then names that begin with it. The search reads no account outside the agent's subtree (decision
 * 0057).
 */
export async function findInSubtree(
  database: Queryable,
  { id, role }: Pick<UserRecord, 'id' | 'role'>,
  term: string,
): Promise<FoundAccount[]> {
  // No name has other characters.
  if (!/^[a-z0-9._-]+$/.test(term)) return [];
  // OFFSET 0 calls ids_above once for each account, not once for each use of its result.
  const { rows } = await database.query<UserRecord & { path: string[] }>({
    name: 'find-in-subtree',
    text: `select ${USER_COLUMNS}, path.names as path from find_accounts($1, $2, $3, $4) found
             join users u on u.id = found.user_id join accounts a on a.id = u.account_id
             cross join lateral (select ids_above(u.id) as ids offset 0) branch
             cross join lateral (
               select array_agg(o.username order by b.place) as names
                 from unnest(branch.ids) with ordinality b (id, place) join users o on o.id = b.id
                where b.place >= array_position(branch.ids, $1)) path
            order by u.username <> $3, not starts_with(u.username, $3), u.username collate "C"`,
    values: [id, role, term, MAX_FOUND_ACCOUNTS],
  });
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    role: row.role,
    active: row.active,
    path: row.path,
    ...(row.parentId === id ? { balance: fromMicros(row.balanceMicros) } : {}),
  }));
}
