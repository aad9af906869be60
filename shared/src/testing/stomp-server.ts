import type { IStompSocket } from '@palier/shared/socket/stomp-client';

export const fieldOf = (name: string, frame: string): string =>
  new RegExp(`^${name}:(.*)$`, 'm').exec(frame)?.[1] ?? '';

/**
 * A STOMP server that accepts every connection and answers frames with `answerTo`. Heartbeats are ignored.
 */
export function startStompServer(answerTo: (frame: string) => string | void): IStompSocket {
  const socket: IStompSocket = {
    url: '',
    readyState: WebSocket.OPEN,
    onopen: null,
    onmessage: null,
    onerror: null,
    onclose: null,
    close: () => socket.onclose?.({ code: 1000 }),
    send: (frame) => {
      if (typeof frame !== 'string' || frame.trim() === '') return;
      const answer = answerTo(frame);
      if (typeof answer === 'string') setTimeout(() => socket.onmessage?.({ data: answer }));
      if (frame.startsWith('CONNECT\n'))
        socket.onmessage?.({ data: 'CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0' });
    },
  };
  setTimeout(() => socket.onopen?.());
  return socket;
}

/** Answers the subscription of `destination` with a message. */
export const messageTo = (destination: string, frame: string, body: object, ack = ''): string | undefined =>
  fieldOf('destination', frame) === destination
    ? `MESSAGE\nsubscription:${fieldOf('id', frame)}\n${ack}message-id:1\ndestination:${destination}\n` +
      `\n${JSON.stringify(body)}\0`
    : undefined;
