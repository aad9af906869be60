import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Store } from '../store/store.js';
import type { Session } from '../store/records.js';
import type { Catalogue, Game } from '../catalogue/catalogue.js';
import type { GameKind } from '../catalogue/providers.js';
import { RoundOpenError, type RoundEngine } from '../rounds/round-engine.js';
import type { Settings } from '../settings.js';
import type { OperatorWallet } from '../wallet/operator-wallet.js';
import type { Sessions } from './sessions.js';

export interface PlayContext {
  settings: Settings;
  catalogue: Catalogue;
  store: Store;
  sessions: Sessions;
  engine: RoundEngine;
  wallet: OperatorWallet;
  /** Where the pages find their own files. */
  assets: string;
}

export type PlayRequest = FastifyRequest<{ Params: { token: string } }>;

/** The session and the game that a token in the path stands for; undefined when it is over or its title is gone. */
export function findPlay(
  { sessions, catalogue }: PlayContext,
  token: string,
): { session: Session; game: Game } | undefined {
  const session = sessions.find(token);
  const game = session && catalogue.findGame(session.providerCode, session.gameCode);
  return session && game && { session, game };
}

/** Runs `answer` with the token's session, when it is alive and its game of that kind; answers 410 or 404 otherwise, 409 while a round is open. */
export function forKind(
  context: PlayContext,
  kind: GameKind,
  answer: (session: Session, request: PlayRequest, reply: FastifyReply) => Promise<unknown>,
) {
  return async (request: PlayRequest, reply: FastifyReply) => {
    const play = findPlay(context, request.params.token);
    if (!play) return reply.code(410).send({ error: 'SESSION_EXPIRED' });
    if (play.game.kind !== kind) return reply.code(404).send({ error: 'OTHER_GAME' });
    try {
      return await answer(play.session, request, reply);
    } catch (error) {
      if (error instanceof RoundOpenError) return reply.code(409).send({ error: error.code });
      throw error;
    }
  };
}

/** The balance by the operator's own word, or null while it does not answer. */
export async function readBalance({ wallet }: PlayContext, session: Session): Promise<number | null> {
  const answer = await wallet.readBalance(session.userCode);
  return answer.kind === 'accepted' ? (answer.balance ?? null) : null;
}
