import { MANAGEMENT_ROLES } from '@palier/shared/contracts';
import { floatSchema, type Float } from '@palier/shared/contracts/float';
import type { FairLimiter } from '../../concurrency/fair-limiter';
import type { Queryable } from '../../database/pool';
import type { App } from '../../http/app-type';
import { operation } from '../../http/operation';
import { callerOf, type RequireSession } from '../../sessions/authenticate';
import { estimateFloat, type FloatEstimate } from './estimate-float';
import { readFloatHistory } from './float.repository';

interface FloatDependencies {
  readonly pool: Queryable;
  readonly slowReads: Pick<FairLimiter, 'run'>;
  readonly timeZone: string;
  readonly requireSession: RequireSession;
}

const MISSING_STEP = 10;
const twoDigits = (number: number): string => String(number).padStart(2, '0');

function toFloat(date: string, estimate: FloatEstimate | null): Float {
  if (estimate === null) return { endsAt: null, missing: null };
  const { endMinute, missing } = estimate;
  return {
    endsAt: `${date}T${twoDigits(Math.floor(endMinute / 60))}:${twoDigits(endMinute % 60)}:00`,
    missing: Math.max(Math.ceil(missing / MISSING_STEP) * MISSING_STEP, MISSING_STEP),
  };
}

/** How long the caller's own balance lasts today (decision 0115). */
export function registerFloatRoute(
  app: App,
  { pool, slowReads, timeZone, requireSession }: FloatDependencies,
): void {
  app.get(
    '/user/float',
    operation('readFloat', floatSchema, { onRequest: requireSession(MANAGEMENT_ROLES) }),
    async (request) => {
      const { user } = callerOf(request);
      const { date, ...history } = await slowReads.run(`user ${user.id}`, () =>
        readFloatHistory(pool, user, timeZone),
      );
      return toFloat(date, estimateFloat(history));
    },
  );
}
