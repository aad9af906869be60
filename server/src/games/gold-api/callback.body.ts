import type { FastifyInstance } from 'fastify';
import { CALLBACK_LIMIT_BYTES } from '../../http/callback-path';
import { decodeUtf8, parseStrictly } from '../../http/json-body';

/** A callback whose content is unknown, so that no final answer may be given to it. */
export class UnreadBody extends Error {
  readonly statusCode = 400;
}

const BYTE_ORDER_MARK = '\ufeff';
/** JSON as the only name of a form, as PHP's and JavaScript's encoders of forms make it of a text. */
const ENCODED_JSON = /^%7b[^&]*$/i;
/** Strings, and whole numbers that JSON.parse may round. */
const STRING_OR_LARGE_NUMBER = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Reads the JSON of callbacks, which vendors send with any content type and also with a byte order mark. */
export function acceptCallbackBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  // One type for all, because Fastify refuses a type that is no media type before a parser sees the body.
  scope.addHook('onRequest', (request, _reply, done) => {
    request.raw.headers['content-type'] = 'application/json';
    done();
  });
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: CALLBACK_LIMIT_BYTES },
    (_request, bytes, done) => {
      try {
        done(null, readCallbackBody(bytes as Buffer));
      } catch (error) {
        done(new UnreadBody('no JSON object', { cause: error }));
      }
    },
  );
}

/**
 * Throws when the bytes are no JSON object. Whole numbers of 16 digits or more become text: they are ids,
 * kept as they were sent.
 */
export function readCallbackBody(bytes: Buffer): object {
  const written = decodeUtf8(bytes);
  const text = written.startsWith(BYTE_ORDER_MARK) ? written.slice(1) : written;
  const json = ENCODED_JSON.test(text)
    ? decodeURIComponent(text.replaceAll('+', ' ').replace(/=$/, ''))
    : text;
  const body = parseStrictly(
    /\d{16}/.test(json)
      ? json.replaceAll(STRING_OR_LARGE_NUMBER, (one) => (one.startsWith('"') ? one : `"${one}"`))
      : json,
  );
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Error('no JSON object');
  return body;
}
