import { setTokens } from '@palier/shared/session';
import { act, renderHook } from '@testing-library/react';
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

it('When the device has no network, then the check waits for it, and nobody is called signed out meanwhile', async () => {
  setTokens({ accessToken: 'access', refreshToken: 'refresh' });
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const check = jest.fn().mockRejectedValueOnce(new Error('no network')).mockResolvedValue(undefined);
  const settle = jest.fn();
  const { result } = renderHook(() => useTokenCheck('/history', check, settle));
  await act(() => jest.advanceTimersByTimeAsync(60 * 60_000));
  expect(check).toHaveBeenCalledTimes(1);
  expect(result.current).toBe('checking');
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(settle.mock.calls).toEqual([[true]]);
  expect(result.current).toBe('authenticated');
});
