import { renderHook } from '@testing-library/react';
import { useTokenCheck } from './use-token-check';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('When a path opens or changes, then its check starts 50 ms later, once', () => {
  const check = jest.fn(() => Promise.resolve());
  const { rerender } = renderHook((pathname) => useTokenCheck(pathname, check, () => undefined), {
    initialProps: '/home',
  });
  for (const [started, pathname] of ['/history', '/settings'].entries()) {
    jest.advanceTimersByTime(49);
    expect(check).toHaveBeenCalledTimes(started);
    jest.advanceTimersByTime(2);
    expect(check).toHaveBeenCalledTimes(started + 1);
    rerender(pathname);
  }
});

it('When the path changes within the 50 ms, then only the new one is checked', () => {
  const check = jest.fn(() => Promise.resolve());
  const { rerender } = renderHook((pathname) => useTokenCheck(pathname, check, () => undefined), {
    initialProps: '/home',
  });
  jest.advanceTimersByTime(49);
  rerender('/history');
  jest.advanceTimersByTime(49);
  expect(check).not.toHaveBeenCalled();
  jest.advanceTimersByTime(2);
  expect(check).toHaveBeenCalledTimes(1);
});
