import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusals/refusal';

const invalid = (): Refusal => new Refusal('invalid-input', 'Les données envoyées sont invalides.');

/** Every string of a JSON text; the ones followed by a colon are keys. */
const STRINGS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;
const NUMBERS = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** From the first digit that is not zero to the last, in one pass: there may be sixty thousand zeros between them. */
const SIGNIFICANT = /[1-9](?:\d*[1-9])?/;
/** Every decimal of at most this many digits comes through a JSON number unchanged. */
const EXACT_DIGITS = 15;

/** A BOM is left in, for the parser to refuse. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * JSON bodies, strictly: a repeated key is refused (of two amounts, the last would win in silence), a prototype key and
 * text that is not UTF-8 as well. An empty body is no body. With `exactNumbers` a number of more digits than a JSON
 * number carries is refused too, where it would otherwise be rounded without a word.
 */
export function acceptStrictJson(app: FastifyInstance, { exactNumbers = false } = {}): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    try {
      done(null, parseStrictly(utf8.decode(bytes as Buffer), exactNumbers));
    } catch {
      done(invalid(), undefined);
    }
  });
}

function parseStrictly(text: string, exactNumbers: boolean): unknown {
  const body: unknown = JSON.parse(text);
  const written = [...text.matchAll(STRINGS)].filter(([, colon]) => colon !== undefined).length;
  if (written !== countKeys(body)) throw invalid();
  if (exactNumbers && [...text.replaceAll(STRINGS, '').matchAll(NUMBERS)].some(([n]) => !isExact(n))) {
    throw invalid();
  }
  return body;
}

function isExact(number: string): boolean {
  const digits = (number.split(/e/i)[0] ?? '').replace(/[-.]/g, '');
  return (SIGNIFICANT.exec(digits)?.[0] ?? '').length <= EXACT_DIGITS;
}

/** Walks without recursion: nesting is the sender's choice. */
function countKeys(value: unknown): number {
  let keys = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const entries = Object.entries(next);
    if (!Array.isArray(next)) keys += entries.length;
    if (Object.hasOwn(next, '__proto__')) throw invalid();
    for (const [, inner] of entries) open.push(inner);
  }
  return keys;
}
