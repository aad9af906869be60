import type { FastifyInstance } from 'fastify';
import { invalidInput } from '../refusals/refusal';

/** All strings of a JSON text; those followed by a colon are keys. */
const STRINGS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;
const NUMBERS = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/**
 * From the first to the last digit that is not zero, in linear time: a body may contain sixty thousand zeros.
 */
const SIGNIFICANT = /[1-9](?:\d*[1-9])?/;
/** A JSON number represents decimals of at most this many digits exactly. */
const EXACT_DIGITS = 15;

/** Keeps a BOM, which the parser refuses. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses JSON bodies strictly: refuses repeated keys (JSON.parse would take the last of two amounts), the key
 * __proto__ and text that is not UTF-8. An empty body is no body. With `exactNumbers`, numbers that
 * JSON.parse would round are refused too.
 */
export function acceptStrictJson(app: FastifyInstance, { exactNumbers = false } = {}): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    try {
      done(null, parseStrictly(decodeUtf8(bytes as Buffer), exactNumbers));
    } catch {
      done(invalidInput(), undefined);
    }
  });
}

/** Throws when the bytes are not UTF-8. */
export const decodeUtf8 = (bytes: Buffer): string => utf8.decode(bytes);

/** Throws when the text is no JSON or has a key twice. */
export function parseStrictly(text: string, exactNumbers = false): unknown {
  const body: unknown = JSON.parse(text);
  const written = [...text.matchAll(STRINGS)].filter(([, colon]) => colon !== undefined).length;
  if (written !== countKeys(body)) throw invalidInput();
  if (exactNumbers && [...text.replaceAll(STRINGS, '').matchAll(NUMBERS)].some(([n]) => !isExact(n))) {
    throw invalidInput();
  }
  return body;
}

function isExact(number: string): boolean {
  const digits = (number.split(/e/i)[0] ?? '').replace(/[-.]/g, '');
  return (SIGNIFICANT.exec(digits)?.[0] ?? '').length <= EXACT_DIGITS;
}

/** Without recursion, because the sender chooses the depth. */
function countKeys(value: unknown): number {
  let keys = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const entries = Object.entries(next);
    if (!Array.isArray(next)) keys += entries.length;
    if (Object.hasOwn(next, '__proto__')) throw invalidInput();
    for (const [, inner] of entries) open.push(inner);
  }
  return keys;
}
