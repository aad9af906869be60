import type { Role } from '@palier/shared/contracts';
import { createPool, inTransaction, type Queryable } from '../database/pool';
import { hashPassword } from '../passwords/password-hasher';

const DEMO_CLIENTS = 64;
const DEMO_DAYS = 31;
const MICROS_PER_DINAR = 1_000_000n;
const HOUR_MS = 3_600_000;
const PASSWORDS: readonly (readonly [role: Role, password: string])[] = [
  ['ROLE_CAPO', 'Capo1234'],
  ['ROLE_SUPER_ADMIN', 'Super1234'],
  ['ROLE_ADMIN', 'Admin1234'],
  ['ROLE_CLIENT', 'Client1234'],
];

/** Tunisian first and last names, from which the usernames of demo clients are made. */
const FIRST_NAMES = (
  'amine sami yassine karim nadia leila hichem walid ines rania mehdi salma fares olfa bilel sonia ' +
  'anis mouna tarek hela skander asma zied dorra nizar emna khaled marwa ramzi sirine adel yosra'
).split(' ');
const LAST_NAMES = 'trabelsi bensalah jaziri mansour gharbi chebbi ayari sassi'.split(' ');

interface SeededUser {
  readonly id: number;
  readonly accountId: number;
}

/**
 * Fills an empty database with the demo's hierarchy and a month of history, by the ledger's functions and in
 * one transaction. Does nothing when there are users. Uses a connection of the owner, because only the owner
 * may back-date movements.
 */
export async function seedDemo(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { asOwner: true });
  try {
    if (await hasUsers(pool)) return;
    // One hash for each demo password, before the transaction, because hashes are slow.
    const hashes = new Map(
      await Promise.all(
        PASSWORDS.map(async ([role, password]) => [role, await hashPassword('seed', password)] as const),
      ),
    );
    await inTransaction(pool, async (client) => {
      // Of two processes that start at once, the second one finds users.
      await client.query("select pg_advisory_xact_lock(hashtext('palier-demo-seed'))");
      if (!(await hasUsers(client))) await seed(client, hashes);
    });
  } finally {
    await pool.end();
  }
}

const hasUsers = async (database: Queryable): Promise<boolean> =>
  (await database.query('select from users limit 1')).rowCount !== 0;

/** An agent and the child with which it exchanges money. */
interface Pair {
  readonly agent: SeededUser;
  readonly child: SeededUser;
}

interface NewUser {
  readonly username: string;
  readonly role: Role;
  /** In TND. */
  readonly opening: number;
}

/** Movements of the owner at any date. Amounts are in TND. */
function createSeedLedger(client: Queryable, hashes: ReadonlyMap<Role, string>) {
  const find = async (id: number): Promise<SeededUser> => {
    const { rows } = await client.query<{ account_id: number }>(
      'select account_id from users where id = $1',
      [id],
    );
    return { id, accountId: rows[0]!.account_id };
  };
  /** A refused movement is left out of the history. */
  const post = (movement: object, amount: number, at: Date) =>
    client.query<{ id: string }>("select post_as_owner($1, $2)->0->>'transferId' as id", [
      JSON.stringify([{ ...movement, amount: String(BigInt(amount) * MICROS_PER_DINAR) }]),
      at,
    ]);

  return {
    /** Makes the capo, who gets the amount as issued money. */
    createCapo: async (amount: number, at: Date): Promise<SeededUser> => {
      const { rows: made } = await client.query<{ id: number; issue: number }>(
        "select create_capo('capo', $1) as id, (select id from accounts where code = 'issue') as issue",
        [hashes.get('ROLE_CAPO')],
      );
      const capo = await find(made[0]!.id);
      const sides = { debit_account_id: made[0]!.issue, credit_account_id: capo.accountId };
      const { rows: issued } = await post({ kind: 'ISSUE', ...sides }, amount, at);
      await client.query("insert into issues (transfer_id, issued_by) values ($1, 'demo')", [issued[0]!.id]);
      return capo;
    },
    register: async (
      parent: SeededUser,
      { username, role, opening }: NewUser,
      at: Date,
    ): Promise<SeededUser> => {
      const { rows } = await client.query<{ result: { ok: boolean; userId: number } }>(
        'select register_user_at($1, $2, $3, $4, $5, null, null, $6) as result',
        [parent.id, username, hashes.get(role), role, BigInt(opening) * MICROS_PER_DINAR, at],
      );
      const { ok, userId } = rows[0]!.result;
      if (!ok) throw new Error(`demo seed: ${username} was refused`);
      return find(userId);
    },
    move: async (
      kind: 'DEPOSIT' | 'WITHDRAWAL',
      { agent: { accountId: agent }, child: { accountId: child } }: Pair,
      amount: number,
      at: Date,
    ): Promise<void> => {
      const [payer, payee] = kind === 'DEPOSIT' ? [agent, child] : [child, agent];
      const sides = { debit_account_id: payer, credit_account_id: payee };
      await post({ kind, ...sides, initiator_account_id: agent, target_account_id: child }, amount, at);
    },
  };
}

type SeedLedger = ReturnType<typeof createSeedLedger>;

interface Hierarchy {
  readonly superAdmin: SeededUser;
  readonly admin: SeededUser;
  readonly client: SeededUser;
}

async function seed(client: Queryable, hashes: ReadonlyMap<Role, string>): Promise<void> {
  const ledger = createSeedLedger(client, hashes);
  const start = Date.now() - DEMO_DAYS * 24 * HOUR_MS;
  const hierarchy = await seedHierarchy(ledger, createClock(start - 5 * HOUR_MS));
  const clients = await seedHistory(ledger, hierarchy, createClock(start));
  await client.query('update users set active = false where id = any($1)', [
    [clients[9]?.id, clients[23]?.id, clients[41]?.id],
  ]);
}

/** Returns a date that is some minutes after the one that it returned before. */
function createClock(startMs: number): (minutes: number) => Date {
  let nowMs = startMs;
  return (minutes) => {
    nowMs += minutes * 60_000;
    return new Date(nowMs);
  };
}

/** The demo accounts, and siblings of them so that each role has a list. */
async function seedHierarchy(
  { createCapo, register }: SeedLedger,
  next: (minutes: number) => Date,
): Promise<Hierarchy> {
  const capo = await createCapo(5_000_000, next(1));
  const superAdmin = await register(
    capo,
    { username: 'superadmin', role: 'ROLE_SUPER_ADMIN', opening: 800_000 },
    next(30),
  );
  const admin = await register(
    superAdmin,
    { username: 'admin', role: 'ROLE_ADMIN', opening: 150_000 },
    next(30),
  );
  const client = await register(admin, { username: 'client', role: 'ROLE_CLIENT', opening: 1_000 }, next(30));
  for (const username of ['superadmin-sud', 'superadmin-nord'])
    await register(capo, { username, role: 'ROLE_SUPER_ADMIN', opening: 200_000 }, next(7));
  for (const username of ['admin-sfax', 'admin-sousse', 'admin-bizerte'])
    await register(superAdmin, { username, role: 'ROLE_ADMIN', opening: 25_000 }, next(7));
  return { superAdmin, admin, client };
}

/** A month of movements; returns all clients in the order of their registration. */
async function seedHistory(
  { register, move }: SeedLedger,
  { superAdmin, admin, client: first }: Hierarchy,
  next: (minutes: number) => Date,
): Promise<SeededUser[]> {
  const random = createRandom(20_250_101);
  const clients = [first];
  const stepMinutes = (DEMO_DAYS * 24 * 60 - 120) / (DEMO_CLIENTS * 10);
  for (let index = 0; index < DEMO_CLIENTS * 10; index += 1) {
    const at = next(stepMinutes);
    // New clients are registered in the first two weeks; deposits and withdrawals continue throughout.
    if (index % 5 === 0 && clients.length <= DEMO_CLIENTS) {
      const opening = 50 + 10 * Math.floor(random() * 40);
      const username = nameOf(clients.length - 1);
      clients.push(await register(admin, { username, role: 'ROLE_CLIENT', opening }, at));
      continue;
    }
    const child = clients[Math.floor(random() * clients.length)] ?? first;
    const amount = 10 * (1 + Math.floor(random() * 25));
    if (random() < 0.68) await move('DEPOSIT', { agent: admin, child }, amount, at);
    else await move('WITHDRAWAL', { agent: admin, child }, Math.min(amount, 50), at);
    if (index % 160 === 80) await move('DEPOSIT', { agent: superAdmin, child: admin }, 5_000, at);
  }
  await move('DEPOSIT', { agent: admin, child: first }, 500, next(5));
  return clients;
}

function nameOf(number: number): string {
  const firstName = FIRST_NAMES[number % FIRST_NAMES.length];
  const lastName = LAST_NAMES[(number * 3 + Math.floor(number / 32)) % LAST_NAMES.length];
  return `${firstName}.${lastName}`;
}

/** A linear congruential generator, so that the demo is the same on every machine. */
function createRandom(seedValue: number): () => number {
  let state = seedValue;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
