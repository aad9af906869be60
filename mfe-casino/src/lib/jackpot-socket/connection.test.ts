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

test('jackpot socket: the page has one, although the screens of a client ask twice', async () => {
  await connect();
  keepConnected();
  await settle();
  expect(activate).toHaveBeenCalledTimes(1);
  expect(deactivate).not.toHaveBeenCalled();
});

test.each([
  ['nobody is signed in', clearSession],
  ['the user is not a client', () => void signInForTest({ roleName: 'ROLE_ADMIN' })],
])('jackpot socket: none is opened if %s', async (_, begin) => {
  begin();
  keepConnected();
  await settle();
  expect(activate).not.toHaveBeenCalled();
});

test('jackpot socket: it closes with the session and opens again after the next sign-in', async () => {
  await connect();
  endSession();
  expect(deactivate).toHaveBeenCalledTimes(1);
  keepConnected();
  await settle();
  expect(activate).toHaveBeenCalledTimes(2);
});

test.each([
  ['is closed if another client signs in', { ...CLIENT, id: 5 }, 1],
  ['is closed if the user is no longer a client', { ...CLIENT, roleName: 'ROLE_ADMIN' }, 1],
  ['stays if only the balance of the user changes', { ...CLIENT, balance: 1 }, 0],
] as const)('jackpot socket: it %s', async (_, user, times) => {
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

test('code of the socket: it is loaded after 3 s if no image loads', async () => {
  useFakeTimers();
  request();
  await jest.advanceTimersByTimeAsync(2_900);
  expect(activate).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(200);
  expect(activate).toHaveBeenCalledTimes(1);
});

test('jackpot socket: none is opened if the session ends before an image has loaded', async () => {
  request();
  endSession();
  await settle();
  expect(activate).not.toHaveBeenCalled();
});

test('code of the socket: it is not loaded if the session ends before the page is idle', () => {
  let idle = (): void => undefined;
  const load = jest.fn();
  signInForTest(CLIENT);
  createPageSocket({ isFor: () => true, whenReady: (work) => (idle = work), load })();
  endSession();
  idle();
  expect(load).not.toHaveBeenCalled();
});

test('jackpot socket: none is opened if the session ends while its code loads', async () => {
  whenIdle = (work) => {
    work();
    endSession();
  };
  await connect();
  expect(activate).not.toHaveBeenCalled();
});

test.each([
  ['it is loaded again after 5 s in the same session', false, 2],
  ['it is not loaded again after the session ends', true, 1],
] as const)('code of the socket: if it cannot be loaded, %s', async (_, isEnded, times) => {
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
