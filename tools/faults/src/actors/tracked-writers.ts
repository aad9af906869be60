import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CHILD_PASSWORD, type Cluster } from './cluster';
import type { CallOptions } from './server-process';

/** Writers that record which of their calls were acknowledged, refused or of unknown outcome. */
export interface Load {
  readonly acknowledged: number;
  /** Answers other than 200 and 503. */
  readonly strange: readonly string[];
  readonly unavailable: number;
  readonly lost: number;
  /** `performance.now()` of the last acknowledged call. */
  readonly lastAcknowledgedAt: number;
  /** Stops the writers and compares their record with the ledger; one line per difference. */
  settle(): Promise<string[]>;
}

interface Attempt {
  readonly key: string;
  /** The child to register; absent for a deposit. */
  readonly username?: string;
  outcome: 'acknowledged' | 'refused' | 'unknown';
}

const BALANCE_MICROS = 10_000n;
/** Pause between two registrations, because password hashing would slow the other writers. */
const REGISTER_PAUSE_MS = 50;

/**
 * Starts writers that deposit one dinar at a time to one child, each call with a new key, and one that registers children with one cent. A call of unknown outcome is not repeated: it may count once or not at all.
 */
export async function startTrackedWriters(cluster: Cluster, writers: number): Promise<Load> {
  const { accessToken: token } = await cluster.login('admin');
  const { username } = await cluster.newChild('admin', 0);
  const attempts: Attempt[] = [];
  const strange: string[] = [];
  let [unavailable, lost, acknowledged, lastAcknowledgedAt, isOver] = [0, 0, 0, 0, false];

  const callOf = ({ key, username: child }: Attempt): [path: string, options: CallOptions] => [
    child === undefined ? '/transactions' : '/auth/admin/register-client',
    {
      token,
      headers: { 'idempotency-key': key },
      body:
        child === undefined
          ? { receiverUsername: username, amount: 1, type: 'DEPOSIT' }
          : { username: child, password: CHILD_PASSWORD, balance: 0.01 },
      timeoutMs: 60_000,
    },
  ];
  const writer = async (number: number, registers = false): Promise<void> => {
    while (!isOver) {
      const running = cluster.processes.filter((server) => server.isRunning());
      const server = running[number % Math.max(running.length, 1)];
      if (server === undefined) {
        await wait(20);
        continue;
      }
      const key = randomUUID();
      const attempt: Attempt = {
        key,
        ...(registers ? { username: `load-${key.slice(0, 23)}` } : {}),
        outcome: 'unknown',
      };
      attempts.push(attempt);
      if (registers) await wait(REGISTER_PAUSE_MS);
      try {
        const { status, body } = await server.call('POST', ...callOf(attempt));
        if (status === 200) {
          attempt.outcome = 'acknowledged';
          acknowledged += 1;
          lastAcknowledgedAt = performance.now();
        } else if (status === 503) {
          // The database connection may have broken after the commit, so the outcome is unknown.
          unavailable += 1;
          await wait(20);
        } else strange.push(`${status}: ${JSON.stringify(body).slice(0, 200)}`);
      } catch {
        lost += 1;
        // The process is starting; constant attempts would slow its start.
        await wait(100);
      }
    }
  };
  const running = Promise.all([
    ...Array.from({ length: writers }, (_, number) => writer(number)),
    writer(writers, true),
  ]);

  return {
    get acknowledged() {
      return acknowledged;
    },
    strange,
    get unavailable() {
      return unavailable;
    },
    get lost() {
      return lost;
    },
    get lastAcknowledgedAt() {
      return lastAcknowledgedAt;
    },
    async settle() {
      isOver = true;
      await running;
      const failures = strange.slice(0, 5).map((call) => `unexpected answer: ${call}`);
      if (acknowledged === 0) failures.push('nothing was acknowledged, so the scenario tested nothing');
      const { rows } = await cluster.owner.query<{ key: string; ok: boolean }>(
        "select key, (answer->>'ok')::boolean as ok from idempotency_keys where key = any($1)",
        [attempts.map(({ key }) => key)],
      );
      const kept = new Set(rows.filter(({ ok }) => ok).map(({ key }) => key));
      const missing = attempts.filter(
        ({ outcome, key }) => outcome === 'acknowledged' && !kept.has(key),
      ).length;
      if (missing > 0) failures.push(`${missing} acknowledged writes missing`);
      const isKept = ({ key }: Attempt): boolean => kept.has(key);
      const deposits = attempts.filter((attempt) => attempt.username === undefined && isKept(attempt)).length;
      const moved = await cluster.balanceOf(username);
      if (moved !== deposits)
        failures.push(`${deposits} keys stored, ${moved} TND moved: a deposit was doubled or lost`);
      const named = attempts.flatMap((attempt) => attempt.username ?? []);
      const registered = attempts.flatMap((attempt) => (isKept(attempt) ? (attempt.username ?? []) : []));
      failures.push(...(await faultsOfChildren(cluster, named, registered)));
      if (registered.length === 0 && deposits > 2_000) failures.push('no child was registered');
      return failures;
    },
  };
}

/** Each stored key has its child, each child its key and its cent. */
async function faultsOfChildren(
  { owner }: Cluster,
  named: readonly string[],
  registered: readonly string[],
): Promise<string[]> {
  const { rows } = await owner.query<{ username: string; balance: bigint }>(
    'select username, balance from users join accounts on accounts.id = account_id where username = any($1)',
    [named],
  );
  const whole = rows.filter(({ balance }) => balance === BALANCE_MICROS).map(({ username }) => username);
  const isSame = whole.length === rows.length && whole.sort().join() === [...registered].sort().join();
  return isSame
    ? []
    : [`${registered.length} registrations stored, ${rows.length} children, ${whole.length} with their cent`];
}

/** Milliseconds until a write is acknowledged again; null after the limit. */
export async function waitUntilServed(
  load: { readonly lastAcknowledgedAt: number },
  limitMs: number,
): Promise<number | null> {
  const since = performance.now();
  while (performance.now() - since < limitMs) {
    if (load.lastAcknowledgedAt > since) return performance.now() - since;
    await wait(10);
  }
  return null;
}
