import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A first refresh token: opaque, 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a refresh token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The one successor of a refresh token. It is derived, so that a lost reply or a duplicated tab gets the same one again
 * within the grace although only hashes are stored; without the server's secret nobody can derive it.
 */
export const successorOf = (token: string, secret: string): string =>
  createHmac('sha256', `refresh-successor:${secret}`).update(token).digest('base64url');
