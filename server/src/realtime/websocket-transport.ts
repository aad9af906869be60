import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { EncodedFrame } from './hub';
import { toSockJs, parseTexts } from './sockjs-message';
import { StompConnection, type ConnectionContext, type Transport } from './stomp-connection';

/** A peer with more unsent bytes does not read: it is disconnected, and its client reconnects. */
const MAX_UNSENT_BYTES = 64 * 1024;
/** How long a peer may take to answer a close frame. */
const CLOSE_PATIENCE_MS = 1_000;

/**
 * SockJS framing on a WebSocket: `o` opens, `a[...]` contains messages, `h` is a heartbeat, `c[code,reason]`
 * closes.
 */
class WebSocketTransport implements Transport {
  /** `socket` is the one under `webSocket`. */
  constructor(
    private readonly webSocket: WebSocket,
    private readonly socket: Duplex,
  ) {}

  send(text: string): boolean {
    return this.write(toSockJs(text));
  }

  /**
   * Writes to the socket itself: ws would make a header for each subscriber and write it apart. Frames of ws
   * stay whole, because without compression it writes each at once, and is given no fragments.
   */
  sendEncoded({ webSocketFrame }: EncodedFrame): boolean {
    if (!this.isReady()) return false;
    this.socket.write(webSocketFrame);
    return true;
  }

  keepOpen(): void {
    this.write('h');
  }

  close(reason: string): void {
    if (!this.write(`c${JSON.stringify([3000, reason])}`)) return;
    this.webSocket.close(1001);
    // ws waits 30 s for the answer of the peer.
    setTimeout(() => this.webSocket.terminate(), CLOSE_PATIENCE_MS).unref();
  }

  /**
   * True when the connection is closing or closed; the server then reads nothing more of a peer that still
   * sends.
   */
  pauseIfOver(): boolean {
    if (this.webSocket.readyState === this.webSocket.OPEN) return false;
    this.webSocket.pause();
    return true;
  }

  private write(text: string): boolean {
    if (!this.isReady()) return false;
    this.webSocket.send(text);
    return true;
  }

  /** False when the peer has disconnected; a peer that does not read is disconnected. */
  private isReady(): boolean {
    if (this.webSocket.readyState !== this.webSocket.OPEN) return false;
    if (this.socket.writableLength <= MAX_UNSENT_BYTES) return true;
    this.webSocket.terminate();
    return false;
  }
}

/** Serves one WebSocket until it closes. `socket` is the one under it. */
export function serveWebSocket(
  webSocket: WebSocket,
  socket: Duplex,
  context: ConnectionContext,
  network: string,
): void {
  const transport = new WebSocketTransport(webSocket, socket);
  const connection = new StompConnection(context, transport, network);
  webSocket.on('message', (data: Buffer, isBinary: boolean) => {
    if (transport.pauseIfOver()) return;
    const texts = isBinary ? null : parseTexts(data.toString('utf8'));
    if (texts === null) return connection.close('malformed message');
    for (const text of texts) connection.receive(text);
  });
  // Control frames count like heartbeats; browsers send none without being asked.
  const countControlFrame = (): void => {
    if (!transport.pauseIfOver()) connection.receive('');
  };
  webSocket.on('ping', countControlFrame).on('pong', countControlFrame);
  const end = (): void => connection.close('closed');
  webSocket.on('close', end).on('error', end);
  webSocket.send('o');
}
