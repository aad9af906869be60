import { act, renderHook } from '@testing-library/react';
import { clearSession } from '@palier/shared/session/writer';
import { signInForTest } from '@palier/shared/testing';
import { useTokenCheck } from './use-token-check';

const answer = (status: number, headers = {}) =>
  Object.assign(new Error(), { isAxiosError: true, response: { status, headers } });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('token check: one check starts 50 ms after a path opens or changes', () => {
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

it('token check: only the new path is checked if it changes within the 50 ms', () => {
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

describe('failed check', () => {
  beforeEach(() => void signInForTest());
  afterEach(() => clearSession());
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const settle = jest.fn();
  beforeEach(() => settle.mockReset());

  it('token check: a refusal is final at once', async () => {
    const check = jest.fn(() => Promise.reject(answer(401)));
    renderHook(() => useTokenCheck('/home', check, settle));
    await pass(100);
    expect(settle.mock.calls).toEqual([[false]]);
    await pass(10_000);
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('token check: the outcome is final at once if no token is held', async () => {
    clearSession();
    renderHook(() => useTokenCheck('/home', () => Promise.reject(new Error('no token')), settle));
    await pass(100);
    expect(settle.mock.calls).toEqual([[false]]);
  });

  it.each([500, 502, 503, 504])(
    'token check: a gateway error %d repeats it once, and the session stays',
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
    ['it is made again after the named time', { 'retry-after': '8' }, 8_000],
    ['it is made again after 3 s if no time is named', {}, 3_000],
  ])('token check: at a limited rate (429) %s, and the session stays', async (_how, headers, waitMs) => {
    const check = jest.fn().mockRejectedValueOnce(answer(429, headers)).mockResolvedValue(undefined);
    renderHook(() => useTokenCheck('/home', check, settle));
    await pass(waitMs);
    expect(check).toHaveBeenCalledTimes(1);
    await pass(100);
    expect(check).toHaveBeenCalledTimes(2);
    expect(settle.mock.calls).toEqual([[true]]);
  });

  it('token check: the session is over if the second try fails too', async () => {
    const check = jest.fn().mockRejectedValue(answer(503));
    renderHook(() => useTokenCheck('/home', check, settle));
    await pass(10_000);
    expect(settle.mock.calls).toEqual([[false]]);
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('token check: only the new path is checked if it changes before the repetition', async () => {
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

  it('token check: an answer is ignored if the path changes before it', async () => {
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

  it('token check: it waits for the network and keeps the state if the device has none', async () => {
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

  it('token check: it waits again if the network is back for a moment only', async () => {
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
