import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { isOpen, type Round, type Session } from '../store/records.js';
import { isFlying } from '../crash/flight.js';
import { toMillimes } from '../money.js';
import { stakesMillimes } from '../slot/mathematics.js';
import { registerCrashRoutes } from './crash-routes.js';
import {
  describeCrashRound,
  describeCrashRules,
  describeSlotRound,
  describeSlotRules,
  httpStatusOf,
} from './describe.js';
import { renderCrashPage } from './pages/crash-page.js';
import { renderExpiredPage } from './pages/page-layout.js';
import { renderSlotPage } from './pages/slot-page.js';
import {
  findPlay,
  forKind,
  readBalance,
  spinIdSchema,
  type PlayContext,
  type PlayRequest,
} from './play-context.js';

const spinBody = z.object({
  stake: z.number().refine((stake) => (stakesMillimes as readonly number[]).includes(toMillimes(stake))),
  spinId: spinIdSchema,
});

const stateWaitMs = 2000;
const recentCount = 12;

function createPolicy(parentOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types games',
    `frame-ancestors ${parentOrigins.join(' ')}`,
  ].join('; ');
}

/** Registers the games' pages and their API under /play. */
export function registerPlay(app: FastifyInstance, context: PlayContext): void {
  const { settings, store, engine, assets } = context;
  const policy = createPolicy(settings.allowedParentOrigins);

  const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
    reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', policy).send(page);

  /**
   * The session's last round; for a new session the player's last settled round in this game, so that the
   * page shows stake and reels as the player left them.
   */
  async function findLastRound(session: Session): Promise<Round | undefined> {
    const last = await store.lastRound(session.sessionKey);
    return last ?? (await store.recentRounds(session, recentCount)).find((round) => !isOpen(round));
  }

  async function describeSlotState(session: Session) {
    const last = await findLastRound(session);
    const round = last && (await engine.waitForSettlement(last, stateWaitMs));
    return {
      balance: await readBalance(context, session),
      round: round ? describeSlotRound(round) : null,
      rules: describeSlotRules(),
    };
  }

  async function describeCrashState(session: Session) {
    const last = await store.lastRound(session.sessionKey);
    if (last && !isFlying(last)) await engine.waitForSettlement(last, stateWaitMs);
    const balance = await readBalance(context, session);
    const round = await findLastRound(session);
    const recent = (await store.recentRounds(session, recentCount)).map((each) => describeCrashRound(each));
    return {
      balance,
      round: round ? describeCrashRound(round, engine.elapsedMs(round)) : null,
      recent: recent.filter(({ flight }) => flight?.crashPoint != null),
      commitment: await engine.nextCommitment(session),
      rules: describeCrashRules(),
    };
  }

  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    });

    scope.get('/play/:token', async (request: PlayRequest, reply) => {
      const { token } = request.params;
      const play = await findPlay(context, token);
      if (!play) return sendPage(reply, 410, renderExpiredPage(assets));
      const render = play.game.kind === 'crash' ? renderCrashPage : renderSlotPage;
      const parentOrigins = settings.allowedParentOrigins;
      return sendPage(reply, 200, render({ game: play.game, token, parentOrigins, assets }));
    });

    scope.get('/play/:token/state', async (request: PlayRequest, reply) => {
      const play = await findPlay(context, request.params.token);
      if (!play) return reply.code(410).send({ error: 'SESSION_EXPIRED' });
      return play.game.kind === 'crash' ? describeCrashState(play.session) : describeSlotState(play.session);
    });

    scope.post(
      '/play/:token/spin',
      forKind(context, 'slot', [spinBody, 'INVALID_SPIN'], async (session, spin, reply) => {
        const stakeMillimes = toMillimes(spin.stake);
        const round = await engine.play(session, { spinId: spin.spinId, stakeMillimes });
        const described = describeSlotRound(round);
        const balance = round.balance ?? null;
        return reply.code(httpStatusOf(described.status)).send({ balance, round: described });
      }),
    );
    registerCrashRoutes(scope, context);
  });
}
