import {
  createDialect,
  fromUnit,
  type Agent,
  type Callback,
  type DialectName,
  type Unit,
  type DialectRequest,
} from './dialects';

/** The operator's answer: accepted, refused with an error code, or unknown (no or no readable answer, or a code of UNDECIDED). */
export interface Verdict {
  readonly kind: 'accepted' | 'refused' | 'unknown';
  readonly word: string;
  /** Thousandths; NaN when the answer has none. */
  readonly balance: number;
}

export interface OperatorOptions {
  readonly url: string;
  readonly dialect: DialectName;
  readonly unit: Unit;
  readonly agent: Agent;
  readonly timeoutMs: number;
}

export type Operator = ReturnType<typeof createOperator>;

/** Error codes that leave the outcome unknown, so the callback is repeated. */
const UNDECIDED = new Set(['INTERNAL_ERROR', 'EXTERNAL_ERROR', 'NOW_CHECKING', 'UNKNOWN']);

/** An operator's wallet, as seen by an aggregator. */
export function createOperator({ url, dialect: name, unit, agent, timeoutMs }: OperatorOptions) {
  const dialect = createDialect(name, agent, unit);
  const base = url.replace(/\/$/, '');
  let sent = 0;
  let slowestMs = 0;

  async function post(path: string, body: unknown): Promise<Verdict> {
    sent += 1;
    const startedAt = performance.now();
    try {
      const response = await fetch(base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      return readVerdict(text, unit);
    } catch (error) {
      return { kind: 'unknown', word: error instanceof Error ? error.name : 'NO_ANSWER', balance: NaN };
    } finally {
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
  }
  const write = ({ path, body }: DialectRequest): Promise<Verdict> => post(path, body);

  return {
    balance: (userCode: string) => write(dialect.balance(userCode)),
    send: (callback: Callback) => write(dialect.transaction(callback)),
    rollBack: (callback: Callback, rollbackId: string) => write(dialect.rollback(callback, rollbackId)),
    sendAltered(callback: Callback, alter: (body: Record<string, unknown>) => unknown): Promise<Verdict> {
      const { path, body } = dialect.transaction(callback);
      return post(path, alter(structuredClone(body)));
    },
    /** Requests sent so far. */
    get sent() {
      return sent;
    },
    /** The slowest answer so far, in milliseconds. */
    get slowestMs() {
      return slowestMs;
    },
  };
}

function readVerdict(text: string, unit: Unit): Verdict {
  try {
    const answer = JSON.parse(text) as { status?: unknown; msg?: unknown; user_balance?: unknown };
    const balance = fromUnit(answer.user_balance, unit);
    if (answer.status === 1) return { kind: 'accepted', word: 'SUCCESS', balance };
    const word = typeof answer.msg === 'string' ? answer.msg : 'UNKNOWN';
    return { kind: answer.status === 0 && !UNDECIDED.has(word) ? 'refused' : 'unknown', word, balance };
  } catch {
    return { kind: 'unknown', word: 'UNREADABLE', balance: NaN };
  }
}
