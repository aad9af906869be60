import { act, render, screen } from '@testing-library/react';
import { bus } from '@palier/shared/bus';
import { JackpotWin } from './jackpot-win';

const win = (prizeAmount: number) => act(() => bus.emit('jackpot/won', { prizeAmount }));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('When a jackpot is won, then the prize, 60 coins and 5 rings show for 5 seconds', () => {
  render(<JackpotWin />);
  win(1234.5);
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

it('When one stake wins two pots and a third is won meanwhile, then each has its own 5 seconds, in their order', () => {
  render(<JackpotWin />);
  act(() => {
    bus.emit('jackpot/won', { prizeAmount: 1 });
    bus.emit('jackpot/won', { prizeAmount: 2 });
  });
  expect(screen.getByText('1,00 TND')).toBeVisible();
  act(() => jest.advanceTimersByTime(3_000));
  win(3);
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

it('When one win is closed, then the one behind it shows; when the session ends, then none does', () => {
  render(<JackpotWin />);
  win(1);
  win(2);
  act(() => screen.getByRole('button', { name: 'Fermer' }).click());
  expect(screen.getByText('2,00 TND')).toBeVisible();
  win(3);
  act(() => bus.emit('session/ended', { reason: 'signed-out' }));
  expect(screen.queryByText(/TND$/)).toBeNull();
});

it('When a jackpot is won, then the app leaves fullscreen, scrolls up on touch, vibrates and notifies if granted', () => {
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
  render(<JackpotWin />);
  win(3);
  expect(exit).toHaveBeenCalledTimes(1);
  expect(vibrate).toHaveBeenCalledWith([200, 100, 200]);
  expect(scroll).toHaveBeenCalledWith({ top: 0 });
  expect(notified).toEqual(['Jackpot Won!', 'Congratulations! You won the jackpot!']);
  Object.defineProperty(window, 'Notification', { value: before, configurable: true, writable: true });
  Object.defineProperty(document, 'fullscreenElement', { value: null, configurable: true });
});

it('jackpot win: two wins arrive, each is published as shown when its own 5 seconds begin', () => {
  const shown: number[] = [];
  const stop = bus.on('jackpot/win-shown', ({ id }) => shown.push(id));
  render(<JackpotWin />);
  act(() => {
    bus.emit('jackpot/won', { prizeAmount: 1, winId: 7 });
    bus.emit('jackpot/won', { prizeAmount: 2, winId: 8 });
  });
  expect(shown).toEqual([7]);
  act(() => jest.advanceTimersByTime(5_000));
  expect(shown).toEqual([7, 8]);
  stop();
});
