import { act, renderHook } from '@testing-library/react';
import { clearSession } from '@palier/shared/session/writer';
import { signInForTest } from '@palier/shared/testing';
import { useTokenCheck } from './use-token-check';

const answer = (status: number, headers = {}) =>
  Object.assign(new Error(), { isAxiosError: true, response: { status, headers } });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('token check: a path opens or changes, one check starts 50 ms later', () => {
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

it('token check: the path changes within the 50 ms, only the new one is checked', () => {
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

describe('a check fails', () => {
  beforeEach(() => void signInForTest());
  afterEach(() => clearSession());
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const settle = jest.fn();
  beforeEach(() => settle.mockReset());

  it('token check: it is refused, the outcome is final at once', async () => {
    const check = jest.fn(() => Promise.reject(answer(401)));
    renderHook(() => useTokenCheck('/home', check, settle));
    await pass(100);
    expect(settle.mock.calls).toEqual([[false]]);
    await pass(10_000);
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('token check: no token is held, the outcome is final at once', async () => {
    clearSession();
    renderHook(() => useTokenCheck('/home', () => Promise.reject(new Error('no token')), settle));
    await pass(100);
    expect(settle.mock.calls).toEqual([[false]]);
  });

  it.each([500, 502, 503, 504])(
    'token check: a gateway answers it with a %d, it is repeated once and the session stays',
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
  ])('token check: the rate is limited (429), %s, and the session stays', async (_how, headers, waitMs) => {
    const check = jest.fn().mockRejectedValueOnce(answer(429, headers)).mockResolvedValue(undefined);
    renderHook(() => useTokenCheck('/home', check, settle));
    await pass(waitMs);
    expect(check).toHaveBeenCalledTimes(1);
    await pass(100);
    expect(check).toHaveBeenCalledTimes(2);
    expect(settle.mock.calls).toEqual([[true]]);
  });

  it('token check: the second try fails too, the session is over', async () => {
    const check = jest.fn().mockRejectedValue(answer(503));
    renderHook(() => useTokenCheck('/home', check, settle));
    await pass(10_000);
    expect(settle.mock.calls).toEqual([[false]]);
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('token check: the path changes before the repetition, only the new path is checked', async () => {
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

  it('token check: the path changes before the answer, the answer is ignored', async () => {
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

  it('token check: the device has no network, the check waits for the network and the state stays', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const check = jest.fn().mockRejectedValueOnce(new Error('no network')).mockResolvedValue(undefined);
    const { result } = renderHook(() => useTokenCheck('/history', check, settle));
    await act(() => jest.advanceTimersByTimeAsync(60 * 60_000));
    expect(check).toHaveBeenCalledTimes(1);
    expect(result.current).toBe('checking');
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    // The check is repeated at once, because the page is empty until the check ends.
    await pass(10);
    expect(settle.mock.calls).toEqual([[true]]);
    expect(result.current).toBe('authenticated');
  });

  it('token check: the network is back for a moment only, the check waits for it again', async () => {
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
