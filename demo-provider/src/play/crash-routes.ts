import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Round, Session } from '../store/records.js';
import { isFlying } from '../crash/flight.js';
import {
  commitmentTo,
  crashStakesMillimes,
  flightSecret,
  highestMultiplier,
  lowestCashOut,
} from '../crash/mathematics.js';
import { toMillimes } from '../money.js';
import { nextFlightNumber } from '../rounds/round-engine.js';
import { describeCrashRound } from './describe-crash.js';
import { httpStatusOf } from './describe-status.js';
import { forKind, type PlayContext } from './play-context.js';
import { spinId } from './slot-routes.js';

const betBody = z.object({
  stake: z.number().refine((stake) => (crashStakesMillimes as readonly number[]).includes(toMillimes(stake))),
  spinId,
  /** The commitment the player was shown: a bet stands on no other. */
  commitment: z.string().regex(/^[0-9a-f]{64}$/),
  autoCashOut: z.number().int().min(lowestCashOut).max(highestMultiplier).nullable(),
});
const cashOutBody = z.object({ spinId });
const roundQuery = z.object({ spinId });

/** How long a page's question about a flight is held open for news of its end. */
const newsWithinMs = 8000;

/** What the session's next flight is committed to, shown before any stake. */
export function nextCommitment({ store }: PlayContext, session: Session): string {
  const number = nextFlightNumber(store.lastRound(session.sessionKey));
  return commitmentTo(flightSecret(session.fairnessKey ?? '', number));
}

export function registerCrashRoutes(scope: FastifyInstance, context: PlayContext): void {
  const { engine, store } = context;

  function sendRound(reply: FastifyReply, session: Session, round: Round, status?: number): FastifyReply {
    const described = describeCrashRound(round, engine.elapsedMs(round));
    return reply.code(status ?? httpStatusOf(described.status)).send({
      balance: round.balance ?? null,
      round: described,
      commitment: nextCommitment(context, session),
    });
  }

  scope.post(
    '/play/:token/bet',
    forKind(context, 'crash', async (session, request, reply) => {
      const body = betBody.safeParse(request.body);
      if (!body.success) return reply.code(400).send({ error: 'INVALID_BET' });
      const { spinId: id, stake, commitment, autoCashOut } = body.data;
      const isNew = store.findRoundBySpin(session.sessionKey, id) === undefined;
      if (isNew && commitment !== nextCommitment(context, session))
        return reply.code(409).send({ error: 'OTHER_COMMITMENT' });
      const round = await engine.play(session, {
        spinId: id,
        stakeMillimes: toMillimes(stake),
        flight: autoCashOut === null ? {} : { autoCashOut },
      });
      return sendRound(reply, session, round);
    }),
  );

  scope.post(
    '/play/:token/cash-out',
    forKind(context, 'crash', async (session, request, reply) => {
      const body = cashOutBody.safeParse(request.body);
      if (!body.success) return reply.code(400).send({ error: 'INVALID_CASH_OUT' });
      const round = await engine.cashOut(session, body.data.spinId);
      if (!round) return reply.code(404).send({ error: 'NO_SUCH_ROUND' });
      // In the air by the store, after a cash-out: what the press met is decided and not yet written down.
      return sendRound(reply, session, round, isFlying(round) ? 202 : undefined);
    }),
  );

  scope.get(
    '/play/:token/round',
    forKind(context, 'crash', async (session, request, reply) => {
      const query = roundQuery.safeParse(request.query);
      if (!query.success) return reply.code(400).send({ error: 'INVALID_QUERY' });
      const round = store.findRoundBySpin(session.sessionKey, query.data.spinId);
      if (!round) return reply.code(404).send({ error: 'NO_SUCH_ROUND' });
      const news = isFlying(round)
        ? engine.waitForSettlement(round, newsWithinMs)
        : engine.waitForNews(round);
      return sendRound(reply, session, await news);
    }),
  );
}
