import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Round, Session } from '../store/records.js';
import { isFlying } from '../crash/flight.js';
import { crashStakesMillimes, highestMultiplier, lowestCashOut } from '../crash/mathematics.js';
import { toMillimes } from '../money.js';
import { describeCrashRound, httpStatusOf } from './describe.js';
import { playRouteForKind, spinIdSchema, type PlayContext } from './play-context.js';

const betBody = z.object({
  stake: z.number().refine((stake) => (crashStakesMillimes as readonly number[]).includes(toMillimes(stake))),
  spinId: spinIdSchema,
  commitment: z.string().regex(/^[0-9a-f]{64}$/),
  autoCashOut: z.number().int().min(lowestCashOut).max(highestMultiplier).nullable(),
});
const spinReference = z.object({ spinId: spinIdSchema });

/** The longest time that a request is held open until its flight has ended. */
const flightWaitMs = 8000;

export function registerCrashRoutes(scope: FastifyInstance, context: PlayContext): void {
  const { engine, store } = context;

  async function sendRound(reply: FastifyReply, session: Session, round: Round, status?: number) {
    const commitment = await engine.nextCommitment(session);
    const described = describeCrashRound(round, engine.elapsedMs(round));
    return reply.code(status ?? httpStatusOf(described.status)).send({
      balance: round.balance ?? null,
      round: described,
      commitment,
    });
  }

  scope.post(
    '/play/:token/bet',
    playRouteForKind(context, 'crash', [betBody, 'INVALID_BET'], async (session, bet, reply) => {
      const { spinId, stake, commitment, autoCashOut } = bet;
      const round = await engine.play(session, {
        spinId,
        stakeMillimes: toMillimes(stake),
        flight: { commitment, ...(autoCashOut === null ? {} : { autoCashOut }) },
      });
      return sendRound(reply, session, round);
    }),
  );

  scope.post(
    '/play/:token/cash-out',
    playRouteForKind(
      context,
      'crash',
      [spinReference, 'INVALID_CASH_OUT'],
      async (session, { spinId }, reply) => {
        const round = await engine.cashOut(session, spinId);
        if (!round) return reply.code(404).send({ error: 'NO_SUCH_ROUND' });
        // 202: the end of the flight, by this cash-out or by its crash, is decided and not saved yet.
        return sendRound(reply, session, round, isFlying(round) ? 202 : undefined);
      },
    ),
  );

  scope.get(
    '/play/:token/round',
    playRouteForKind(
      context,
      'crash',
      [spinReference, 'INVALID_QUERY'],
      async (session, { spinId }, reply) => {
        const round = await store.findRoundBySpin(session.sessionKey, spinId);
        if (!round) return reply.code(404).send({ error: 'NO_SUCH_ROUND' });
        const progress = isFlying(round)
          ? engine.waitForSettlement(round, flightWaitMs)
          : engine.waitForProgress(round.roundId);
        return sendRound(reply, session, await progress);
      },
    ),
  );
}
