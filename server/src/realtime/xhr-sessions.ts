import type { FastifyReply } from 'fastify';
import { tooManyConnections, unknownSession, unreadableMessage } from './errors';
import type { EncodedFrame } from './hub';
import { parseTexts } from './sockjs-message';
import { StompConnection, type ConnectionContext, type Transport } from './stomp-connection';

/** The browser that a session belongs to, and its network. */
interface XhrCaller {
  readonly browser: string;
  readonly network: string;
}

const MAX_SESSIONS = 5_000;
/** Unsent bytes between two polls, or on a stream that is not read. */
const MAX_WAITING_BYTES = 64 * 1024;
const STREAM_BYTES = 128 * 1024;
/** How long a session lives between two polls. */
const ABSENCE_MS = 5_000;
const PRELUDE = `${'h'.repeat(2048)}\n`;

/** One client's messages, queued until its next poll or written to its stream. */
class XhrSession implements Transport {
  readonly connection: StompConnection;
  private waiting: string[] = [];
  private waitingBytes = 0;
  private reply: FastifyReply | null = null;
  private isStreaming = false;
  private sentBytes = 0;
  private closedBecause: string | null = null;
  /** The peer has received the close frame: nothing is queued any more. */
  private isOver = false;
  private absence: NodeJS.Timeout | undefined;

  constructor(
    readonly caller: XhrCaller,
    context: ConnectionContext,
    private readonly forget: () => void,
  ) {
    this.connection = new StompConnection(context, this, caller.network);
  }

  sendEncoded({ text }: EncodedFrame): boolean {
    return this.send(text);
  }

  send(text: string): boolean {
    if (this.closedBecause !== null) return false;
    const unread = this.reply?.raw.writableLength ?? 0;
    if (this.waitingBytes + unread > MAX_WAITING_BYTES) {
      this.end();
      return false;
    }
    this.waiting.push(text);
    this.waitingBytes += text.length;
    this.flush();
    return true;
  }

  keepOpen(): void {
    if (this.reply === null) return;
    this.reply.raw.write('h\n');
    if (!this.isStreaming) this.finish();
  }

  close(reason: string): void {
    this.closedBecause = reason;
    this.flush();
  }

  /** Uses the answer of a poll or a stream for further messages. */
  attach(reply: FastifyReply, isStreaming: boolean, isNew: boolean): void {
    if (this.reply !== null)
      return void reply.raw.end(`c${JSON.stringify([2010, 'Another connection still open'])}\n`);
    clearTimeout(this.absence);
    Object.assign(this, { reply, isStreaming, sentBytes: 0 });
    reply.raw.on('close', () => {
      if (this.reply === reply) this.reply = null;
      clearTimeout(this.absence);
      if (this.isOver) return;
      this.absence = setTimeout(() => this.end(), ABSENCE_MS).unref();
    });
    if (isStreaming) reply.raw.write(PRELUDE);
    if (isNew) {
      reply.raw.write('o\n');
      if (!isStreaming) return this.finish();
    }
    this.flush();
  }

  /** Ends the session at once, without its queued messages. */
  end(): void {
    this.leave();
    this.connection.close('absent');
    this.reply?.raw.destroy();
    this.reply = null;
  }

  private flush(): void {
    if (this.reply === null) return;
    let frames = this.waiting.length > 0 ? `a${JSON.stringify(this.waiting)}\n` : '';
    if (this.closedBecause !== null && (this.isStreaming || frames === '')) {
      frames += `c${JSON.stringify([3000, this.closedBecause])}\n`;
      this.leave();
    }
    if (frames === '') return;
    this.waiting = [];
    this.waitingBytes = 0;
    this.reply.raw.write(frames);
    this.sentBytes += frames.length;
    if (!this.isStreaming || this.sentBytes > STREAM_BYTES || this.closedBecause !== null) this.finish();
  }

  /** Frees the id: a later poll with it opens another session. */
  private leave(): void {
    this.isOver = true;
    clearTimeout(this.absence);
    this.forget();
  }

  private finish(): void {
    this.reply?.raw.end();
    this.reply = null;
  }
}

/** SockJS over XHR. Only the browser that opened a session can use it. */
export function createXhrSessions(context: ConnectionContext) {
  const sessions = new Map<string, XhrSession>();

  const sessionOf = (id: string, browser: string): XhrSession | undefined => {
    const session = sessions.get(id);
    if (session !== undefined && session.caller.browser !== browser) throw unknownSession();
    return session;
  };

  return {
    open(id: string, caller: XhrCaller, reply: FastifyReply, isStreaming: boolean): void {
      const known = sessionOf(id, caller.browser);
      if (
        known === undefined &&
        (sessions.size >= MAX_SESSIONS || !context.unauthenticated.hasRoom(caller.network))
      )
        throw tooManyConnections();
      const session: XhrSession =
        known ??
        new XhrSession(caller, context, () => {
          if (sessions.get(id) === session) sessions.delete(id);
        });
      sessions.set(id, session);
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'application/javascript; charset=UTF-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      session.attach(reply, isStreaming, known === undefined);
    },
    receive(id: string, browser: string, message: string): void {
      const session = sessionOf(id, browser);
      if (session === undefined) throw unknownSession();
      const texts = parseTexts(message);
      if (texts === null) throw unreadableMessage();
      for (const text of texts) session.connection.receive(text);
    },
    closeAll(): void {
      for (const session of sessions.values()) session.connection.close('server is stopping');
      for (const session of sessions.values()) setTimeout(() => session.end(), 500).unref();
    },
  };
}
