import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { CALLBACK_LIMIT_BYTES, isCallbackPath } from '../http/callback-path';
import { answerBare, BARE_HEADERS } from '../http/raw-http-error';
import { unavailable } from '../refusals/refusal';
import { headersToCaller, headersToTarget } from './headers';
import type { Target } from './targets';

/** The processes refuse longer bodies, except those of callbacks. */
const MAX_BODY_BYTES = 64 * 1024;
/** Providers wait no longer; processes answer callbacks within 4 s. */
const CALLBACK_SILENCE_MS = 5_000;
/** In the form that aggregators expect (docs/providers.md); an aggregator then repeats the callback. */
const CALLBACK_UNAVAILABLE = JSON.stringify({ status: 0, msg: 'INTERNAL_ERROR' });
/** The calls that are done once for each idempotency key; all others ignore the header. */
const KEYED_PATH = /^\/api\/v1\/(transactions|auth\/[\w-]+\/register-[\w-]+)(\?|$)/;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Body {
  readonly bytes: Buffer;
  readonly isComplete: boolean;
}

interface Forwarding {
  readonly targets: readonly Target[];
  readonly trustsCallers: boolean;
  /**
   * A process that sends nothing for this long counts as hanging. It is longer than any call, and than the
   * pause between two heartbeats of a stream.
   */
  readonly silenceMs: number;
}

/**
 * Sends a call to the first target that answers. A call that could not be sent goes to the next target. A
 * call whose answer was lost, or that a stopping process refused, is repeated only when it is idempotent.
 * Resolves when the call is over.
 */
export async function forwardCall(
  request: IncomingMessage,
  reply: ServerResponse,
  { targets, trustsCallers, silenceMs }: Forwarding,
): Promise<void> {
  const body = await readBody(request);
  if (body === null) return;
  const headers = headersToTarget(request, { trustsCallers });
  const isRepeatable = body.isComplete && isIdempotent(request);
  const answerWithinMs = isCallbackPath(request.url ?? '')
    ? Math.min(silenceMs, CALLBACK_SILENCE_MS)
    : silenceMs;
  for (const [index, target] of targets.entries()) {
    const isLast = index === targets.length - 1;
    const outcome = await send({
      request,
      reply,
      target,
      headers,
      body,
      repeatsRefusal: isRepeatable && !isLast,
      answerWithinMs,
    });
    if (outcome === 'answered' || reply.destroyed || reply.headersSent) return;
    if (outcome === 'unsent') target.isReady = false;
    if (outcome === 'lost' && !isRepeatable) break;
  }
  // No process was reached, or the outcome is unknown.
  if (isCallbackPath(request.url ?? ''))
    reply.writeHead(503, { ...BARE_HEADERS, 'content-type': 'application/json' }).end(CALLBACK_UNAVAILABLE);
  else answerBare(reply, 503, unavailable());
}

/**
 * Whether a request may be sent twice: a read, a path that takes idempotency keys with a key, or a callback,
 * which has a transaction id.
 */
const isIdempotent = ({ method = '', headers, url = '' }: IncomingMessage): boolean =>
  SAFE_METHODS.has(method) ||
  (headers['idempotency-key'] !== undefined && KEYED_PATH.test(url)) ||
  isCallbackPath(url);

/**
 * A body; of a body above the limit only the part that makes a process refuse it. The rest is read and
 * dropped, because a sender may read no answer before it has sent the whole body. Null when the sender
 * disconnected.
 */
function readBody(request: IncomingMessage): Promise<Body | null> {
  return new Promise((resolve) => {
    const limit = isCallbackPath(request.url ?? '') ? CALLBACK_LIMIT_BYTES : MAX_BODY_BYTES;
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (isComplete: boolean | null): void => {
      request.off('data', keep).off('end', end).off('close', close).off('error', close);
      const bytes = Buffer.concat(chunks).subarray(0, limit + 1);
      resolve(isComplete === null ? null : { bytes, isComplete });
    };
    const keep = (chunk: Buffer): void => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > limit) settle(false);
    };
    const end = (): void => settle(true);
    const close = (): void => settle(null);
    request.on('data', keep).once('end', end).once('close', close).once('error', close);
  });
}

interface Sending {
  readonly request: IncomingMessage;
  readonly reply: ServerResponse;
  readonly target: Target;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Body;
  readonly repeatsRefusal: boolean;
  readonly answerWithinMs: number;
}

function send(sending: Sending): Promise<'answered' | 'unsent' | 'lost'> {
  const { request, reply, target, headers, body, repeatsRefusal, answerWithinMs } = sending;
  return new Promise((resolve) => {
    const outgoing = httpRequest({
      host: target.host,
      port: target.port,
      agent: target.agent,
      method: request.method,
      path: request.url,
      setHost: false,
    });
    for (const [name, value] of headers) outgoing.appendHeader(name, value);
    // The framing headers of the caller may be missing, because Node reports the first thousand headers only.
    // Without framing the process would read the body of a GET as the next request.
    if (body.isComplete) outgoing.setHeader('content-length', body.bytes.length);
    else outgoing.setHeader('transfer-encoding', 'chunked');
    const giveUp = (): void => void outgoing.destroy();
    reply.once('close', giveUp);
    const settle = (outcome: 'answered' | 'unsent' | 'lost'): void => {
      reply.off('close', giveUp);
      resolve(outcome);
    };
    outgoing.setTimeout(answerWithinMs, giveUp);
    outgoing.once('error', (error: NodeJS.ErrnoException) =>
      settle(error.syscall === 'connect' ? 'unsent' : 'lost'),
    );
    outgoing.once('response', (answer) => {
      // From here on the timeout for slow readers applies.
      outgoing.setTimeout(0);
      if (repeatsRefusal && answer.statusCode === 503 && answer.headers.connection === 'close') {
        answer.resume();
        answer.on('error', () => undefined);
        return settle('lost');
      }
      reply.writeHead(answer.statusCode ?? 502, answer.statusMessage, headersToCaller(answer));
      pipeline(answer, reply, () => {
        if (!body.isComplete) outgoing.destroy();
        settle('answered');
      });
    });
    if (body.isComplete) outgoing.end(body.bytes);
    else outgoing.write(body.bytes);
  });
}
