import { isRefusedStatement, type Pool } from '../database/pool';
import { isTimeout } from '../database/database-errors';
import { createBatchStarter } from '../concurrency/batch-starter';
import { activeSpan, inSpan, type Span } from '../tracing/span';
import { unavailable } from '../refusals/refusal';
import { applyAgentMovements, applyGameMovements } from './ledger.repository';
import type { AgentMovement, AgentResult, GameMovement, GameResult, RollbackMovement } from './movement';

const MAX_BATCH = 256;
const MAX_WAITING = 4_096;
const BATCHES_AT_ONCE = 2;

interface Waiting<Movement, Result> {
  readonly movement: Movement;
  readonly span: Span | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The only writer of money in a process. Resolves after the commit of the movement, with its own result or
 * refusal.
 */
export interface LedgerWriter {
  applyAgent(movement: AgentMovement): Promise<AgentResult>;
  applyGame(movement: GameMovement | RollbackMovement): Promise<GameResult>;
}

/** Called after each committed batch. */
type ObserveBatch = (movements: number, seconds: number) => void;

/**
 * Group commit: movements queued during a commit share the next one. There is no timer, so a single movement
 * is written at once. Movements of agents and of games have separate batches, because different functions of
 * the ledger write them.
 */
export const createLedgerWriter = (
  pool: Pool,
  observeBatch: ObserveBatch = () => undefined,
): LedgerWriter => ({
  applyAgent: createQueue((movements) => applyAgentMovements(pool, movements), observeBatch),
  applyGame: createQueue((movements) => applyGameMovements(pool, movements), observeBatch),
});

function createQueue<Movement extends object, Result>(
  apply: (movements: readonly Movement[]) => Promise<Result[]>,
  observeBatch: ObserveBatch,
): (movement: Movement) => Promise<Result> {
  let queue: Waiting<Movement, Result>[] = [];

  const start = createBatchStarter({
    maxConcurrent: BATCHES_AT_ONCE,
    isWaiting: () => queue.length > 0,
    runBatch: () => {
      const { batch, rest } = takeBatch(queue);
      queue = rest;
      return applyBatch(batch);
    },
  });

  async function applyBatch(batch: Waiting<Movement, Result>[]): Promise<void> {
    const startedAt = performance.now();
    try {
      const [parent, ...links] = batch.flatMap(({ span }) => span ?? []);
      const attributes = { 'palier.movements': batch.length };
      const results = await inSpan(
        parent,
        { name: 'ledger batch', kind: 'internal', attributes, links },
        () => apply(batch.map((waiting) => waiting.movement)),
      );
      observeBatch(batch.length, (performance.now() - startedAt) / 1000);
      batch.forEach((waiting, index) => waiting.resolve(results[index]!));
    } catch (error) {
      // Queued movements would wait for a silent database batch after batch. They were not sent, so they are
      // rejected now.
      if (isTimeout(error)) for (const waiting of queue.splice(0)) waiting.reject(error);
      const [only] = batch;
      if (batch.length === 1 && only !== undefined) return only.reject(error);
      // A refused statement wrote nothing, so each movement of the batch is tried alone. After a lost
      // connection the outcome is unknown, and nothing may be repeated.
      if (!isRefusedStatement(error)) return batch.forEach((waiting) => waiting.reject(error));
      for (const waiting of batch) await applyBatch([waiting]);
    }
  }

  return (movement) => {
    if (queue.length >= MAX_WAITING) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      queue.push({ movement, span: activeSpan(), resolve, reject });
      start();
    });
  };
}

/**
 * The next batch, in order of arrival. A movement whose idempotency key is already in the batch stays queued.
 */
function takeBatch<One extends { readonly movement: object }>(
  queue: readonly One[],
): { batch: One[]; rest: One[] } {
  const batch: One[] = [];
  const rest: One[] = [];
  const keys = new Set<string>();
  for (const waiting of queue) {
    const key = keyOf(waiting.movement);
    if (batch.length === MAX_BATCH || (key !== undefined && keys.has(key))) rest.push(waiting);
    else {
      batch.push(waiting);
      if (key !== undefined) keys.add(key);
    }
  }
  return { batch, rest };
}

const keyOf = ({ agentAccountId, key }: Partial<AgentMovement>): string | undefined =>
  key === undefined ? undefined : `${agentAccountId} ${key}`;
