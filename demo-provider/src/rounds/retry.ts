import { setTimeout as wait } from 'node:timers/promises';

/** Repeats an attempt with growing pauses until it has a result. Rejects when the provider stops. */
export type Retry = <Result>(attempt: () => Promise<Result | undefined>) => Promise<Result>;

export interface RetryOptions {
  firstRetryMs?: number;
  longestRetryMs?: number;
}

export const createRetry =
  (stopping: AbortSignal, { firstRetryMs = 300, longestRetryMs = 30_000 }: RetryOptions): Retry =>
  async (attempt) => {
    for (let delayMs = firstRetryMs; ; delayMs = Math.min(delayMs * 2, longestRetryMs)) {
      const result = await attempt();
      if (result !== undefined) return result;
      await wait(delayMs, undefined, { signal: stopping });
    }
  };
