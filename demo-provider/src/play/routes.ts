import type { FastifyInstance, FastifyReply } from 'fastify';
import { isOpen, type Round, type Session } from '../store/records.js';
import { isFlying } from '../crash/flight.js';
import { nextCommitment, registerCrashRoutes } from './crash-routes.js';
import { describeCrashRound, describeCrashRules } from './describe-crash.js';
import { describeSlotRound, describeSlotRules } from './describe-slot.js';
import { renderCrashPage } from './pages/crash-page.js';
import { renderExpiredPage } from './pages/expired-page.js';
import { renderSlotPage } from './pages/slot-page.js';
import { findPlay, readBalance, type PlayContext, type PlayRequest } from './play-context.js';
import { registerSlotRoutes } from './slot-routes.js';

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
    `frame-ancestors ${parentOrigins.join(' ')}`,
  ].join('; ');
}

/** Everything under /play: the games' pages and what they ask. */
export function registerPlay(app: FastifyInstance, context: PlayContext): void {
  const { settings, store, engine, assets } = context;
  const policy = createPolicy(settings.allowedParentOrigins);

  const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
    reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', policy).send(page);

  /**
   * The session's own last round; before it has one, what an earlier session of this game ended with: whoever opens the
   * game again finds the stake and the reels as they were left. An open round of another session is not this page's to follow.
   */
  const findLastRound = (session: Session): Round | undefined =>
    store.lastRound(session.sessionKey) ??
    store.recentRounds(session, recentCount).find((round) => !isOpen(round));

  async function describeSlotState(session: Session) {
    const last = findLastRound(session);
    const round = last && (await engine.waitForSettlement(last, stateWaitMs));
    return {
      balance: await readBalance(context, session),
      round: round ? describeSlotRound(round) : null,
      rules: describeSlotRules(),
    };
  }

  async function describeCrashState(session: Session) {
    const last = store.lastRound(session.sessionKey);
    if (last && !isFlying(last)) await engine.waitForSettlement(last, stateWaitMs);
    const balance = await readBalance(context, session);
    const round = findLastRound(session);
    const recent = store.recentRounds(session, recentCount).map((each) => describeCrashRound(each));
    return {
      balance,
      round: round ? describeCrashRound(round, engine.elapsedMs(round)) : null,
      recent: recent.filter(({ flight }) => flight?.crashPoint != null),
      commitment: nextCommitment(context, session),
      rules: describeCrashRules(),
    };
  }

  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    });

    scope.get('/play/:token', async (request: PlayRequest, reply) => {
      const { token } = request.params;
      const play = findPlay(context, token);
      if (!play) return sendPage(reply, 410, renderExpiredPage(assets));
      const render = play.game.kind === 'crash' ? renderCrashPage : renderSlotPage;
      const parentOrigins = settings.allowedParentOrigins;
      return sendPage(reply, 200, render({ game: play.game, token, parentOrigins, assets }));
    });

    scope.get('/play/:token/state', async (request: PlayRequest, reply) => {
      const play = findPlay(context, request.params.token);
      if (!play) return reply.code(410).send({ error: 'SESSION_EXPIRED' });
      return play.game.kind === 'crash' ? describeCrashState(play.session) : describeSlotState(play.session);
    });

    registerSlotRoutes(scope, context);
    registerCrashRoutes(scope, context);
  });
}
