import type { FastifyBaseLogger } from 'fastify';
import { decodeJwt } from 'jose';
import type { Services } from '../services';
import { findCaller } from '../sessions/authenticate';
import { FrameAllowance } from './frame-rate-limit';
import type { HubConnection, SocketMessage, WrittenFrame } from './hub';
import type { PendingSockets } from './unauthenticated-sockets';
import type { Pulse, Pulsing } from './heartbeat-clock';
import {
  headersOf,
  MalformedFrame,
  takeFrames,
  writeFrame,
  type ClientFrame,
  type FrameHeaders,
} from './stomp-frame';
import { topicsOf, winTopic } from './topics';

/** What carries the frames: a WebSocket or a pair of XHR streams. */
export interface Transport {
  /** False when the peer is gone or does not read. */
  send(text: string): boolean;
  /** The same for what many are sent. */
  sendWritten(frame: WrittenFrame): boolean;
  /** SockJS' own sign of life, for peers that asked for no heart-beats. */
  keepOpen(): void;
  close(reason: string): void;
}

/** What every connection of a process works with. */
export interface ConnectionContext {
  readonly services: Pick<Services, 'hub' | 'tokens' | 'pool' | 'announcer' | 'findUserOfSession'>;
  readonly pulse: Pulse;
  readonly pendingSockets: PendingSockets;
  readonly log: FastifyBaseLogger;
}

interface Subscription {
  readonly destination: string;
  readonly isAcknowledged: boolean;
  /** Ids of the wins sent for acknowledgement, and whether it has come; null where nothing waits for one. */
  readonly wins: Map<string, 'due' | 'acknowledged'> | null;
}

const CONNECT_LIMIT_MS = 10_000;
/** Clients send a frame in one piece, or in pieces one after the other. */
const FRAME_LIMIT_MS = 10_000;
const HEARTBEAT_MS = 4_000;
const KEEP_OPEN_MS = 25_000;
const MAX_SUBSCRIPTIONS = 8;
/** A player's open tabs and devices; more is not a player. */
const MAX_SOCKETS_PER_USER = 50;
const VERSIONS = ['1.2', '1.1', '1.0'];

/**
 * One STOMP conversation (section 6 of docs/design.md): a bearer token in CONNECT, one's own topics only, no SEND. Anything else is an
 * ERROR and the end, as are silence past the agreed heart-beats, a frame that never ends and a token that expires.
 */
export class StompConnection implements HubConnection, Pulsing {
  userId = 0;
  sessionId = '';
  private readonly subscriptions = new Map<string, Subscription>();
  private state: 'new' | 'connecting' | 'connected' | 'closed' = 'new';
  private unfinished = '';
  /** When the frame began whose end is still to come. */
  private unfinishedSince = Number.POSITIVE_INFINITY;
  private readonly allowance = new FrameAllowance();
  private readonly noLongerPending: () => void;
  private readonly openedAt = performance.now();
  /** By the wall clock, as the token says; all else here is by the one that nobody sets. */
  private tokenEndsAtMs = Number.POSITIVE_INFINITY;
  private sendEveryMs = 0;
  private hearWithinMs = 0;
  private sentAt = performance.now();
  private heardAt = performance.now();

  constructor(
    private readonly context: ConnectionContext,
    private readonly transport: Transport,
    network: string,
  ) {
    this.noLongerPending = context.pendingSockets.add(network);
    context.pulse.add(this);
  }

  /** Takes what the peer sent. Sizes are bounded before anything is parsed. */
  receive(text: string): void {
    if (this.state === 'closed') return;
    this.heardAt = performance.now();
    try {
      const { frames, rest } = takeFrames(this.unfinished + text);
      if (rest === '') this.unfinishedSince = Number.POSITIVE_INFINITY;
      else if (this.unfinished === '' || frames.length > 0) this.unfinishedSince = this.heardAt;
      this.unfinished = rest;
      // A text without a whole frame, such as a heart-beat, counts as one.
      if (!this.allowance.take(Math.max(1, frames.length))) return this.fail('too many frames');
      for (const frame of frames) this.receiveFrame(frame);
    } catch (error) {
      if (!(error instanceof MalformedFrame)) throw error;
      this.fail(error.message);
    }
  }

  beat(nowMs: number): void {
    if (Date.now() > this.tokenEndsAtMs) return this.fail('token expired');
    if (this.state !== 'connected' && nowMs - this.openedAt > CONNECT_LIMIT_MS)
      return this.fail('CONNECT expected');
    if (nowMs - this.unfinishedSince > FRAME_LIMIT_MS) return this.fail('frame without an end');
    // Twice the agreed pause: a busy phone is late, a dead one is silent.
    if (this.hearWithinMs > 0 && nowMs - this.heardAt > 2 * this.hearWithinMs)
      return this.fail('no heart-beat');
    if (this.sendEveryMs > 0) {
      // A beat that waits for the clock's next second must still be in time.
      if (nowMs - this.sentAt > this.sendEveryMs - 1_000) this.write('\n');
    } else if (nowMs - this.sentAt > KEEP_OPEN_MS) {
      this.sentAt = nowMs;
      this.transport.keepOpen();
    }
  }

  destinations(): string[] {
    return [...this.subscriptions.values()].map(({ destination }) => destination);
  }

  deliver(message: SocketMessage): boolean {
    let taken = false;
    for (const [id, { destination, isAcknowledged, wins }] of this.subscriptions) {
      // What was sent and awaits its acknowledgement is not sent twice on one connection.
      if (destination !== message.destination || wins?.has(message.id) === true) continue;
      if (isAcknowledged) {
        wins?.set(message.id, 'due');
        this.sendWritten(message.frameFor(id, `${id}:${message.id}`));
      } else {
        taken = this.sendWritten(message.frameFor(id)) || taken;
      }
    }
    return taken;
  }

  close(reason: string): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    this.noLongerPending();
    this.context.pulse.remove(this);
    this.context.services.hub.remove(this);
    this.subscriptions.clear();
    this.unfinished = '';
    this.transport.close(reason);
  }

  private receiveFrame(frame: ClientFrame): void {
    if (this.state === 'closed') return;
    const headers = headersOf(frame);
    if (this.state !== 'connected') {
      if (this.state === 'connecting' || (frame.command !== 'CONNECT' && frame.command !== 'STOMP'))
        return this.fail('CONNECT expected');
      this.state = 'connecting';
      this.connect(headers).catch((error: unknown) => {
        this.context.log.warn({ err: error }, 'socket not connected');
        this.fail('try again');
      });
      return;
    }
    switch (frame.command) {
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

  private async connect(headers: FrameHeaders): Promise<void> {
    const { hub } = this.context.services;
    const offered = (headers['accept-version'] ?? '1.0').split(',');
    const version = VERSIONS.find((known) => offered.includes(known));
    if (version === undefined) return this.fail('unsupported version', { version: VERSIONS.join(',') });
    const beats = /^(\d{1,9}),(\d{1,9})$/.exec(headers['heart-beat'] ?? '0,0');
    if (beats === null) return this.fail('malformed heart-beat');
    const [scheme, token] = (headers.Authorization ?? headers.authorization ?? '').split(' ');
    const caller =
      scheme?.toLowerCase() === 'bearer' && token !== undefined
        ? await findCaller(this.context.services, token)
        : null;
    if (this.state === 'closed') return;
    if (caller === null || token === undefined) return this.fail('unauthenticated');
    if (hub.socketsOfUser(caller.user.id) >= MAX_SOCKETS_PER_USER) return this.fail('too many sockets');
    this.state = 'connected';
    this.noLongerPending();
    this.tokenEndsAtMs = (decodeJwt(token).exp ?? 0) * 1000;
    this.userId = caller.user.id;
    this.sessionId = caller.sessionId;
    const [theySendMs, theyWantMs] = [Number(beats[1]), Number(beats[2])];
    this.hearWithinMs = theySendMs === 0 ? 0 : Math.max(HEARTBEAT_MS, theySendMs);
    this.sendEveryMs = theyWantMs === 0 ? 0 : Math.max(HEARTBEAT_MS, theyWantMs);
    hub.add(this);
    const beat = `${HEARTBEAT_MS},${HEARTBEAT_MS}`;
    this.write(writeFrame('CONNECTED', { version, 'heart-beat': beat, server: 'palier' }));
  }

  private subscribe({ id, destination, ack = 'auto' }: FrameHeaders): void {
    if (id === undefined || id === '' || id.length > 64 || this.subscriptions.has(id))
      return this.fail('subscription id missing or in use');
    const topic = topicsOf(this.userId).find((own) => own === destination);
    if (topic === undefined) return this.fail('destination not allowed');
    if (this.subscriptions.size >= MAX_SUBSCRIPTIONS) return this.fail('too many subscriptions');
    const isAcknowledged = ack === 'client' || ack === 'client-individual';
    this.subscriptions.set(id, {
      destination: topic,
      isAcknowledged,
      wins: isAcknowledged && topic === winTopic(this.userId) ? new Map() : null,
    });
    this.context.services.hub.subscribe(topic, this);
    if (topic === winTopic(this.userId)) this.context.services.announcer.deliverWins(this.userId);
  }

  private unsubscribe({ id }: FrameHeaders): void {
    const subscription = id === undefined ? undefined : this.subscriptions.get(id);
    if (id === undefined || subscription === undefined) return this.fail('unknown subscription');
    this.subscriptions.delete(id);
    if (!this.destinations().includes(subscription.destination))
      this.context.services.hub.unsubscribe(subscription.destination, this);
  }

  /** STOMP 1.2 names what `ack` said; 1.1 and 1.0 name the message. */
  private acknowledge(headers: FrameHeaders): void {
    const key = headers.id ?? `${headers.subscription ?? ''}:${headers['message-id'] ?? ''}`;
    for (const [id, { wins }] of this.subscriptions) {
      const winId = key.startsWith(`${id}:`) ? key.slice(id.length + 1) : '';
      if (wins?.get(winId) !== 'due') continue;
      // It stays noted: a list that was read before it is marked may still name it, and must not show it again here.
      wins.set(winId, 'acknowledged');
      return this.context.services.hub.acknowledgeWin(this.userId, Number(winId));
    }
  }

  private receipt({ receipt }: FrameHeaders): void {
    if (receipt !== undefined && this.state === 'connected')
      this.write(writeFrame('RECEIPT', { 'receipt-id': receipt }));
  }

  private fail(message: string, headers: Record<string, string> = {}): void {
    if (this.state === 'closed') return;
    this.write(writeFrame('ERROR', { message, ...headers }));
    this.close(message);
  }

  private sendWritten(frame: WrittenFrame): boolean {
    this.sentAt = performance.now();
    return this.transport.sendWritten(frame);
  }

  private write(text: string): boolean {
    this.sentAt = performance.now();
    return this.transport.send(text);
  }
}
