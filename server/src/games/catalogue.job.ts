import type { FastifyBaseLogger } from 'fastify';
import { runPeriodically } from '../concurrency/run-periodically';
import type { Catalogue } from './catalogue';

const FIRST_AFTER_MS = 500;
const PAUSE_MS = 5_000;
/** While callers' turns or the pace come first. */
const BUSY_PAUSE_MS = 250;
const PAUSE_AFTER_FAILURE_MS = 2_000;

/** Keeps all lists of the aggregator read, one after another; returns a function that stops. */
export function startReadingLists(
  catalogue: Pick<Catalogue, 'readDueList'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): () => void {
  return runPeriodically(
    PAUSE_MS,
    async () => {
      try {
        const outcome = await catalogue.readDueList();
        if (outcome === 'none') return PAUSE_MS;
        return outcome === 'busy' ? BUSY_PAUSE_MS : 0;
      } catch (error) {
        log.warn({ err: error }, 'a list of the games provider was not read');
        return PAUSE_AFTER_FAILURE_MS;
      }
    },
    FIRST_AFTER_MS,
  );
}
