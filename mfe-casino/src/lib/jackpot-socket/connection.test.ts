import { bus } from '@palier/shared/bus';
import { clearSession } from '@palier/shared/session/writer';
import { createPageSocket } from '@palier/shared/socket/page-socket';
import { Client } from '@palier/shared/socket/stomp-client';
import { signInForTest } from '@palier/shared/testing';
import { keepConnected } from './connection';

const CLIENT = { id: 4, roleName: 'ROLE_CLIENT' } as const;

let activate: jest.SpyInstance;
let deactivate: jest.SpyInstance;
/** Replaces `requestIdleCallback`. By default `work` is called at once. */
let whenIdle: (work: () => void) => void;

beforeEach(() => {
  activate = jest.spyOn(Client.prototype, 'activate').mockImplementation(() => undefined);
  deactivate = jest.spyOn(Client.prototype, 'deactivate').mockResolvedValue();
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
const useFakeTimers = () =>
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });

/** Emits the load event of an element, as the document receives it. */
function load(tag: 'link' | 'img' | 'iframe'): void {
  const element = document.body.appendChild(document.createElement(tag));
  element.dispatchEvent(new Event('load'));
  element.remove();
}

function request(): void {
  signInForTest(CLIENT);
  keepConnected();
}

/** Emits the load event of an image, then waits until the library is imported and pending tasks have run. */
async function settle(): Promise<void> {
  load('img');
  await import('./jackpot-client');
  await new Promise((resolve) => setTimeout(resolve));
}

async function connect(): Promise<void> {
  request();
  await settle();
}

test('jackpot socket: the screens of a client ask for it twice, the page has one', async () => {
  await connect();
  keepConnected();
  await settle();
  expect(activate).toHaveBeenCalledTimes(1);
  expect(deactivate).not.toHaveBeenCalled();
});

test.each([
  ['nobody is signed in', clearSession],
  ['the user is not a client', () => void signInForTest({ roleName: 'ROLE_ADMIN' })],
])('jackpot socket: %s, none is opened', async (_, begin) => {
  begin();
  keepConnected();
  await settle();
  expect(activate).not.toHaveBeenCalled();
});

test('jackpot socket: the session ends, it is closed and opened again after the next sign-in', async () => {
  await connect();
  endSession();
  expect(deactivate).toHaveBeenCalledTimes(1);
  keepConnected();
  await settle();
  expect(activate).toHaveBeenCalledTimes(2);
});

test.each([
  ['another client signs in, it is closed', { ...CLIENT, id: 5 }, 1],
  ['the user is no longer a client, it is closed', { ...CLIENT, roleName: 'ROLE_ADMIN' }, 1],
  ['only the balance of the user changes, it stays', { ...CLIENT, balance: 1 }, 0],
] as const)('jackpot socket: %s', async (_, user, times) => {
  await connect();
  signInForTest(user);
  expect(deactivate).toHaveBeenCalledTimes(times);
});

test.each(['img', 'iframe'] as const)(
  'code of the socket: it is loaded after the first %s and not after a style sheet',
  (tag) => {
    let isRequested = false;
    whenIdle = () => (isRequested = true);
    request();
    load('link');
    expect(isRequested).toBe(false);
    load(tag);
    expect(isRequested).toBe(true);
  },
);

test('code of the socket: no image loads, it is loaded after 3 s', async () => {
  useFakeTimers();
  request();
  await jest.advanceTimersByTimeAsync(2_900);
  expect(activate).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(200);
  expect(activate).toHaveBeenCalledTimes(1);
});

test('jackpot socket: the session ends before an image has loaded, none is opened', async () => {
  request();
  endSession();
  await settle();
  expect(activate).not.toHaveBeenCalled();
});

test('code of a socket: the session ends before the page is idle, it is not loaded', () => {
  let idle = (): void => undefined;
  const load = jest.fn();
  signInForTest(CLIENT);
  createPageSocket({ isFor: () => true, whenReady: (work) => (idle = work), load })();
  endSession();
  idle();
  expect(load).not.toHaveBeenCalled();
});

test('jackpot socket: the session ends while its code loads, none is opened', async () => {
  whenIdle = (work) => {
    work();
    endSession();
  };
  await connect();
  expect(activate).not.toHaveBeenCalled();
});

test.each([
  ['the session goes on, it is loaded again after 5 s', false, 2],
  ['the session ends, it is not loaded again', true, 1],
] as const)('code of the socket: it cannot be loaded and %s', async (_, isEnded, times) => {
  useFakeTimers();
  activate.mockImplementationOnce(() => {
    throw new Error('not loaded');
  });
  request();
  load('img');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(activate).toHaveBeenCalledTimes(1);
  if (isEnded) endSession();
  await jest.advanceTimersByTimeAsync(3_900);
  expect(activate).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(activate).toHaveBeenCalledTimes(times);
});
