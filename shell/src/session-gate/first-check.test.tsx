import { act, screen, waitFor } from '@testing-library/react';
import { accessToken } from '@palier/shared/session';
import { lost } from '@palier/shared/testing';
import { startWire } from '../testing/each-test';
import { renderShell } from '../testing/render-shell';
import { CLIENT, refused, serve, signIn } from '../testing/wire';
import { startFirstCheck, takeFirstCheck } from './first-check';

startWire();
beforeEach(() => window.history.replaceState(null, '', '/home'));
afterEach(() => {
  void takeFirstCheck();
  window.history.replaceState(null, '', '/');
  jest.useRealTimers();
});

const CHECK = 'GET /auth/validate-token';
const USER = 'GET /user/me';
const home = () => screen.findByRole('heading', { name: 'Casino Games' });

it('first check: it starts before the gate is rendered, which takes it and calls nothing again', async () => {
  signIn();
  const [checks, reads] = [serve(CHECK, {}), serve(USER, { ...CLIENT })];
  startFirstCheck();
  await waitFor(() => expect([checks.length, reads.length]).toEqual([1, 1]));
  const { go } = renderShell('/home');
  expect(await home()).toBeVisible();
  expect([checks.length, reads.length]).toEqual([1, 1]);
  go('/history');
  await waitFor(() => expect(checks).toHaveLength(2));
});

it('first check: the gate checks again if the answer was lost', async () => {
  signIn();
  serve(CHECK, lost, { once: true });
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });
  startFirstCheck();
  await act(() => jest.advanceTimersByTimeAsync(100));
  renderShell('/home');
  await act(() => jest.advanceTimersByTimeAsync(4_000));
  jest.useRealTimers();
  expect(await home()).toBeVisible();
});

it('first check: a refusal before the gate is rendered opens /login and ends no later session', async () => {
  signIn();
  serve(CHECK, () => refused(401));
  startFirstCheck();
  await waitFor(() => expect(accessToken()).toBeNull());
  const { go } = renderShell('/home');
  await waitFor(() => expect(screen.getByLabelText('location')).toHaveTextContent('/login'));
  act(() => signIn());
  go('/home');
  expect(await home()).toBeVisible();
  expect(accessToken()).not.toBeNull();
});

it.each(['/', '/login'])('first check: none starts at %s, nor without a token', (path) => {
  signIn();
  window.history.replaceState(null, '', path);
  startFirstCheck();
  expect(takeFirstCheck()).toBeNull();
  window.history.replaceState(null, '', '/home');
  sessionStorage.clear();
  startFirstCheck();
  expect(takeFirstCheck()).toBeNull();
});
