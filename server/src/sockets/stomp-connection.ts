import { randomUUID } from 'node:crypto';
import { FrameImpl, Parser, type IRawFrameType } from '@stomp/stompjs';
import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '../services';
import { findCaller } from '../sessions/authenticate';
import type { HubConnection } from './hub';
import { topicsOf, winTopic } from './topics';

/** What carries the frames: a WebSocket or a pair of XHR streams. */
export interface Transport {
  /** False when the peer is gone or does not read. */
  send(text: string): boolean;
  close(reason: string): void;
}

type Headers = Record<string, string>;

const ESCAPES: Record<string, string> = { '\\r': '\r', '\\n': '\n', '\\c': ':', '\\\\': '\\' };
const unescapeHeader = (value: string): string =>
  value.replace(/\\[rnc\\]/g, (escape) => ESCAPES[escape] ?? '');
interface Subscription {
  readonly destination: string;
  readonly isAcknowledged: boolean;
}

const CONNECT_LIMIT_MS = 10_000;
const HEARTBEAT_MS = 4_000;
const MAX_HEADERS = 64;
const MAX_FRAME_BYTES = 64 * 1024;
const VERSIONS = ['1.2', '1.1', '1.0'];

/**
 * One STOMP conversation (design §6): a bearer token in CONNECT, one's own topics only, no SEND. Anything else is an
 * ERROR and the end.
 */
export class StompConnection implements HubConnection {
  userId = 0;
  sessionId = '';
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly unacknowledged = new Map<string, number>();
  private state: 'new' | 'connecting' | 'connected' | 'closed' = 'new';
  private readonly parser: Parser;
  private readonly connectTimer: NodeJS.Timeout;
  private sendTimer: NodeJS.Timeout | undefined;
  private silenceTimer: NodeJS.Timeout | undefined;
  private lastReceivedAt = Date.now();
  private pendingBytes = 0;

  constructor(
    private readonly services: Pick<Services, 'hub' | 'tokens' | 'pool' | 'announcer'>,
    private readonly transport: Transport,
    private readonly log: FastifyBaseLogger,
  ) {
    this.connectTimer = setTimeout(() => this.fail('CONNECT expected'), CONNECT_LIMIT_MS).unref();
    this.parser = new Parser(
      (frame) => this.receiveFrame(frame),
      () => undefined,
    );
  }

  /** Takes what the peer sent. Sizes are bounded before anything is parsed. */
  receive(text: string): void {
    if (this.state === 'closed') return;
    this.lastReceivedAt = Date.now();
    this.pendingBytes = text.includes('\0') ? 0 : this.pendingBytes + text.length;
    if (text.length > MAX_FRAME_BYTES || this.pendingBytes > MAX_FRAME_BYTES)
      return this.fail('frame too large');
    try {
      this.parser.parseChunk(text);
    } catch {
      this.fail('malformed frame');
    }
  }

  destinations(): Iterable<string> {
    return [...this.subscriptions.values()].map(({ destination }) => destination);
  }

  deliver(destination: string, body: string, messageId: string = randomUUID()): boolean {
    let taken = false;
    for (const [id, subscription] of this.subscriptions) {
      if (subscription.destination !== destination) continue;
      const ack = `${id}:${messageId}`;
      const written = this.write(
        'MESSAGE',
        {
          subscription: id,
          'message-id': messageId,
          destination,
          'content-type': 'application/json',
          ...(subscription.isAcknowledged ? { ack } : {}),
        },
        body,
      );
      if (subscription.isAcknowledged) this.unacknowledged.set(ack, Number(messageId));
      else taken ||= written;
    }
    return taken;
  }

  close(reason: string): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    clearTimeout(this.connectTimer);
    clearInterval(this.sendTimer);
    clearInterval(this.silenceTimer);
    this.services.hub.remove(this);
    this.subscriptions.clear();
    this.transport.close(reason);
  }

  private receiveFrame(raw: IRawFrameType): void {
    if (this.state === 'closed') return;
    if (raw.headers.length > MAX_HEADERS) return this.fail('too many headers');
    const escapes = raw.command !== 'CONNECT' && raw.command !== 'STOMP';
    // A header's first value counts (STOMP 1.2).
    const headers: Headers = {};
    for (const [name, value] of raw.headers as unknown as [string, string][]) {
      headers[name] ??= escapes ? unescapeHeader(value) : value;
    }
    if (this.state !== 'connected') {
      if (this.state === 'connecting' || (raw.command !== 'CONNECT' && raw.command !== 'STOMP'))
        return this.fail('CONNECT expected');
      this.state = 'connecting';
      this.connect(headers).catch((error: unknown) => {
        this.log.warn({ err: error }, 'socket not connected');
        this.fail('try again');
      });
      return;
    }
    switch (raw.command) {
      case 'SUBSCRIBE':
        this.subscribe(headers);
        break;
      case 'UNSUBSCRIBE':
        this.unsubscribe(headers);
        break;
      case 'ACK':
        this.acknowledge(headers);
        break;
      case 'NACK':
        break;
      case 'DISCONNECT':
        this.receipt(headers);
        return this.close('bye');
      default:
        return this.fail('command not allowed');
    }
    this.receipt(headers);
  }

  private async connect(headers: Headers): Promise<void> {
    const offered = (headers['accept-version'] ?? '1.0').split(',');
    const version = VERSIONS.find((known) => offered.includes(known));
    if (version === undefined) return this.fail('unsupported version', { version: VERSIONS.join(',') });
    const beats = /^(\d{1,9}),(\d{1,9})$/.exec(headers['heart-beat'] ?? '0,0');
    if (beats === null) return this.fail('malformed heart-beat');
    const [scheme, token] = (headers.Authorization ?? headers.authorization ?? '').split(' ');
    const caller =
      scheme?.toLowerCase() === 'bearer' && token !== undefined
        ? await findCaller(this.services, token)
        : null;
    if (this.state === 'closed') return;
    if (caller === null) return this.fail('unauthenticated');
    clearTimeout(this.connectTimer);
    this.state = 'connected';
    this.userId = caller.user.id;
    this.sessionId = caller.sessionId;
    this.services.hub.add(this);
    this.write('CONNECTED', { version, 'heart-beat': `${HEARTBEAT_MS},${HEARTBEAT_MS}`, server: 'palier' });
    this.keepAlive(Number(beats[1]), Number(beats[2]));
  }

  private keepAlive(theySendMs: number, theyWantMs: number): void {
    if (theyWantMs > 0) {
      this.sendTimer = setInterval(
        () => this.transport.send('\n'),
        Math.max(HEARTBEAT_MS, theyWantMs),
      ).unref();
    }
    if (theySendMs > 0) {
      const everyMs = Math.max(HEARTBEAT_MS, theySendMs);
      // Twice the agreed pause: a busy phone is late, a dead one is silent.
      this.silenceTimer = setInterval(() => {
        if (Date.now() - this.lastReceivedAt > 2 * everyMs) this.close('no heart-beat');
      }, everyMs / 2).unref();
    }
  }

  private subscribe({ id, destination, ack = 'auto' }: Headers): void {
    if (id === undefined || id === '' || id.length > 128 || this.subscriptions.has(id))
      return this.fail('subscription id missing or in use');
    if (destination === undefined || !topicsOf(this.userId).includes(destination))
      return this.fail('destination not allowed');
    if (this.subscriptions.size >= 16) return this.fail('too many subscriptions');
    this.subscriptions.set(id, {
      destination,
      isAcknowledged: ack === 'client' || ack === 'client-individual',
    });
    this.services.hub.subscribe(destination, this);
    if (destination === winTopic(this.userId)) this.services.announcer.announceWins(this.userId);
  }

  private unsubscribe({ id }: Headers): void {
    const subscription = id === undefined ? undefined : this.subscriptions.get(id);
    if (id === undefined || subscription === undefined) return this.fail('unknown subscription');
    this.subscriptions.delete(id);
    if (![...this.destinations()].includes(subscription.destination))
      this.services.hub.unsubscribe(subscription.destination, this);
  }

  private acknowledge(headers: Headers): void {
    const key = headers.id ?? `${headers.subscription ?? ''}:${headers['message-id'] ?? ''}`;
    const winId = this.unacknowledged.get(key);
    if (winId === undefined) return;
    this.unacknowledged.delete(key);
    if (Number.isInteger(winId)) this.services.hub.acknowledgeWin(this.userId, winId);
  }

  private receipt({ receipt }: Headers): void {
    if (receipt !== undefined && this.state === 'connected') this.write('RECEIPT', { 'receipt-id': receipt });
  }

  private fail(message: string, headers: Headers = {}): void {
    if (this.state === 'closed') return;
    this.write('ERROR', { message, ...headers });
    this.close(message);
  }

  private write(command: string, headers: Headers, body = ''): boolean {
    return this.transport.send(
      FrameImpl.marshall({ command, headers, body, escapeHeaderValues: true }) as string,
    );
  }
}
