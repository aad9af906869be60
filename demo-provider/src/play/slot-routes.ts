import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toMillimes } from '../money.js';
import { stakesMillimes } from '../slot/mathematics.js';
import { describeSlotRound, httpStatusOf } from './describe.js';
import { forKind, type PlayContext } from './play-context.js';

export const spinId = z.string().regex(/^[\w-]{8,64}$/);

const spinBody = z.object({
  stake: z.number().refine((stake) => (stakesMillimes as readonly number[]).includes(toMillimes(stake))),
  spinId,
});

export function registerSlotRoutes(scope: FastifyInstance, context: PlayContext): void {
  const { engine } = context;

  scope.post(
    '/play/:token/spin',
    forKind(context, 'slot', async (session, request, reply) => {
      const body = spinBody.safeParse(request.body);
      if (!body.success) return reply.code(400).send({ error: 'INVALID_SPIN' });
      const round = await engine.play(session, {
        spinId: body.data.spinId,
        stakeMillimes: toMillimes(body.data.stake),
      });
      const described = describeSlotRound(round);
      return reply
        .code(httpStatusOf(described.status))
        .send({ balance: round.balance ?? null, round: described });
    }),
  );
}
