import { bus } from '@palier/shared/bus';
import { clearSession } from '@palier/shared/session/writer';
import { signInForTest } from '@palier/shared/testing';
import { Client } from '@stomp/stompjs';
import { keepConnected } from './connection';

const CLIENT = { id: 4, roleName: 'ROLE_CLIENT' } as const;

let opened: jest.SpyInstance;
let closed: jest.SpyInstance;
/** Between the first picture and the socket: the page has a quiet moment at once, or what a test makes of it. */
let whenIdle: (work: () => void) => void;

beforeEach(() => {
  opened = jest.spyOn(Client.prototype, 'activate').mockImplementation(() => undefined);
  closed = jest.spyOn(Client.prototype, 'deactivate').mockResolvedValue();
  whenIdle = (work) => work();
  window.requestIdleCallback = (work) => {
    whenIdle(work as () => void);
    return 1;
  };
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  endSession();
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

const endSession = (): void => bus.emit('session/ended', { reason: 'signed-out' });

/** The load of an element, a style's or a picture's, as the document hears of it. */
function load(tag: 'link' | 'img' | 'iframe'): void {
  const element = document.body.appendChild(document.createElement(tag));
  element.dispatchEvent(new Event('load'));
  element.remove();
}

/** All that a connection waits for has happened: a picture, a quiet moment, the library. */
async function settle(): Promise<void> {
  load('img');
  await import('./stomp-client');
  await new Promise((resolve) => setTimeout(resolve));
}

async function connect(): Promise<void> {
  signInForTest(CLIENT);
  keepConnected();
  await settle();
}

test('When a client’s screens ask for the socket again and again, then the page has one', async () => {
  await connect();
  keepConnected();
  await settle();
  expect(opened).toHaveBeenCalledTimes(1);
  expect(closed).not.toHaveBeenCalled();
});

test.each([
  ['nobody is signed in', clearSession],
  ['who is signed in is no client', () => void signInForTest({ roleName: 'ROLE_ADMIN' })],
])('When %s, then no socket is opened', async (_what, begin) => {
  begin();
  keepConnected();
  await settle();
  expect(opened).not.toHaveBeenCalled();
});

test('When the session ends, then the socket is closed, and opened again for who signs in next', async () => {
  await connect();
  endSession();
  expect(closed).toHaveBeenCalledTimes(1);
  keepConnected();
  await settle();
  expect(opened).toHaveBeenCalledTimes(2);
});

test.each([
  ['another client signs in', { ...CLIENT, id: 5 }],
  ['the user is a client no more', { ...CLIENT, roleName: 'ROLE_ADMIN' }],
] as const)('When %s, then the socket is closed at once', async (_what, user) => {
  await connect();
  signInForTest(user);
  expect(closed).toHaveBeenCalledTimes(1);
});

test('When the balance of the user changes, then the socket stays', async () => {
  await connect();
  signInForTest({ ...CLIENT, balance: 1 });
  expect(closed).not.toHaveBeenCalled();
});

test.each([
  ['a banner has', 'img'],
  ['the game’s frame has', 'iframe'],
] as const)('When %s come, then the socket’s code is asked for, and not before', async (_what, picture) => {
  let isAsked = false;
  whenIdle = () => (isAsked = true);
  signInForTest(CLIENT);
  keepConnected();
  load('link');
  expect(isAsked).toBe(false);
  load(picture);
  expect(isAsked).toBe(true);
});

test('When no picture comes, then the socket waits for 3 s and no longer', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });
  signInForTest(CLIENT);
  keepConnected();
  await jest.advanceTimersByTimeAsync(2_900);
  expect(opened).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(200);
  expect(opened).toHaveBeenCalledTimes(1);
});

test('When the session ends before the screen has a picture, then no socket is opened', async () => {
  signInForTest(CLIENT);
  keepConnected();
  endSession();
  await settle();
  expect(opened).not.toHaveBeenCalled();
});

test('When the session ends before the page has a quiet moment, then no socket is opened', async () => {
  let quietMoment = (): void => undefined;
  whenIdle = (work) => (quietMoment = work);
  await connect();
  endSession();
  quietMoment();
  await settle();
  expect(opened).not.toHaveBeenCalled();
});

test('When the session ends while the library is fetched, then no socket is opened', async () => {
  whenIdle = (work) => {
    work();
    endSession();
  };
  await connect();
  expect(opened).not.toHaveBeenCalled();
});

test.each([
  ['and the session goes on, then it is tried again after 5 s', false, 2],
  ['and the session ends meanwhile, then it is not tried again', true, 1],
] as const)('When the socket’s code fails %s', async (_what, isEnded, times) => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });
  opened.mockImplementationOnce(() => {
    throw new Error('not loaded');
  });
  signInForTest(CLIENT);
  keepConnected();
  load('img');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(opened).toHaveBeenCalledTimes(1);
  if (isEnded) endSession();
  await jest.advanceTimersByTimeAsync(3_900);
  expect(opened).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(opened).toHaveBeenCalledTimes(times);
});
