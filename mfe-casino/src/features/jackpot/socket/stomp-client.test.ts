import { bus } from '@palier/shared/bus';
import type { IFrame } from '@stomp/stompjs';
import { createStompClient } from './stomp-client';

let outdated = 0;
let stop: () => void;
beforeEach(() => {
  outdated = 0;
  stop = bus.on('balance/outdated', () => {
    outdated += 1;
  });
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => stop());

test.each([
  ['unauthenticated', 1],
  ['too many sockets', 0],
])(
  'When the server refuses the line as %s, then a call is asked to say whether the session has ended: %i times',
  (message, times) => {
    createStompClient(4).onStompError({ headers: { message } } as unknown as IFrame);
    expect(outdated).toBe(times);
  },
);

test('When the line breaks, then it is tried again after 5 s; a heart-beat goes each way every 4 s', () => {
  const { reconnectDelay, heartbeatIncoming, heartbeatOutgoing } = createStompClient(4);
  expect({ reconnectDelay, heartbeatIncoming, heartbeatOutgoing }).toEqual({
    reconnectDelay: 5_000,
    heartbeatIncoming: 4_000,
    heartbeatOutgoing: 4_000,
  });
});
