import { hasManagementRights } from '@palier/shared/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type { Authentication } from '../sessions/authenticate';
import { FrameRateLimit } from './frame-rate-limit';
import type { ClockListener, HeartbeatClock } from './heartbeat-clock';
import type { HubConnection, SocketHub, SocketMessage, EncodedFrame } from './hub';
import {
  headersOf,
  MalformedFrame,
  receiptOf,
  takeFrames,
  VERSIONS,
  textOfFrame,
  type ClientFrame,
  type FrameHeaders,
  type Version,
} from './stomp-frame';
import { balanceTopic, noticesTopic, topicsOf, userOfBalanceTopic, winTopic } from './topics';
import type { UnauthenticatedSockets } from './unauthenticated-sockets';

/** The transport of frames: a WebSocket or a pair of XHR streams. */
export interface Transport {
  /** False when the peer has disconnected or does not read. */
  send(text: string): boolean;
  /** Sends a frame encoded once for many subscribers. */
  sendEncoded(frame: EncodedFrame): boolean;
  /** The heartbeat of SockJS, for peers that asked for none of STOMP. */
  keepOpen(): void;
  close(reason: string): void;
}

/** Shared by all connections of a process. */
export interface ConnectionContext {
  readonly hub: SocketHub;
  readonly findCaller: Authentication['findCaller'];
  readonly deliverWins: (userId: number) => void;
  readonly sendBalance: (userId: number) => void;
  readonly sendNotices: (userId: number) => void;
  readonly isChild: (pair: { readonly parentId: number; readonly childId: number }) => Promise<boolean>;
  readonly clock: HeartbeatClock;
  readonly unauthenticated: UnauthenticatedSockets;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

interface Subscription {
  readonly destination: string;
  readonly isAcknowledged: boolean;
  /** True when an acknowledgement also acknowledges all earlier messages. */
  readonly isCumulative: boolean;
  /** State of each win sent for acknowledgement, by id; null before the first one. */
  wins: Map<string, 'due' | 'acknowledged'> | null;
}

const CONNECT_LIMIT_MS = 10_000;
/** From the first to the last byte of a frame. */
const FRAME_LIMIT_MS = 10_000;
const HEARTBEAT_MS = 4_000;
const KEEP_OPEN_MS = 25_000;
const MAX_SUBSCRIPTIONS = 8;
/** The agent's own topics, and the balances of a page of the sub-account list. */
const MAX_SUBSCRIPTIONS_OF_AGENT = 40;
/** More than the tabs and devices of a player. */
const MAX_SOCKETS_PER_USER = 50;
/** Frames that are kept until CONNECT is answered: a client need not wait for the answer. */
const MAX_EARLY_FRAMES = 16;
const ACK_MODES = ['auto', 'client', 'client-individual'];

function bearerTokenIn(headers: FrameHeaders): string | undefined {
  const [scheme, token] = (headers.Authorization ?? headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}

/** 0 where the peer offers or wants no heartbeats. */
const agreedIntervalMs = (theirsMs: number): number =>
  theirsMs === 0 ? 0 : Math.max(HEARTBEAT_MS, theirsMs);

/**
 * One STOMP connection: a bearer token in CONNECT, the user's own topics and the balances of direct children
 * only, no SEND. Other frames are answered by ERROR and a close, as are missed heartbeats, an unfinished
 * frame and an expired token.
 */
export class StompConnection implements HubConnection, ClockListener {
  userId = 0;
  sessionId = '';
  private isAgent = false;
  private version: Version = '1.2';
  private readonly subscriptions = new Map<string, Subscription>();
  private state: 'new' | 'connecting' | 'connected' | 'closed' = 'new';
  private readonly earlyFrames: ClientFrame[] = [];
  private unfinished = '';
  /** When the first byte of the unfinished frame arrived. */
  private unfinishedSince = Number.POSITIVE_INFINITY;
  private readonly rateLimit = new FrameRateLimit();
  private readonly openedAt = performance.now();
  /** By the wall clock; all other times here are monotonic. */
  private tokenExpiresAtMs = Number.POSITIVE_INFINITY;
  private sendEveryMs = 0;
  private receiveEveryMs = 0;
  private lastSentAt = performance.now();
  private lastReceivedAt = performance.now();

  constructor(
    private readonly context: ConnectionContext,
    private readonly transport: Transport,
    private readonly network: string,
  ) {
    context.unauthenticated.add(network);
    context.clock.add(this);
  }

  /** Handles a text of the peer, whose size the transport has checked. */
  receive(text: string): void {
    if (this.state === 'closed') return;
    this.lastReceivedAt = performance.now();
    try {
      const { frames, rest } = takeFrames(this.unfinished + text);
      if (rest === '') this.unfinishedSince = Number.POSITIVE_INFINITY;
      else if (this.unfinished === '' || frames.length > 0) this.unfinishedSince = this.lastReceivedAt;
      this.unfinished = rest;
      // A text without a complete frame, such as a heartbeat, counts as one frame.
      if (!this.rateLimit.take(Math.max(1, frames.length))) return this.fail('too many frames');
      for (const frame of frames) this.receiveFrame(frame);
    } catch (error) {
      this.refuseMalformed(error);
    }
  }

  tick(nowMs: number): void {
    if (Date.now() > this.tokenExpiresAtMs) return this.fail('token expired');
    if (this.state !== 'connected' && nowMs - this.openedAt > CONNECT_LIMIT_MS)
      return this.fail('CONNECT expected');
    if (nowMs - this.unfinishedSince > FRAME_LIMIT_MS) return this.fail('frame without an end');
    // Twice the agreed interval: busy phones are late.
    if (this.receiveEveryMs > 0 && nowMs - this.lastReceivedAt > 2 * this.receiveEveryMs)
      return this.fail('no heart-beat');
    if (this.sendEveryMs > 0) {
      // One second early, because the next tick would be too late.
      if (nowMs - this.lastSentAt > this.sendEveryMs - 1_000) this.write('\n');
    } else if (nowMs - this.lastSentAt > KEEP_OPEN_MS) {
      this.lastSentAt = nowMs;
      this.transport.keepOpen();
    }
  }

  destinations(): string[] {
    return [...this.subscriptions.values()].map(({ destination }) => destination);
  }

  deliver(message: SocketMessage): boolean {
    let taken = false;
    for (const [id, subscription] of this.subscriptions) {
      const { destination, isAcknowledged, wins } = subscription;
      // A win that awaits its acknowledgement is not sent again on this connection.
      if (destination !== message.destination || wins?.has(message.id) === true) continue;
      if (isAcknowledged) {
        if (destination === winTopic(this.userId)) (subscription.wins ??= new Map()).set(message.id, 'due');
        this.sendEncoded(message.frameFor(id, `${id}:${message.id}`));
      } else {
        taken = this.sendEncoded(message.frameFor(id)) || taken;
      }
    }
    return taken;
  }

  close(reason: string): void {
    if (this.state === 'closed') return;
    if (this.state !== 'connected') this.context.unauthenticated.remove(this.network);
    this.state = 'closed';
    this.context.clock.remove(this);
    this.context.hub.remove(this);
    this.subscriptions.clear();
    this.unfinished = '';
    this.earlyFrames.length = 0;
    this.transport.close(reason);
  }

  private receiveFrame(frame: ClientFrame): void {
    if (this.state === 'closed') return;
    if (this.state === 'connecting' && this.earlyFrames.length < MAX_EARLY_FRAMES) {
      this.earlyFrames.push(frame);
      return;
    }
    // The escapes of the frame are those of the agreed version.
    const headers = headersOf(frame, this.version);
    if (this.state !== 'connected') {
      if (this.state === 'connecting' || (frame.command !== 'CONNECT' && frame.command !== 'STOMP'))
        return this.fail('CONNECT expected', headers);
      this.state = 'connecting';
      this.connect(headers).catch((error: unknown) => {
        this.context.log.warn({ err: error }, 'socket not connected');
        this.fail('try again');
      });
      return;
    }
    switch (frame.command) {
      case 'SUBSCRIBE':
        return this.subscribe(headers);
      case 'UNSUBSCRIBE':
        this.unsubscribe(headers);
        break;
      case 'ACK':
      case 'NACK':
        this.acknowledge(headers, frame.command === 'ACK');
        break;
      case 'DISCONNECT':
        this.receipt(headers);
        return this.close('bye');
      default:
        return this.fail('command not allowed', headers);
    }
    this.receipt(headers);
  }

  private async connect(headers: FrameHeaders): Promise<void> {
    const { hub, findCaller } = this.context;
    const offered = (headers['accept-version'] ?? '').split(',');
    const version = VERSIONS.find((known) => offered.includes(known));
    if (version === undefined) return this.fail('unsupported version', {}, { version: VERSIONS.join(',') });
    const beats = /^(\d{1,9}),(\d{1,9})$/.exec(headers['heart-beat'] ?? '0,0');
    if (beats === null) return this.fail('malformed heart-beat');
    const token = bearerTokenIn(headers);
    const caller = token === undefined ? null : await findCaller(token);
    if (this.state === 'closed') return;
    if (caller === null) return this.fail('unauthenticated');
    if (caller.mustChangePassword) return this.fail('password change required');
    if (caller.mustAddFactor) return this.fail('second factor required');
    if (hub.socketsOfUser(caller.user.id) >= MAX_SOCKETS_PER_USER) return this.fail('too many sockets');
    this.state = 'connected';
    this.version = version;
    this.context.unauthenticated.remove(this.network);
    this.tokenExpiresAtMs = caller.tokenExpiresAtMs;
    this.userId = caller.user.id;
    this.sessionId = caller.sessionId;
    this.isAgent = hasManagementRights(caller.user.role);
    this.receiveEveryMs = agreedIntervalMs(Number(beats[1]));
    this.sendEveryMs = agreedIntervalMs(Number(beats[2]));
    hub.add(this);
    const beat = `${HEARTBEAT_MS},${HEARTBEAT_MS}`;
    this.write(textOfFrame('CONNECTED', { version, 'heart-beat': beat, server: 'palier' }));
    try {
      for (const frame of this.earlyFrames.splice(0)) this.receiveFrame(frame);
    } catch (error) {
      this.refuseMalformed(error);
    }
  }

  private subscribe(headers: FrameHeaders): void {
    const { id, destination = '', ack = 'auto' } = headers;
    if (id === undefined || id === '' || id.length > 64 || this.subscriptions.has(id))
      return this.fail('subscription id missing or in use', headers);
    const allowed = this.findTopic(destination);
    if (allowed === undefined) return this.fail('destination not allowed', headers);
    const { topic, childId } = allowed;
    if (!ACK_MODES.includes(ack)) return this.fail('unknown ack mode', headers);
    if (this.subscriptions.size >= (this.isAgent ? MAX_SUBSCRIPTIONS_OF_AGENT : MAX_SUBSCRIPTIONS))
      return this.fail('too many subscriptions', headers);
    const subscription: Subscription = {
      destination: topic,
      isAcknowledged: ack !== 'auto',
      isCumulative: ack === 'client',
      wins: null,
    };
    this.subscriptions.set(id, subscription);
    if (childId !== null) {
      this.follow(childId, subscription, headers).catch((error: unknown) => {
        this.context.log.warn({ err: error }, 'subscription not checked');
        this.fail('try again', headers);
      });
      return;
    }
    this.context.hub.subscribe(topic, this);
    if (topic === winTopic(this.userId)) this.context.deliverWins(this.userId);
    if (topic === noticesTopic(this.userId)) this.context.sendNotices(this.userId);
    this.receipt(headers);
  }

  /**
   * The topic of a destination: of the user's own topics, or the balance of a user who may be a child of this
   * agent. The hub keeps the topic. The client's text is a slice of its message, so keeping it would keep the
   * whole message in memory; an equal text of the server is returned instead.
   */
  private findTopic(destination: string): { topic: string; childId: number | null } | undefined {
    const own = topicsOf(this.userId).find((topic) => topic === destination);
    if (own !== undefined) return { topic: own, childId: null };
    const childId = this.isAgent ? userOfBalanceTopic(destination) : null;
    return childId === null ? undefined : { topic: balanceTopic(childId), childId };
  }

  /**
   * Until it is checked, a subscription counts and can be ended, but receives nothing. A foreign user is
   * refused like a missing one.
   */
  private async follow(childId: number, subscription: Subscription, headers: FrameHeaders): Promise<void> {
    const isChild = await this.context.isChild({ parentId: this.userId, childId });
    if (this.subscriptions.get(headers.id ?? '') !== subscription) return;
    if (!isChild) return this.fail('destination not allowed', headers);
    this.context.hub.subscribe(subscription.destination, this);
    this.receipt(headers);
    // Changes before the subscription are not repeated, so it begins with the present balance.
    this.context.sendBalance(childId);
  }

  private unsubscribe(headers: FrameHeaders): void {
    const { id } = headers;
    const subscription = id === undefined ? undefined : this.subscriptions.get(id);
    if (id === undefined || subscription === undefined) return this.fail('unknown subscription', headers);
    this.subscriptions.delete(id);
    if (!this.destinations().includes(subscription.destination))
      this.context.hub.unsubscribe(subscription.destination, this);
  }

  /** A NACK changes nothing. */
  private acknowledge(headers: FrameHeaders, isAccepted: boolean): void {
    if (headers.transaction !== undefined) return this.fail('transactions not supported', headers);
    const key = this.acknowledgedKey(headers);
    if (key === null) return this.fail('message id missing', headers);
    for (const [id, { wins, isCumulative }] of this.subscriptions) {
      const winId = key.startsWith(`${id}:`) ? key.slice(id.length + 1) : '';
      if (!isAccepted || wins?.get(winId) !== 'due') continue;
      const sent = [...wins.keys()];
      for (const each of isCumulative ? sent.slice(0, sent.indexOf(winId) + 1) : [winId]) {
        if (wins.get(each) !== 'due') continue;
        // The entry is kept, so that a list of wins that was read before the acknowledgement is stored does
        // not send the win again.
        wins.set(each, 'acknowledged');
        this.context.hub.acknowledgeWin(this.userId, Number(each));
      }
      return;
    }
  }

  /**
   * The value of the message's `ack` header: STOMP 1.2 sends it as id, 1.1 sends the subscription and the
   * message id.
   */
  private acknowledgedKey({ id, subscription, 'message-id': messageId }: FrameHeaders): string | null {
    if (this.version === '1.2') return id ?? null;
    return subscription === undefined || messageId === undefined ? null : `${subscription}:${messageId}`;
  }

  private receipt({ receipt }: FrameHeaders): void {
    if (receipt !== undefined && this.state === 'connected')
      this.write(textOfFrame('RECEIPT', { 'receipt-id': receipt }));
  }

  private refuseMalformed(error: unknown): void {
    if (!(error instanceof MalformedFrame)) throw error;
    this.fail(error.message, { receipt: receiptOf(error, this.version) });
  }

  /**
   * Answers ERROR and closes. The error names the receipt that the refused frame asked for, so that the
   * client knows which frame it was.
   */
  private fail(
    message: string,
    { receipt }: FrameHeaders = {},
    more: Readonly<Record<string, string>> = {},
  ): void {
    if (this.state === 'closed') return;
    const identity = receipt === undefined ? {} : { 'receipt-id': receipt };
    this.write(textOfFrame('ERROR', { message, ...identity, ...more }));
    this.close(message);
  }

  private sendEncoded(frame: EncodedFrame): boolean {
    this.lastSentAt = performance.now();
    return this.transport.sendEncoded(frame);
  }

  private write(text: string): boolean {
    this.lastSentAt = performance.now();
    return this.transport.send(text);
  }
}
