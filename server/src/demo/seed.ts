import type { Role } from '@palier/shared/contracts';
import { createPool, inTransaction, type Queryable } from '../database/pool';
import { hashPassword } from '../passwords/password-hasher';

const CLIENTS = 64;
const DAYS = 31;
const MICROS = 1_000_000n;
const HOUR_MS = 3_600_000;

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
 * Fills an empty database with the demo's hierarchy and a month of history, by the ledger's functions and in one transaction.
 * Does nothing when there are users. Uses a connection of the owner, because only the owner may back-date movements.
 */
export async function seedDemo(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { asOwner: true });
  try {
    if (await hasUsers(pool)) return;
    // One hash for each demo password, before the transaction, because hashes are slow.
    const passwords = ['Capo1234', 'Super1234', 'Admin1234', 'Client1234'];
    const hashes = await Promise.all(passwords.map((password) => hashPassword('seed', password)));
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

async function seed(
  client: Queryable,
  [capoHash = '', superHash = '', adminHash = '', clientHash = '']: string[],
): Promise<void> {
  const start = Date.now() - DAYS * 24 * HOUR_MS;
  let clock = start - 5 * HOUR_MS;
  const next = (minutes: number): Date => new Date((clock += minutes * 60_000));
  const random = createRandom(20_250_101);
  const history = createHistoryWriter(client);
  const roles = {
    superAdmin: { role: 'ROLE_SUPER_ADMIN', hash: superHash },
    admin: { role: 'ROLE_ADMIN', hash: adminHash },
    client: { role: 'ROLE_CLIENT', hash: clientHash },
  } as const;

  const { rows } = await client.query<{ id: number }>("select create_capo('capo', $1) as id", [capoHash]);
  const capo = await find(client, rows[0]?.id ?? 0);
  await history.issue(capo, 5_000_000, next(1));

  const superAdmin = await history.register(
    capo,
    { ...roles.superAdmin, username: 'superadmin', opening: 800_000 },
    next(30),
  );
  const admin = await history.register(
    superAdmin,
    { ...roles.admin, username: 'admin', opening: 150_000 },
    next(30),
  );
  const first = await history.register(
    admin,
    { ...roles.client, username: 'client', opening: 1_000 },
    next(30),
  );
  const clients = [first];
  // Siblings of the demo accounts, so that each role has a list.
  for (const username of ['superadmin-sud', 'superadmin-nord'])
    await history.register(capo, { ...roles.superAdmin, username, opening: 200_000 }, next(7));
  for (const username of ['admin-sfax', 'admin-sousse', 'admin-bizerte'])
    await history.register(superAdmin, { ...roles.admin, username, opening: 25_000 }, next(7));

  clock = start;
  const stepMinutes = (DAYS * 24 * 60 - 120) / (CLIENTS * 10);
  for (let index = 0; index < CLIENTS * 10; index += 1) {
    const at = next(stepMinutes);
    // New clients are registered in the first two weeks; deposits and withdrawals continue throughout.
    if (index % 5 === 0 && clients.length <= CLIENTS) {
      const username = nameOf(clients.length - 1);
      const opening = 50 + 10 * Math.floor(random() * 40);
      clients.push(await history.register(admin, { ...roles.client, username, opening }, at));
      continue;
    }
    const chosen = clients[Math.floor(random() * clients.length)] ?? first;
    const amount = 10 * (1 + Math.floor(random() * 25));
    if (random() < 0.68) await history.deposit(admin, chosen, amount, at);
    else await history.withdraw(admin, chosen, Math.min(amount, 50), at);
    if (index % 160 === 80) await history.deposit(superAdmin, admin, 5_000, at);
  }
  await history.deposit(admin, first, 500, next(5));
  await client.query('update users set active = false where id = any($1)', [
    [clients[9]?.id, clients[23]?.id, clients[41]?.id],
  ]);
}

const nameOf = (number: number): string =>
  `${FIRST_NAMES[number % FIRST_NAMES.length]}.${LAST_NAMES[(number * 3 + Math.floor(number / 32)) % LAST_NAMES.length]}`;

interface NewUser {
  readonly username: string;
  readonly hash: string;
  readonly role: Role;
  readonly opening: number;
}

/** Writes the history with the ledger's functions, amounts in TND. A refused movement is left out of the history. */
function createHistoryWriter(client: Queryable) {
  const post = (movement: object, amount: number, at: Date) =>
    client.query<{ op_id: string }>("select post_as_owner($1, $2)->0->>'transferId' as op_id", [
      JSON.stringify([{ ...movement, amount: String(BigInt(amount) * MICROS) }]),
      at,
    ]);
  const transfer = (
    kind: 'DEPOSIT' | 'WITHDRAWAL',
    [payer, payee]: readonly [SeededUser, SeededUser],
    [agent, child]: readonly [SeededUser, SeededUser],
    amount: number,
    at: Date,
  ) =>
    post(
      {
        ...{ kind, debit_account_id: payer.accountId, credit_account_id: payee.accountId },
        ...{ initiator_account_id: agent.accountId, target_account_id: child.accountId },
      },
      amount,
      at,
    );
  return {
    async issue(capo: SeededUser, amount: number, at: Date): Promise<void> {
      const { rows } = await client.query<{ id: number }>("select id from accounts where code = 'issue'");
      const issued = await post(
        { kind: 'ISSUE', debit_account_id: rows[0]?.id, credit_account_id: capo.accountId },
        amount,
        at,
      );
      await client.query("insert into issues (transfer_id, issued_by) values ($1, 'demo')", [
        issued.rows[0]?.op_id,
      ]);
    },
    async register(parent: SeededUser, user: NewUser, at: Date): Promise<SeededUser> {
      const { username, hash, role, opening } = user;
      const { rows } = await client.query<{ result: { ok: boolean; userId: number } }>(
        'select register_user_at($1, $2, $3, $4, $5, null, null, $6) as result',
        [parent.id, username, hash, role, BigInt(opening) * MICROS, at],
      );
      const result = rows[0]?.result;
      if (result?.ok !== true) throw new Error(`demo seed: ${username} was refused`);
      return find(client, result.userId);
    },
    deposit: (agent: SeededUser, child: SeededUser, amount: number, at: Date) =>
      transfer('DEPOSIT', [agent, child], [agent, child], amount, at),
    withdraw: (agent: SeededUser, child: SeededUser, amount: number, at: Date) =>
      transfer('WITHDRAWAL', [child, agent], [agent, child], amount, at),
  };
}

async function find(client: Queryable, id: number): Promise<SeededUser> {
  const { rows } = await client.query<{ account_id: number }>('select account_id from users where id = $1', [
    id,
  ]);
  return { id, accountId: rows[0]?.account_id ?? 0 };
}

/** A linear congruential generator, so that the demo is the same on every machine. */
function createRandom(seedValue: number): () => number {
  let state = seedValue;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
