import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from '@palier/server/database';
import { untilTrue } from '../wait-until';
import { withKey } from './api-client';
import { CHILD_PASSWORD } from './cluster';
import type { Population } from './population';
import { callAt, type ServerAnswer } from './server-process';
import { callWallet, type WalletAnswer } from './wallet-client';

/**
 * Writers that repeat each call with its key until an answer says that the money moved, as the product's
 * pages do.
 */
export interface Writers {
  /** Acknowledged calls so far. */
  readonly acknowledged: number;
  /** Calls that were sent again: without an answer, or answered 503. */
  readonly repeated: number;
  readonly slowestMs: number;
  /**
   * Milliseconds from now until a call that was sent after now is acknowledged at each address, by the
   * address; throws after `limitMs`.
   */
  untilServed(limitMs: number): Promise<Record<string, number>>;
  /** Ends the calls and requires that the ledger has each acknowledged call once. */
  stop(): Promise<Reconciled>;
}

/** Acknowledged calls and what the ledger has of them. */
interface Reconciled {
  readonly acknowledged: number;
  readonly repeated: number;
  /** Acknowledged calls that moved no money. */
  readonly missing: number;
  /** Movements beyond one for each call. */
  readonly doubled: number;
}

interface WritersOptions {
  /** Where the writers call, by name; writer n uses address n modulo their number. */
  readonly urls: Readonly<Record<string, string>>;
  readonly population: Population;
  readonly owner: Pool;
  /** One more writer registers children with one cent. */
  readonly registers?: boolean;
  /**
   * The transfers have no Idempotency-Key, as those of a script; a call that is sent again may then move
   * twice.
   */
  readonly keyless?: boolean;
  readonly expect: (holds: boolean, failure: string) => void;
}

const WRITE_PAUSE_MS = 15;
/** Password hashing would slow the other writers. */
const REGISTER_PAUSE_MS = 50;
const REPEAT_AFTER_MS = 200;
/** Above the server's own limits, after which it answers 503. */
const ANSWER_LIMIT_MS = 30_000;
/** A call that is never acknowledged ends the row. */
const GIVE_UP_AFTER_MS = 120_000;
/**
 * Answers after which a caller repeats: no process is ready, or the process ended, or the same key is still
 * in progress.
 */
const REPEATED_STATUSES = [502, 503, 504, 409];

/** True: the money moved. False: the outcome is unknown, or nothing moved yet; the call is repeated. */
type Call = (key: string) => Promise<boolean>;

interface Figures {
  acknowledged: number;
  repeated: number;
  slowestMs: number;
}

/** A writer that calls at one address until it is ended. */
interface Writer {
  /** The address's name. */
  readonly name: string;
  /** Where it notes the keys of acknowledged calls. */
  readonly acknowledged: string[];
  readonly call: Call;
  readonly pauseMs?: number;
}

/** What the writers have done so far, and the loop in which each of them works. */
function createProgress(addressNames: readonly string[]) {
  const figures: Figures = { acknowledged: 0, repeated: 0, slowestMs: 0 };
  const lastAcknowledgedStart = new Map<string, number>();
  let isOver = false;

  async function repeatUntilAcknowledged({ name, acknowledged, call }: Writer): Promise<void> {
    const key = randomUUID();
    const firstSentAt = performance.now();
    for (;;) {
      const sentAt = performance.now();
      if (await call(key)) {
        acknowledged.push(key);
        figures.acknowledged += 1;
        figures.slowestMs = Math.max(figures.slowestMs, performance.now() - firstSentAt);
        lastAcknowledgedStart.set(name, Math.max(sentAt, lastAcknowledgedStart.get(name) ?? 0));
        return;
      }
      figures.repeated += 1;
      if (performance.now() - firstSentAt > GIVE_UP_AFTER_MS)
        throw new Error(`a call was not acknowledged within ${GIVE_UP_AFTER_MS / 1_000} s`);
      await wait(REPEAT_AFTER_MS);
    }
  }

  return {
    figures,
    async write(writer: Writer): Promise<void> {
      while (!isOver) {
        await repeatUntilAcknowledged(writer);
        await wait(writer.pauseMs ?? WRITE_PAUSE_MS);
      }
    },
    end(): void {
      isOver = true;
    },
    async untilServed(limitMs: number): Promise<Record<string, number>> {
      const since = performance.now();
      const servedMs: Record<string, number> = {};
      const isServed = await untilTrue(() => {
        for (const name of addressNames)
          if ((lastAcknowledgedStart.get(name) ?? 0) > since) servedMs[name] ??= performance.now() - since;
        return addressNames.every((name) => servedMs[name] !== undefined);
      }, limitMs);
      if (!isServed) throw new Error(`not served within ${limitMs} ms; served: ${JSON.stringify(servedMs)}`);
      return servedMs;
    },
  };
}

/** The calls of the writers, each at one address. */
function createCalls({
  population: { token },
  keyless = false,
  expect,
}: Pick<WritersOptions, 'population' | 'keyless' | 'expect'>) {
  const post = async (url: string, path: string, key: string, body: object): Promise<boolean> => {
    const options = {
      token,
      body,
      timeoutMs: ANSWER_LIMIT_MS,
      headers: keyless ? {} : withKey(key),
    };
    const answer = await callAt(url)('POST', path, options).catch((): null => null);
    if (answer !== null) expect(isExpected(answer), `${answer.status} ${JSON.stringify(answer.body)}`);
    return answer?.status === 200;
  };
  return {
    transfer(url: string, receiverUsername: string): Call {
      let count = 0;
      let last = '';
      return (key) => {
        if (key !== last) count += 1;
        last = key;
        // Two deposits for each withdrawal, so that no balance runs out.
        const type = count % 3 === 0 ? 'WITHDRAWAL' : 'DEPOSIT';
        return post(url, '/transactions', key, { receiverUsername, amount: 1, type });
      };
    },
    register:
      (url: string): Call =>
      (key) => {
        const child = { username: childOf(key), password: CHILD_PASSWORD, balance: 0.01 };
        return post(url, '/auth/admin/register-client', key, child);
      },
    play:
      (url: string, player: { readonly id: number }): Call =>
      async (key) => {
        const move = { player, txn: key, round: key, type: 'debit_credit', bet: 0.2, win: 0.1 } as const;
        const answer = await callWallet({ call: callAt(url) }, move).catch((): Partial<WalletAnswer> => ({}));
        const isKnown = answer.status === 1 || answer.status === undefined || answer.msg === 'INTERNAL_ERROR';
        expect(isKnown, `callback: ${JSON.stringify(answer)}`);
        return answer.status === 1;
      },
  };
}

export async function startWriters(options: WritersOptions): Promise<Writers> {
  const { urls, population, owner, registers = false, keyless = false, expect } = options;
  const keys: string[] = [];
  const callbacks: string[] = [];
  const before = await countMovements(owner, population);
  const addresses = Object.entries(urls);
  const progress = createProgress(addresses.map(([name]) => name));
  const { figures, untilServed } = progress;
  const calls = createCalls(options);
  const addressOf = (index: number): readonly [name: string, url: string] =>
    addresses[index % addresses.length]!;

  const writers = population.children.map((child, index): Writer => {
    const [name, url] = addressOf(index);
    return { name, acknowledged: keys, call: calls.transfer(url, child) };
  });
  for (const [index, player] of population.players.entries()) {
    const [name, url] = addressOf(index);
    writers.push({ name, acknowledged: callbacks, call: calls.play(url, player) });
  }
  if (registers) {
    const [name, url] = addressOf(0);
    writers.push({ name, acknowledged: keys, call: calls.register(url), pauseMs: REGISTER_PAUSE_MS });
  }
  const running = Promise.all(writers.map((writer) => progress.write(writer)));
  // Awaited by `stop`; without a handler, a rejection before that would end the drill.
  running.catch(() => undefined);

  return Object.assign(figures, {
    untilServed,
    async stop() {
      progress.end();
      await running;
      const moved = (await countMovements(owner, population)) - before;
      const stored = keyless ? moved : await readStored(owner, keys, callbacks);
      const { acknowledged, repeated } = figures;
      const [missing, doubled] = [acknowledged - stored, moved - stored];
      expect(acknowledged > 0, 'nothing was acknowledged');
      expect(missing === 0, `${missing} acknowledged calls are missing`);
      expect(doubled === 0, `${doubled} movements too many`);
      return { acknowledged, repeated, missing, doubled };
    },
  });
}

const childOf = (key: string): string => `load-${key.slice(0, 23)}`;
const isExpected = ({ status }: ServerAnswer): boolean =>
  status === 200 || REPEATED_STATUSES.includes(status);

/** How many of these calls the database has as done. */
async function readStored(
  owner: Pool,
  keys: readonly string[],
  callbacks: readonly string[],
): Promise<number> {
  const { rows } = await owner.query<{ stored: bigint }>(
    `select (select count(distinct key) from idempotency_keys
              where key = any($1) and (answer->>'ok')::boolean)
          + (select count(*) from provider_transactions
              where transaction_id = any($2) and (answer->>'ok')::boolean) as stored`,
    [keys, callbacks],
  );
  return Number(rows[0]!.stored);
}

/**
 * Movements of the population: transfers of agents, stakes of players, and registered children that have
 * their cent.
 */
async function countMovements(owner: Pool, { children, players }: Population): Promise<number> {
  const { rows } = await owner.query<{ moved: bigint }>(
    `select (select count(*) from transfers t join users u on u.account_id = t.target_account_id
              where u.username = any($1) and t.kind in ('DEPOSIT', 'WITHDRAWAL'))
          + (select count(*) from transfers t join users u on u.account_id = t.debit_account_id
              where u.id = any($2) and t.kind = 'BET')
          + (select count(*) from users u join accounts a on a.id = u.account_id
              where u.username like 'load-%' and a.balance = 10000) as moved`,
    [children, players.map(({ id }) => id)],
  );
  return Number(rows[0]!.moved);
}
