import type { Queryable } from '@palier/server/database';
import { hashPassword } from '@palier/server/credentials';
import type { DemoServer, Session } from './cluster';
import { issueTo } from './mint';

/** The password of every user of a hierarchy. */
export const USER_PASSWORD = 'Matmata77';
let hash: Promise<string> | undefined;
/** One hash for all users, because hashes are slow. */
const hashOfUsers = (): Promise<string> => (hash ??= hashPassword('hierarchy', USER_PASSWORD));

const TREE = {
  capo: null,
  superAdmin: 'capo',
  superAdmin2: 'capo',
  admin: 'superAdmin',
  admin2: 'superAdmin',
  admin3: 'superAdmin2',
  client: 'admin',
  client2: 'admin',
  client3: 'admin2',
  otherCapo: null,
  otherSuperAdmin: 'otherCapo',
  otherAdmin: 'otherSuperAdmin',
  otherClient: 'otherAdmin',
} as const;
export type TestUserName = keyof typeof TREE;
/** What an account of each depth gets from its parent. */
const OPENINGS_TND = [0, 20_000, 3_000, 100];
const ROLES = ['ROLE_CAPO', 'ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_CLIENT'] as const;

export interface TestUser {
  readonly id: number;
  readonly username: string;
  /** Signs in at the cluster's first process. */
  signIn(): Promise<Session>;
}

let made = 0;

/** Two new trees of four levels with unique usernames; each account holds at least 100 TND. */
export async function createHierarchy(cluster: DemoServer): Promise<Record<TestUserName, TestUser>> {
  made += 1;
  const prefix = `p${made}-${Date.now().toString(36)}`;
  const passwordHash = await hashOfUsers();
  const users: Partial<Record<TestUserName, TestUser>> = {};
  for (const name of Object.keys(TREE) as TestUserName[]) {
    const username = `${prefix}-${name.toLowerCase()}`;
    const parent = TREE[name];
    const depth = depthOf(name);
    const child = parent === null ? [] : [users[parent]!.id, ROLES[depth], OPENINGS_TND[depth]! * 1e6];
    const { id } = await cluster.readRow<{ id: number }>(
      parent === null
        ? 'select create_capo($1, $2) as id'
        : "select (register_user_at($3, $1, $2, $4, $5, null, null, null)->>'userId')::int as id",
      [username, passwordHash, ...child],
    );
    if (parent === null) await issueTo(cluster.owner, [id], 100_000_000_000n);
    users[name] = { id, username, signIn: () => cluster.login(username, USER_PASSWORD) };
  }
  return users as Record<TestUserName, TestUser>;
}

function depthOf(name: TestUserName): number {
  const parent = TREE[name];
  return parent === null ? 0 : 1 + depthOf(parent);
}

const TRACED_TABLES = [
  'users',
  'accounts',
  'transfers',
  'idempotency_keys',
  'balance_requests',
  'game_openings',
  'rounds',
  'jackpot_draws',
  'journal_entries',
  'sessions',
];

/** A fingerprint of the tables in which a refused call would leave a trace. */
export async function readState(owner: Queryable): Promise<string> {
  const sums = TRACED_TABLES.map(
    (table) =>
      `select '${table}' as name, count(*) as rows, sum(hashtextextended(t::text, 0)) as sum from ${table} t`,
  );
  const { rows } = await owner.query(sums.join(' union all '));
  return rows
    .map((row: { name: string; rows: bigint; sum: string }) => `${row.name} ${row.rows} ${row.sum}`)
    .join('\n');
}

export const clearThrottle = async (owner: Queryable): Promise<void> => {
  await owner.query('delete from login_failures');
};
