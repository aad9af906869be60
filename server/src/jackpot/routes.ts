import { jackpotCountersSchema } from '@palier/shared/contracts';
import type { Queryable } from '../database/pool';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import type { RequireSession } from '../sessions/authenticate';
import { listDraws, readCounters } from './jackpot.repository';
import { drawsSchema } from './schemas';

interface JackpotDependencies {
  readonly pool: Queryable;
  readonly requireSession: RequireSession;
}

/**
 * Section 7 of docs/spec-coverage.md: /jackpot. The draws are public: commitment =
 * sha256("tier:number:ceilingMicros:salt").
 */
export function registerJackpotRoutes(app: App, { pool, requireSession }: JackpotDependencies): void {
  app.get(
    '/jackpot/counters',
    operation('readJackpotCounters', jackpotCountersSchema, { onRequest: requireSession() }),
    () => readCounters(pool),
  );
  app.get('/jackpot/draws', operation('listJackpotDraws', drawsSchema), async () => ({
    draws: await listDraws(pool),
  }));
}
