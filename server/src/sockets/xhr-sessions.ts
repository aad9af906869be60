import type { FastifyReply } from 'fastify';
import { Refusal } from '../errors/refusal';
import { parseTexts } from './sockjs-message';
import type { StompConnection, Transport } from './stomp-connection';

interface XhrSession {
  readonly holder: string;
  readonly connection: StompConnection;
  readonly waiting: string[];
  reply: FastifyReply | null;
  isStreaming: boolean;
  sentBytes: number;
  closed: string | null;
  timer: NodeJS.Timeout | undefined;
}

export interface XhrSessions {
  open(id: string, holder: string, reply: FastifyReply, isStreaming: boolean): void;
  receive(id: string, holder: string, message: string): void;
  closeAll(): void;
}

const MAX_SESSIONS = 5_000;
const MAX_WAITING_MESSAGES = 500;
const STREAM_BYTES = 128 * 1024;
/** How long a session lives between two polls. */
const ABSENCE_MS = 5_000;
const PRELUDE = `${'h'.repeat(2048)}\n`;

/** SockJS over XHR: messages wait between polls; a session belongs to whoever opened it. */
export function createXhrSessions(connect: (transport: Transport) => StompConnection): XhrSessions {
  const sessions = new Map<string, XhrSession>();

  const finish = (session: XhrSession): void => {
    session.reply?.raw.end();
    session.reply = null;
  };

  const forgetLater = (id: string, session: XhrSession): void => {
    clearTimeout(session.timer);
    session.timer = setTimeout(() => {
      sessions.delete(id);
      session.connection.close('absent');
    }, ABSENCE_MS).unref();
  };

  const flush = (session: XhrSession): void => {
    if (session.reply === null) return;
    const frame =
      session.waiting.length > 0
        ? `a${JSON.stringify(session.waiting.splice(0))}\n`
        : session.closed !== null
          ? `c${JSON.stringify([3000, session.closed])}\n`
          : null;
    if (frame === null) return;
    session.reply.raw.write(frame);
    session.sentBytes += frame.length;
    if (!session.isStreaming || session.sentBytes > STREAM_BYTES || session.closed !== null) finish(session);
  };

  function create(id: string, holder: string): XhrSession {
    if (sessions.size >= MAX_SESSIONS) throw new Refusal('unavailable', 'Trop de connexions.', 5);
    let session: XhrSession | undefined = undefined;
    const connection = connect({
      send(text) {
        if (
          session === undefined ||
          session.closed !== null ||
          session.waiting.length >= MAX_WAITING_MESSAGES
        )
          return false;
        session.waiting.push(text);
        flush(session);
        return true;
      },
      close(reason) {
        if (session === undefined) return;
        session.closed = reason;
        flush(session);
      },
    });
    session = {
      holder,
      connection,
      waiting: [],
      reply: null,
      isStreaming: false,
      sentBytes: 0,
      closed: null,
      timer: undefined,
    };
    sessions.set(id, session);
    return session;
  }

  const heldBy = (id: string, holder: string): XhrSession | undefined => {
    const session = sessions.get(id);
    if (session !== undefined && session.holder !== holder)
      throw new Refusal('not-found', 'Session inconnue.');
    return session;
  };

  return {
    open(id, holder, reply, isStreaming) {
      const known = heldBy(id, holder);
      const session = known ?? create(id, holder);
      reply.hijack();
      reply.raw.writeHead(200, {
        'content-type': 'application/javascript; charset=UTF-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      if (session.reply !== null)
        return void reply.raw.end(`c${JSON.stringify([2010, 'Another connection still open'])}\n`);
      clearTimeout(session.timer);
      Object.assign(session, { reply, isStreaming, sentBytes: 0 });
      reply.raw.on('close', () => {
        if (session.reply === reply) session.reply = null;
        forgetLater(id, session);
      });
      if (isStreaming) reply.raw.write(PRELUDE);
      if (known === undefined) {
        reply.raw.write('o\n');
        if (!isStreaming) finish(session);
      }
      flush(session);
    },
    receive(id, holder, message) {
      const session = heldBy(id, holder);
      if (session === undefined) throw new Refusal('not-found', 'Session inconnue.');
      const texts = parseTexts(message);
      if (texts === null) throw new Refusal('invalid-input', 'Message illisible.');
      texts.forEach((text) => session.connection.receive(text));
    },
    closeAll() {
      for (const session of sessions.values()) {
        clearTimeout(session.timer);
        session.connection.close('server is stopping');
        finish(session);
      }
      sessions.clear();
    },
  };
}
