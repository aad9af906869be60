import { createSecretKey, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { SessionKey } from '../users/user.repository';

const ISSUER = 'palier';
const AUDIENCE = 'palier-api';

export interface AccessClaims extends SessionKey {
  readonly expiresAtMs: number;
}

/** The clocks of two processes may differ by this much. */
const CLOCK_TOLERANCE_S = 2;
const USER_ID = /^[1-9]\d{0,9}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The one accepted spelling of a token. jose also decodes white space, other alphabets and spare bits of the
 * signature's last character: each spelling would take an entry of the cache.
 */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;
/** Issued tokens have some 300 characters. */
const MAX_TOKEN_LENGTH = 512;
const MAX_CACHED_TOKENS = 20_000;

export const isExpired = ({ expiresAtMs }: AccessClaims): boolean =>
  Date.now() >= expiresAtMs + CLOCK_TOLERANCE_S * 1000;

/**
 * Access tokens: JWT, HS256 only, signed with `secret`; those signed with `previousSecret` are accepted too.
 * A token is verified once and then cached, so that a page's many calls cost one check.
 */
export function createAccessTokens(secret: string, lifeS: number, previousSecret?: string) {
  const key = createSecretKey(secret, 'utf8');
  const previousKey = previousSecret === undefined ? null : createSecretKey(previousSecret, 'utf8');
  /** Verified tokens, the oldest first. */
  const cache = new Map<string, AccessClaims>();

  async function verify(token: string, key: KeyObject): Promise<AccessClaims | null> {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
      // Also refuses an `iat` of the future.
      maxTokenAge: lifeS,
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    const { sub = '', sid, exp = 0, iat = 0 } = payload;
    if (exp - iat > lifeS || !USER_ID.test(sub) || typeof sid !== 'string' || !UUID.test(sid)) return null;
    return { userId: Number(sub), sessionId: sid, expiresAtMs: exp * 1000 };
  }

  return {
    issue({ userId, sessionId }: SessionKey): Promise<string> {
      const iat = Math.floor(Date.now() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(String(userId))
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(iat)
        .setExpirationTime(iat + lifeS)
        .sign(key);
    },
    /** The claims of a valid token of ours, or null. The state of the session is not checked. */
    async read(token: string): Promise<AccessClaims | null> {
      if (token.length > MAX_TOKEN_LENGTH || !TOKEN.test(token)) return null;
      const cached = cache.get(token);
      if (cached !== undefined) {
        if (!isExpired(cached)) return cached;
        cache.delete(token);
        return null;
      }
      let claims = await verify(token, key).catch(() => null);
      if (claims === null && previousKey !== null)
        claims = await verify(token, previousKey).catch(() => null);
      if (claims === null) return null;
      if (cache.size >= MAX_CACHED_TOKENS) cache.delete(cache.keys().next().value ?? '');
      cache.set(token, claims);
      return claims;
    },
  };
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;
