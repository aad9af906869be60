import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors/refusal';

const invalid = (): Refusal => new Refusal('invalid-input', 'Les données envoyées sont invalides.');

/** Every string of a JSON text; the ones followed by a colon are keys. */
const STRINGS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/**
 * JSON bodies, strictly: a repeated key is refused (of two amounts, the last would win in silence), a prototype key as
 * well. An empty body is no body.
 */
export function acceptStrictJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text.length === 0) return done(null, undefined);
    try {
      const body: unknown = JSON.parse(String(text));
      const written = [...String(text).matchAll(STRINGS)].filter(([, colon]) => colon !== undefined).length;
      if (written !== countKeys(body)) throw invalid();
      done(null, body);
    } catch {
      done(invalid(), undefined);
    }
  });
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
