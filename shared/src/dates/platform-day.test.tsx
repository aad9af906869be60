import { act, render, screen } from '@testing-library/react';
import { http as wire, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { addDays, isDay, platformDay, usePlatformDay } from './index';
import { http, noContent } from '../http';
import { runWire } from '../testing';

const HOUR_MS = 3_600_000;
const server = setupServer();
runWire(server);

/** The clocks of the device: its own date and time, and the monotonic clock. */
let device = { dateMs: 0, monotonicMs: 0 };
beforeEach(() => {
  // The device is in Tunis, a day behind.
  device = { dateMs: Date.parse('2026-11-27T03:30:12Z'), monotonicMs: 5_000 };
  jest.useFakeTimers({
    doNotFake: ['setTimeout', 'setImmediate', 'queueMicrotask', 'nextTick', 'Date', 'performance'],
  });
  jest.spyOn(Date, 'now').mockImplementation(() => device.dateMs);
  jest.spyOn(performance, 'now').mockImplementation(() => device.monotonicMs);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const pass = (ms: number, { dateMs = ms, monotonicMs = ms } = {}): void => {
  device = { dateMs: device.dateMs + dateMs, monotonicMs: device.monotonicMs + monotonicMs };
};

/** A call whose answer has the header `value`, or none. */
async function answer(value: string | null, status = 200): Promise<void> {
  const headers = value === null ? {} : { 'X-Platform-Day': value };
  server.use(wire.get('*/api/v1/any', () => new HttpResponse(null, { status, headers })));
  await http.get('/any', noContent).catch(() => undefined);
}

const EVENING = '2026-11-28;ends-in=3600';

describe('platform day', () => {
  it.each([200, 400, 429, 503])(
    'platform day: it is read from an answer with the status %i',
    async (status) => {
      await answer('2027-01-01;ends-in=86400');
      await answer('2026-11-28;ends-in=70188', status);
      expect(platformDay()).toBe('2026-11-28');
    },
  );

  it.each([null, '', 'today', '2026-11-28', '2026-11-28T04:30:12;ends-in=1', '2026-11-28;ends-in=-1'])(
    'platform day: an answer with the header %j keeps the day before it',
    async (value) => {
      await answer('2026-03-01;ends-in=43200');
      await answer(value);
      expect(platformDay()).toBe('2026-03-01');
    },
  );

  it('platform day: the next days follow on a page that stays open past midnight', async () => {
    await answer(EVENING);
    pass(HOUR_MS - 1);
    expect(platformDay()).toBe('2026-11-28');
    pass(1);
    expect(platformDay()).toBe('2026-11-29');
    pass(24 * HOUR_MS);
    expect(platformDay()).toBe('2026-11-30');
    pass(30 * 24 * HOUR_MS);
    expect(platformDay()).toBe('2026-12-30');
  });

  it('platform day: it is the next day after the device slept over midnight', async () => {
    await answer(EVENING);
    pass(8 * HOUR_MS, { monotonicMs: 0 });
    expect(platformDay()).toBe('2026-11-29');
  });

  it('platform day: it ends in time on a device whose clock is set back meanwhile', async () => {
    await answer(EVENING);
    pass(HOUR_MS, { dateMs: -48 * HOUR_MS });
    expect(platformDay()).toBe('2026-11-29');
  });

  it('platform day: the next answer corrects it after the clock of the device was set forward', async () => {
    await answer(EVENING);
    pass(60_000, { dateMs: 24 * HOUR_MS });
    expect(platformDay()).toBe('2026-11-29');
    await answer('2026-11-28;ends-in=3540');
    expect(platformDay()).toBe('2026-11-28');
  });

  it('platform day: a day of 25 hours lasts as long as the server reports', async () => {
    await answer('2026-10-25;ends-in=88200');
    pass(24 * HOUR_MS);
    expect(platformDay()).toBe('2026-10-25');
    pass(0.5 * HOUR_MS);
    expect(platformDay()).toBe('2026-10-26');
  });
});

describe('component with the platform day', () => {
  const renders = jest.fn();
  function Day() {
    const day = usePlatformDay();
    renders();
    return <p>{day}</p>;
  }

  it('platform day: a component is rendered again if an answer reports another day', async () => {
    await answer(EVENING);
    render(<Day />);
    await act(() => answer('2026-11-29;ends-in=86399'));
    expect(screen.getByText('2026-11-29')).toBeVisible();
  });

  it('platform day: a component is rendered once more if the day ends without an answer', async () => {
    await answer(EVENING);
    render(<Day />);
    renders.mockClear();
    act(() => void jest.advanceTimersByTime(60_000));
    expect(renders).not.toHaveBeenCalled();
    pass(HOUR_MS);
    act(() => void jest.advanceTimersByTime(60_000));
    expect(screen.getByText('2026-11-29')).toBeVisible();
    expect(renders).toHaveBeenCalledTimes(1);
  });

  it('platform day: a component is rendered at once if the page is shown after midnight', async () => {
    await answer(EVENING);
    render(<Day />);
    pass(9 * HOUR_MS, { monotonicMs: 0 });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.getByText('2026-11-29')).toBeVisible();
  });

  it('platform day: no timer is left when a component is removed', async () => {
    await answer(EVENING);
    render(<Day />).unmount();
    expect(jest.getTimerCount()).toBe(0);
  });
});

test.each([
  ['2026-03-01', -1, '2026-02-28'],
  ['2028-03-01', -1, '2028-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-12-31', 1, '2027-01-01'],
  // Days on which clocks change, or that a zone has skipped.
  ['2026-03-29', 1, '2026-03-30'],
  ['2026-10-25', -1, '2026-10-24'],
  ['2016-10-15', 1, '2016-10-16'],
  ['2013-10-20', -1, '2013-10-19'],
  ['2011-12-31', -1, '2011-12-30'],
])('days: the day %s and %i days give %s', (day, count, result) => {
  expect(addDays(day, count)).toBe(result);
});

test.each([
  ['2026-02-28', true],
  ['2028-02-29', true],
  ['2011-12-30', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-3-1', false],
  ['20260301', false],
  ['+010000-01-01', false],
  ['today', false],
  ['', false],
  [null, false],
])('days: the text %j is a day: %s', (text, isIt) => {
  expect(isDay(text)).toBe(isIt);
});
