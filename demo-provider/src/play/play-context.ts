import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Store } from '../store/store.js';
import type { Session } from '../store/records.js';
import type { Catalogue, Game } from '../catalogue/catalogue.js';
import type { GameKind } from '../catalogue/providers.js';
import { RoundRefused } from '../rounds/open-round.js';
import type { RoundEngine } from '../rounds/round-engine.js';
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
  /** The path prefix of the public files. */
  assets: string;
}

export type PlayRequest = FastifyRequest<{ Params: { token: string } }>;

/**
 * The session of a token and its game; undefined when the session is unknown or over, or its game no longer
 * in the catalogue.
 */
export async function findPlay(
  { sessions, catalogue }: PlayContext,
  token: string,
): Promise<{ session: Session; game: Game } | undefined> {
  const session = await sessions.find(token);
  const game = session && catalogue.findGame(session.providerCode, session.gameCode);
  return session && game && { session, game };
}

export const spinIdSchema = z.string().regex(/^[\w-]{8,64}$/);

/**
 * Wraps a route of one kind of game that takes `schema` as its body or query: 410 without a live session, 404
 * for the other kind, 400 with `errorCode` for an invalid body or query, 409 for a refused round.
 */
export function playRouteForKind<Schema extends z.ZodType>(
  context: PlayContext,
  kind: GameKind,
  [schema, errorCode]: readonly [schema: Schema, errorCode: string],
  answer: (session: Session, given: z.output<Schema>, reply: FastifyReply) => Promise<unknown>,
) {
  return async (request: PlayRequest, reply: FastifyReply) => {
    const play = await findPlay(context, request.params.token);
    if (!play) return reply.code(410).send({ error: 'SESSION_EXPIRED' });
    if (play.game.kind !== kind) return reply.code(404).send({ error: 'OTHER_GAME' });
    const given = schema.safeParse(request.method === 'GET' ? request.query : request.body);
    if (!given.success) return reply.code(400).send({ error: errorCode });
    try {
      return await answer(play.session, given.data, reply);
    } catch (error) {
      if (error instanceof RoundRefused) return reply.code(409).send({ error: error.code });
      throw error;
    }
  };
}

/** The player's balance at the operator, or null when the operator does not answer. */
export async function readBalance({ wallet }: PlayContext, session: Session): Promise<number | null> {
  const answer = await wallet.readBalance(session.userCode);
  return answer.kind === 'accepted' ? (answer.balance ?? null) : null;
}
