import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Book } from '../book/book.js';
import { isOpen, type Session } from '../book/records.js';
import type { Catalogue, Game } from '../catalogue/catalogue.js';
import { RoundOpenError, type RoundEngine } from '../rounds/round-engine.js';
import type { Settings } from '../settings.js';
import { stakesMillimes } from '../slot/mathematics.js';
import { toMillimes } from '../money.js';
import type { OperatorWallet } from '../wallet/operator-wallet.js';
import { describeRoundForPage, describeRules } from './describe-play.js';
import { renderExpiredPage, renderGamePage } from './page.js';
import type { Sessions } from './sessions.js';

export interface PlayParts {
  settings: Settings;
  catalogue: Catalogue;
  book: Book;
  sessions: Sessions;
  engine: RoundEngine;
  wallet: OperatorWallet;
}

const spinBody = z.object({
  stake: z.number().refine((stake) => (stakesMillimes as readonly number[]).includes(toMillimes(stake))),
  spinId: z.string().regex(/^[\w-]{8,64}$/),
});

const stateWaitMs = 2000;

export function registerPlay(app: FastifyInstance, parts: PlayParts): void {
  const { settings, catalogue, book, sessions, engine, wallet } = parts;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${settings.allowedParentOrigins.join(' ')}`,
  ].join('; ');

  function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(page);
  }

  const gameOf = (session: Session) => catalogue.findGame(session.providerCode, session.gameCode) as Game;

  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    });

    scope.get<{ Params: { token: string } }>('/play/:token', async (request, reply) => {
      const session = sessions.find(request.params.token);
      if (!session) return sendPage(reply, 410, renderExpiredPage());
      return sendPage(reply, 200, renderGamePage(gameOf(session), settings.allowedParentOrigins));
    });

    scope.get<{ Params: { token: string } }>('/play/:token/state', async (request, reply) => {
      const session = sessions.find(request.params.token);
      if (!session) return reply.code(410).send({ error: 'SESSION_EXPIRED' });
      const last = book.lastRound(session.sessionKey);
      const round = last && (await engine.waitForSettlement(last, stateWaitMs));
      const answer = await wallet.readBalance(session.userCode);
      return {
        balance: answer.kind === 'accepted' ? (answer.balance ?? null) : null,
        round: round ? describeRoundForPage(round) : null,
        rules: describeRules(),
      };
    });

    scope.post<{ Params: { token: string } }>('/play/:token/spin', async (request, reply) => {
      const session = sessions.find(request.params.token);
      if (!session) return reply.code(410).send({ error: 'SESSION_EXPIRED' });
      const body = spinBody.safeParse(request.body);
      if (!body.success) return reply.code(400).send({ error: 'INVALID_SPIN' });
      try {
        const round = await engine.play(session, body.data.spinId, toMillimes(body.data.stake));
        return reply
          .code(isOpen(round) ? 202 : round.debit === 'refused' ? 402 : 200)
          .send({ balance: round.balance ?? null, round: describeRoundForPage(round) });
      } catch (error) {
        if (error instanceof RoundOpenError) return reply.code(409).send({ error: error.code });
        throw error;
      }
    });
  });
}
