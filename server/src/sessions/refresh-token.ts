import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A first refresh token: opaque, 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** The hash of a refresh token, which is stored instead of the token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The successor of a refresh token. It is derived with the server's secret, so that a repeated refresh within
 * the grace gets the same successor although only hashes are stored.
 */
export const successorOf = (token: string, secret: string): string =>
  createHmac('sha256', `refresh-successor:${secret}`).update(token).digest('base64url');
