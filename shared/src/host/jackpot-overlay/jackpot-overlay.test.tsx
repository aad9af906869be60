import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { bus } from '@palier/shared/bus';
import { JackpotOverlay } from './jackpot-overlay';

const emitWin = (prizeAmount: number) => act(async () => bus.emit('jackpot/won', { prizeAmount }));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('jackpot overlay: a win shows the prize, 60 coins and 5 rings for 5 seconds', async () => {
  render(<JackpotOverlay />);
  await emitWin(1234.5);
  expect(screen.getByText(/^1.234,50 TND$/)).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Jackpot Won!');
  expect(screen.getAllByTestId('jackpot-coin')).toHaveLength(60);
  expect(screen.getAllByTestId('jackpot-ring')).toHaveLength(5);
  act(() => jest.advanceTimersByTime(4_900));
  expect(screen.getByText(/TND$/)).toBeVisible();
  act(() => jest.advanceTimersByTime(200));
  expect(screen.queryByText(/TND$/)).toBeNull();
  expect(screen.queryAllByTestId('jackpot-coin')).toHaveLength(0);
});

it.each([
  ['bronze', 'Jackpot bronze'],
  ['silver', 'Jackpot argent'],
  ['gold', 'Jackpot or'],
] as const)('jackpot overlay: a win of the tier %s says "%s"', async (tier, text) => {
  render(<JackpotOverlay />);
  await act(async () => bus.emit('jackpot/won', { prizeAmount: 20, tier }));
  expect(screen.getByText(text)).toHaveAttribute('lang', 'fr');
});

it('jackpot overlay: a win without a tier names none', async () => {
  render(<JackpotOverlay />);
  await emitWin(20);
  expect(screen.queryByText(/^Jackpot (bronze|argent|or)$/)).toBeNull();
});

it('jackpot overlay: only transform and opacity are animated', () => {
  const css = readFileSync(join(__dirname, 'win-card.module.css'), 'utf8');
  const frames = [...css.matchAll(/@keyframes [\s\S]*?\n}\n/g)].map(([text]) => text).join('');
  const animated = new Set([...frames.matchAll(/^ {4}([\w-]+):/gm)].map(([, property]) => property));
  expect([...animated].sort()).toEqual(['animation-timing-function', 'opacity', 'transform']);
});

it('jackpot overlay: three wins are shown one after the other, each for 5 seconds', async () => {
  render(<JackpotOverlay />);
  await act(async () => {
    bus.emit('jackpot/won', { prizeAmount: 1 });
    bus.emit('jackpot/won', { prizeAmount: 2 });
  });
  expect(screen.getByText('1,00 TND')).toBeVisible();
  act(() => jest.advanceTimersByTime(3_000));
  await emitWin(3);
  act(() => jest.advanceTimersByTime(1_900));
  expect(screen.getByText('1,00 TND')).toBeVisible();
  for (const shown of ['2,00 TND', '3,00 TND']) {
    act(() => jest.advanceTimersByTime(200));
    expect(screen.getByText(shown)).toBeVisible();
    act(() => jest.advanceTimersByTime(4_800));
    expect(screen.getByText(shown)).toBeVisible();
  }
  act(() => jest.advanceTimersByTime(200));
  expect(screen.queryByText(/TND$/)).toBeNull();
});

it('jackpot overlay: a win is announced as shown when its turn comes, not when it is won', async () => {
  const shown: number[] = [];
  const stop = bus.on('jackpot/win-shown', ({ id }) => shown.push(id));
  render(<JackpotOverlay />);
  await act(async () => {
    bus.emit('jackpot/won', { prizeAmount: 1, winId: 11 });
    bus.emit('jackpot/won', { prizeAmount: 2, winId: 12 });
  });
  expect(shown).toEqual([11]);
  act(() => jest.advanceTimersByTime(5_000));
  expect(shown).toEqual([11, 12]);
  stop();
});

it('jackpot overlay: closing a win shows the next, and the end of the session removes all', async () => {
  render(<JackpotOverlay />);
  for (const prize of [1, 2, 3]) await emitWin(prize);
  act(() => jest.advanceTimersByTime(3_000));
  act(() => screen.getByRole('button', { name: 'Fermer' }).click());
  expect(screen.getByText('2,00 TND')).toBeVisible();
  act(() => jest.advanceTimersByTime(3_000));
  fireEvent.keyDown(window, { key: 'Enter' });
  expect(screen.getByText('2,00 TND')).toBeVisible();
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(screen.getByText('3,00 TND')).toBeVisible();
  await emitWin(4);
  act(() => bus.emit('session/ended', { reason: 'signed-out' }));
  expect(screen.queryByText(/TND$/)).toBeNull();
});

it('jackpot overlay: each win leaves full screen, scrolls up, vibrates and notifies', async () => {
  const exit = jest.fn(() => Promise.resolve());
  const notified: unknown[] = [];
  class Notice {
    static permission = 'granted';
    constructor(title: string, options: { body: string }) {
      notified.push(title, options.body);
    }
  }
  const before = window.Notification;
  Object.defineProperty(window, 'Notification', { value: Notice, configurable: true, writable: true });
  Object.defineProperty(document, 'fullscreenElement', { value: document.body, configurable: true });
  Object.defineProperty(document, 'exitFullscreen', { value: exit, configurable: true });
  Object.defineProperty(navigator, 'maxTouchPoints', { value: 5, configurable: true });
  const vibrate = jest.spyOn(navigator, 'vibrate').mockReturnValue(true);
  const scroll = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  render(<JackpotOverlay />);
  await emitWin(3);
  await emitWin(3);
  expect(exit).toHaveBeenCalledTimes(1);
  expect(vibrate).toHaveBeenCalledWith([200, 100, 200]);
  expect(scroll).toHaveBeenCalledWith({ top: 0 });
  expect(notified).toEqual(['Jackpot Won!', 'Congratulations! You won the jackpot!']);
  Notice.permission = 'denied';
  Object.defineProperty(navigator, 'maxTouchPoints', { value: 0, configurable: true });
  act(() => jest.advanceTimersByTime(5_000));
  expect(vibrate).toHaveBeenCalledTimes(2);
  expect([scroll.mock.calls.length, notified.length]).toEqual([1, 2]);
  Object.defineProperty(navigator, 'vibrate', { value: undefined, configurable: true });
  // As Chrome on Android, which refuses the constructor.
  Object.defineProperty(window, 'Notification', { value: { permission: 'granted' }, configurable: true });
  const logged = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  await emitWin(4);
  act(() => jest.advanceTimersByTime(5_000));
  expect(screen.getByText('4,00 TND')).toBeVisible();
  expect(logged).toHaveBeenCalledTimes(1);
  Object.defineProperty(window, 'Notification', { value: before, configurable: true, writable: true });
  Object.defineProperty(document, 'fullscreenElement', { value: null, configurable: true });
});
