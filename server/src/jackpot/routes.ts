import { jackpotCountersSchema } from '@palier/shared/contracts';
import * as z from 'zod/mini';
import type { App } from '../http/app-type';
import type { Services } from '../services';
import { requireSession } from '../sessions/authenticate';
import { listDraws, readCounters } from './jackpot.repository';

const drawSchema = z.object({
  tier: z.string(),
  number: z.number(),
  commitment: z.string(),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  ceilingMicros: z.nullable(z.string()),
  salt: z.nullable(z.string()),
});

/** Section 7 of docs/spec-coverage.md: /jackpot. The draws are public: commitment = sha256("tier:number:ceilingMicros:salt"). */
export function registerJackpotRoutes(app: App, services: Services): void {
  app.get(
    '/jackpot/counters',
    {
      onRequest: requireSession(services),
      schema: { tags: ['jackpot'], response: { 200: jackpotCountersSchema } },
    },
    () => readCounters(services.pool),
  );
  app.get(
    '/jackpot/draws',
    { schema: { tags: ['jackpot'], response: { 200: z.object({ draws: z.array(drawSchema) }) } } },
    async () => ({
      draws: await listDraws(services.pool),
    }),
  );
}
