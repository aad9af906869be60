import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { depositOf, withKey } from './api-client';
import { CHILD_PASSWORD, type Cluster } from './cluster';
import { atOnce } from '../at-once';
import type { ScenarioContext } from '../scenario';
import { untilTrue } from '../wait-until';

/** Writers that record which of their calls were acknowledged, refused or of unknown outcome. */
interface TrackedWriters {
  readonly acknowledged: number;
  /** Answers with 503. */
  readonly unavailable: number;
  /** Calls without an answer. */
  readonly lost: number;
  /** `performance.now()` of the last acknowledged call. */
  readonly lastAcknowledgedAt: number;
  /** Stops the writers and requires that the ledger agrees with their record. */
  settle(): Promise<void>;
}

interface Attempt {
  readonly key: string;
  /** The child to register; absent for a deposit. */
  readonly child?: string;
  isAcknowledged: boolean;
}

/** Pause between two registrations, because password hashing would slow the other writers. */
const REGISTER_PAUSE_MS = 50;
const ANSWER_LIMIT_MS = 60_000;

/**
 * Starts writers that deposit one dinar at a time to one child, each call with a new key, and a writer that registers children with one
 * cent. A call of unknown outcome is not repeated, so its money may have moved or not. Only 200 and 503 are expected answers.
 */
export async function startTrackedWriters(
  { expect }: Pick<ScenarioContext, 'expect'>,
  cluster: Cluster,
  count: number,
): Promise<TrackedWriters> {
  const { accessToken: token } = await cluster.login('admin');
  const { username } = await cluster.newChild('admin', 0);
  const attempts: Attempt[] = [];
  const record = { acknowledged: 0, unavailable: 0, lost: 0, lastAcknowledgedAt: 0 };
  let isOver = false;

  const call = async (writer: number, attempt: Attempt): Promise<void> => {
    const running = cluster.processes.filter((server) => server.isRunning());
    const server = running[writer % Math.max(running.length, 1)];
    if (server === undefined) return wait(20);
    attempts.push(attempt);
    const { key, child } = attempt;
    const [path, body] =
      child === undefined
        ? ['/transactions', depositOf(username, 1)]
        : ['/auth/admin/register-client', { username: child, password: CHILD_PASSWORD, balance: 0.01 }];
    const options = { token, body, headers: withKey(key), timeoutMs: ANSWER_LIMIT_MS };
    const answer = await server.call('POST', path, options).catch(() => null);
    if (answer?.status === 200) {
      attempt.isAcknowledged = true;
      record.acknowledged += 1;
      record.lastAcknowledgedAt = performance.now();
    } else if (answer === null) {
      record.lost += 1;
      // The process is starting; constant attempts would slow its start.
      await wait(100);
    } else {
      expect(answer.status === 503, `unexpected answer: ${answer.status} ${JSON.stringify(answer.body)}`);
      record.unavailable += 1;
      await wait(20);
    }
  };
  const write = async (writer: number): Promise<void> => {
    while (!isOver) await call(writer, { key: randomUUID(), isAcknowledged: false });
  };
  const register = async (): Promise<void> => {
    while (!isOver) {
      await wait(REGISTER_PAUSE_MS);
      const key = randomUUID();
      await call(count, { key, child: `load-${key.slice(0, 23)}`, isAcknowledged: false });
    }
  };
  const running = Promise.all([atOnce(count, write), register()]);

  return Object.assign(record, {
    async settle() {
      isOver = true;
      await running;
      expect(record.acknowledged > 0, 'nothing was acknowledged, so the scenario tested nothing');
      const { rows } = await cluster.owner.query<{ key: string }>(
        "select key from idempotency_keys where key = any($1) and (answer->>'ok')::boolean",
        [attempts.map(({ key }) => key)],
      );
      const keys = new Set(rows.map(({ key }) => key));
      const stored = attempts.filter(({ key }) => keys.has(key));
      const missing = attempts.filter(({ isAcknowledged, key }) => isAcknowledged && !keys.has(key)).length;
      expect(missing === 0, `${missing} acknowledged writes missing`);
      const deposits = stored.filter(({ child }) => child === undefined).length;
      const moved = await cluster.balanceOf(username);
      expect(moved === deposits, `${deposits} deposits stored, ${moved} TND moved`);
      const named = attempts.flatMap(({ child }) => child ?? []);
      const registered = stored.flatMap(({ child }) => child ?? []);
      expect(registered.length > 0 || deposits <= 2_000, 'no child was registered');
      // Each stored key has its child, each child its key and its cent.
      const { rows: children } = await cluster.owner.query<{ child: string }>(
        "select concat(username, ' ', balance) as child from users join accounts on accounts.id = account_id where username = any($1)",
        [named],
      );
      const found = children.map(({ child }) => child).sort();
      const isSame =
        found.join() ===
        registered
          .map((child) => `${child} 10000`)
          .sort()
          .join();
      expect(
        isSame,
        `${registered.length} registrations stored, ${found.length} children, or not their cent`,
      );
    },
  });
}

/** Milliseconds until a write is acknowledged again; null after the limit. */
export async function waitUntilServed(
  load: { readonly lastAcknowledgedAt: number },
  limitMs: number,
): Promise<number | null> {
  const since = performance.now();
  const isServed = await untilTrue(() => load.lastAcknowledgedAt > since, limitMs);
  return isServed ? performance.now() - since : null;
}

/** Requires that no API process has ended. */
export const expectAllRunning = ({ expect }: ScenarioContext, { processes }: Cluster): void =>
  expect(
    processes.every((server) => server.isRunning()),
    'an API process ended',
  );
