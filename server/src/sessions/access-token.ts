import { createHmac, createSecretKey } from 'node:crypto';
import { jwtVerify } from 'jose';

const ISSUER = 'palier';
const AUDIENCE = 'palier-api';

export interface AccessClaims {
  readonly userId: number;
  readonly sessionId: string;
}

export interface AccessTokens {
  issue(claims: AccessClaims): string;
  /** The claims, or null for anything but a token of ours that is alive. The session's state is not looked at here. */
  read(token: string): Promise<AccessClaims | null>;
}

/** Clocks of two processes may differ by this much. */
const CLOCK_TOLERANCE_S = 2;
const USER_ID = /^[1-9]\d{0,9}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The one spelling of a token. The library decodes more: white space, other alphabets, spare bits of the signature's last
 * character; each would be remembered as a token of its own.
 */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;
/** Ours have some 300 characters. */
const LONGEST_TOKEN = 512;

/** Tokens whose signature was found good, so that a page's many calls pay for one check. */
const MOST_REMEMBERED = 20_000;

interface Verified {
  readonly claims: AccessClaims;
  readonly deadAtMs: number;
}

const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const HEADER = base64url(JSON.stringify({ alg: 'HS256', typ: 'at+jwt' }));

/**
 * Access tokens: JWT, HS256 alone. What comes from outside is read by a library; what we write has one form, and is signed
 * here and now: the library hands a signature to the threads that check passwords, to come back to for 20 µs of work.
 */
export function createAccessTokens(secret: string, lifeS: number): AccessTokens {
  const key = createSecretKey(secret, 'utf8');
  const verified = new Map<string, Verified>();
  const remember = (token: string, entry: Verified): void => {
    // Maps keep the order of insertion: the oldest goes first.
    if (verified.size >= MOST_REMEMBERED) verified.delete(verified.keys().next().value ?? '');
    verified.set(token, entry);
  };
  return {
    issue({ userId, sessionId }) {
      const iat = Math.floor(Date.now() / 1000);
      const claims = {
        sid: sessionId,
        sub: String(userId),
        iss: ISSUER,
        aud: AUDIENCE,
        iat,
        exp: iat + lifeS,
      };
      const signed = `${HEADER}.${base64url(JSON.stringify(claims))}`;
      return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
    },
    async read(token) {
      if (token.length > LONGEST_TOKEN || !TOKEN.test(token)) return null;
      const known = verified.get(token);
      if (known !== undefined) {
        if (Date.now() < known.deadAtMs) return known.claims;
        verified.delete(token);
        return null;
      }
      try {
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
        if (exp - iat > lifeS || !USER_ID.test(sub) || typeof sid !== 'string' || !UUID.test(sid))
          return null;
        const claims = { userId: Number(sub), sessionId: sid };
        remember(token, { claims, deadAtMs: (exp + CLOCK_TOLERANCE_S) * 1000 });
        return claims;
      } catch {
        return null;
      }
    },
  };
}
