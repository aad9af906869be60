import type { Pool } from '../database/pool';
import { unavailable } from '../errors/refusal';
import { applyMovements } from './ledger.repository';
import type { Movement, MovementResult } from './movement';

const MAX_BATCH = 256;
const MAX_WAITING = 4_096;
const WRITERS = 2;

interface Waiting {
  readonly movement: Movement;
  readonly resolve: (result: MovementResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The process's one way to move money. */
export interface LedgerWriter {
  /** Resolves after the commit that holds the movement, with its own result or refusal. */
  apply(movement: Movement): Promise<MovementResult>;
}

/**
 * Movements that wait while a commit is in flight share the next one; there is no timer, so a lone movement goes at
 * once (design §3).
 */
export function createLedgerWriter(
  pool: Pool,
  observeBatch: (movements: number, seconds: number) => void = () => undefined,
): LedgerWriter {
  const queue: Waiting[] = [];
  let active = 0;

  async function drain(): Promise<void> {
    active += 1;
    try {
      while (queue.length > 0) await applyBatch(queue.splice(0, MAX_BATCH));
    } finally {
      active -= 1;
    }
  }

  async function applyBatch(batch: Waiting[]): Promise<void> {
    const startedAt = performance.now();
    try {
      const results = await applyMovements(
        pool,
        batch.map((waiting) => waiting.movement),
      );
      observeBatch(batch.length, (performance.now() - startedAt) / 1000);
      batch.forEach((waiting, index) => waiting.resolve(results[index]!));
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only !== undefined) return only.reject(error);
      // A statement that failed on the database's word moved nothing; each neighbour is then tried by itself. With a
      // lost connection the outcome is unknown and nothing may be repeated.
      if (!isRefusedStatement(error)) return batch.forEach((waiting) => waiting.reject(error));
      for (const waiting of batch) await applyBatch([waiting]);
    }
  }

  return {
    apply(movement) {
      if (queue.length >= MAX_WAITING) return Promise.reject(unavailable());
      return new Promise((resolve, reject) => {
        queue.push({ movement, resolve, reject });
        if (active < WRITERS) void drain();
      });
    },
  };
}

/** SQLSTATE classes of data, integrity and raised exceptions. */
const isRefusedStatement = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(22|23|P0|42)/.test(String(error.code));
