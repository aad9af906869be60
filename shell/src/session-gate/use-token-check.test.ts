import { act, renderHook } from '@testing-library/react';
import { clearSession } from '@palier/shared/session/writer';
import { signInForTest } from '@palier/shared/testing';
import { useTokenCheck } from './use-token-check';

const answer = (status: number, headers = {}) =>
  Object.assign(new Error(), { isAxiosError: true, response: { status, headers } });

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

describe('when a check goes wrong', () => {
  beforeEach(() => void signInForTest());
  afterEach(() => clearSession());
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const settle = jest.fn();
  beforeEach(() => settle.mockReset());

  it('When it is refused, then that is settled at once, and it is not made again', async () => {
    const check = jest.fn(() => Promise.reject(answer(401)));
    renderHook(() => useTokenCheck('/home', check, settle));
    await pass(100);
    expect(settle.mock.calls).toEqual([[false]]);
    await pass(10_000);
    expect(check).toHaveBeenCalledTimes(1);
  });

  it.each([500, 502, 503, 504])(
    'When a fault on the way answers it with a %d, then the session stays, and it is made once more',
    async (status) => {
      const check = jest.fn().mockRejectedValueOnce(answer(status)).mockResolvedValue(undefined);
      renderHook(() => useTokenCheck('/home', check, settle));
      await pass(100);
      expect(settle).not.toHaveBeenCalled();
      await pass(10_000);
      expect(settle.mock.calls).toEqual([[true]]);
      expect(check).toHaveBeenCalledTimes(2);
    },
  );

  it.each([
    ['and says for how long, then it is made again after that', { 'retry-after': '8' }, 8_000],
    ['and does not say for how long, then it is made again after 3 s', {}, 3_000],
  ])('When it is one call too many (429), %s, and the session stays', async (_how, headers, waitMs) => {
    const check = jest.fn().mockRejectedValueOnce(answer(429, headers)).mockResolvedValue(undefined);
    renderHook(() => useTokenCheck('/home', check, settle));
    await pass(waitMs);
    expect(check).toHaveBeenCalledTimes(1);
    await pass(100);
    expect(check).toHaveBeenCalledTimes(2);
    expect(settle.mock.calls).toEqual([[true]]);
  });

  it('When the fault is there the second time too, then the session is over', async () => {
    const check = jest.fn().mockRejectedValue(answer(503));
    renderHook(() => useTokenCheck('/home', check, settle));
    await pass(10_000);
    expect(settle.mock.calls).toEqual([[false]]);
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('When the path has changed before it is to be made again, then the new path is checked, and the old one no more', async () => {
    const check = jest.fn((): Promise<void> => Promise.resolve());
    check.mockRejectedValueOnce(new Error('nobody answered'));
    const { rerender } = renderHook((pathname) => useTokenCheck(pathname, check, settle), {
      initialProps: '/home',
    });
    await pass(100);
    rerender('/history');
    await pass(10_000);
    expect(check).toHaveBeenCalledTimes(2);
    expect(settle.mock.calls).toEqual([[true]]);
  });

  it('When the path has changed before it is answered, then its answer settles nothing', async () => {
    let refuse: (error: Error) => void = () => undefined;
    const check = jest.fn((): Promise<void> => Promise.resolve());
    check.mockReturnValueOnce(new Promise((_resolve, reject) => (refuse = reject)));
    const { rerender } = renderHook((pathname) => useTokenCheck(pathname, check, settle), {
      initialProps: '/home',
    });
    await pass(100);
    rerender('/history');
    await pass(100);
    refuse(answer(401));
    await pass(100);
    expect(settle.mock.calls).toEqual([[true]]);
  });

  it('When the device has no network, then the check waits for it, and nobody is called signed out meanwhile', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const check = jest.fn().mockRejectedValueOnce(new Error('no network')).mockResolvedValue(undefined);
    const { result } = renderHook(() => useTokenCheck('/history', check, settle));
    await act(() => jest.advanceTimersByTimeAsync(60 * 60_000));
    expect(check).toHaveBeenCalledTimes(1);
    expect(result.current).toBe('checking');
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    // At once: until then nothing stands in the page.
    await pass(10);
    expect(settle.mock.calls).toEqual([[true]]);
    expect(result.current).toBe('authenticated');
  });

  it('When the network is back for a moment only, then the check waits for it again', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const check = jest.fn().mockRejectedValue(new Error('no network'));
    renderHook(() => useTokenCheck('/history', check, settle));
    await pass(100);
    act(() => void window.dispatchEvent(new Event('online')));
    await pass(10_000);
    expect(settle).not.toHaveBeenCalled();
    check.mockResolvedValue(undefined);
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await pass(10);
    expect(settle.mock.calls).toEqual([[true]]);
  });
});
