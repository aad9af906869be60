import type { FastifyReply } from 'fastify';
import { Refusal } from '../refusals/refusal';
import type { WrittenFrame } from './hub';
import { parseTexts } from './sockjs-message';
import { StompConnection, type ConnectionContext, type Transport } from './stomp-connection';

/** The browser that a session belongs to, and where it calls from. */
export interface XhrCaller {
  readonly holder: string;
  readonly network: string;
}

export interface XhrSessions {
  open(id: string, caller: XhrCaller, reply: FastifyReply, isStreaming: boolean): void;
  receive(id: string, holder: string, message: string): void;
  closeAll(): void;
}

const MAX_SESSIONS = 5_000;
/** What may wait between two polls, or behind a stream that is not read. */
const MAX_WAITING_BYTES = 64 * 1024;
const STREAM_BYTES = 128 * 1024;
/** How long a session lives between two polls. */
const ABSENCE_MS = 5_000;
const PRELUDE = `${'h'.repeat(2048)}\n`;

/** One client's messages, waiting for its next poll or flowing down its stream. */
class XhrSession implements Transport {
  readonly connection: StompConnection;
  private waiting: string[] = [];
  private waitingBytes = 0;
  private reply: FastifyReply | null = null;
  private isStreaming = false;
  private sentBytes = 0;
  private closedBecause: string | null = null;
  /** The peer has been told that it is closed: nothing more is kept for it. */
  private isOver = false;
  private absence: NodeJS.Timeout | undefined;

  constructor(
    readonly caller: XhrCaller,
    context: ConnectionContext,
    private readonly forget: () => void,
  ) {
    this.connection = new StompConnection(context, this, caller.network);
  }

  sendWritten({ text }: WrittenFrame): boolean {
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

  /** Takes a poll's or a stream's answer to write to. */
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

  /** Ends it at once, whatever waits. */
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

  /** Its id is free again, and its polls are another session's. */
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

/** SockJS over XHR. A session belongs to the browser that opened it; to others it does not exist. */
export function createXhrSessions(context: ConnectionContext): XhrSessions {
  const sessions = new Map<string, XhrSession>();

  const heldBy = (id: string, holder: string): XhrSession | undefined => {
    const session = sessions.get(id);
    if (session !== undefined && session.caller.holder !== holder) throw unknownSession();
    return session;
  };

  return {
    open(id, caller, reply, isStreaming) {
      const known = heldBy(id, caller.holder);
      if (
        known === undefined &&
        (sessions.size >= MAX_SESSIONS || !context.pendingSockets.hasRoom(caller.network))
      )
        throw new Refusal('unavailable', 'Trop de connexions.', 5);
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
    receive(id, holder, message) {
      const session = heldBy(id, holder);
      if (session === undefined) throw unknownSession();
      const texts = parseTexts(message);
      if (texts === null) throw new Refusal('invalid-input', 'Message illisible.');
      for (const text of texts) session.connection.receive(text);
    },
    closeAll() {
      for (const session of sessions.values()) session.connection.close('server is stopping');
      for (const session of [...sessions.values()]) setTimeout(() => session.end(), 500).unref();
    },
  };
}

const unknownSession = (): Refusal => new Refusal('not-found', 'Session inconnue.');
