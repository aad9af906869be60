import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readHostCookie, setHostCookie } from '../http/host-cookie';

const COOKIE_NAME = 'palier-device';
/** A random number and one code for each user, separated by dots. */
const COOKIE_PATTERN = /^[\w-]{22}(?:\.[\w-]{22})*$/;
/**
 * The most users that the cookie of a shared device contains; the user who signed in longest ago is dropped
 * first.
 */
const MAX_USERS = 20;
const CODE_BYTES = 16;
/** Equal to the time for which known addresses are kept. */
const LIFE_S = 180 * 86_400;

/**
 * The cookie by which the login throttle recognises a device (decision 0019). It names no user: a code is
 * computed from the cookie's random number and the username with the server's secret. Codes under
 * `previousSecret` are recognised too, and replaced at the next sign-in.
 */
export function createDeviceCookies(secret: string, previousSecret?: string) {
  const codeUnder = (secret: string, device: string, username: string): string =>
    createHmac('sha256', `login-device:${secret}`)
      .update(`${device} ${username}`)
      .digest()
      .subarray(0, CODE_BYTES)
      .toString('base64url');
  /** The code of a user on a device, then the one under the previous secret. */
  const codesOf = (device: string, username: string): [current: string, ...previous: string[]] => [
    codeUnder(secret, device, username),
    ...(previousSecret === undefined ? [] : [codeUnder(previousSecret, device, username)]),
  ];
  const read = (request: FastifyRequest): { device: string; codes: string[] } => {
    const value = readHostCookie(request, COOKIE_NAME) ?? '';
    const [device, ...codes] = COOKIE_PATTERN.test(value) ? value.split('.') : [];
    return { device: device ?? randomBytes(CODE_BYTES).toString('base64url'), codes };
  };
  return {
    /** The code of a user who has signed in on the request's device, else null. */
    readCode(request: FastifyRequest, username: string): string | null {
      const { device, codes } = read(request);
      const accepted = codesOf(device, username);
      const isKnown = codes.some((one) =>
        accepted.some((code) => timingSafeEqual(Buffer.from(one), Buffer.from(code))),
      );
      return isKnown ? accepted[0] : null;
    },
    /** Adds the user, who has just signed in, to the cookie of the device. */
    addUser(request: FastifyRequest, reply: FastifyReply, username: string): void {
      const { device, codes } = read(request);
      const replaced = codesOf(device, username);
      const value = [device, replaced[0], ...codes.filter((one) => !replaced.includes(one))]
        .slice(0, 1 + MAX_USERS)
        .join('.');
      setHostCookie(request, reply, { name: COOKIE_NAME, value, path: '/api/v1/auth', lifeS: LIFE_S });
    },
  };
}
