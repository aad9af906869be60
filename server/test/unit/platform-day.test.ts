import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPlatformDay } from '../../src/web/platform-day';

const at = (zone: string, moment: string): string => createPlatformDay(zone)(Date.parse(moment));

describe('platform day', () => {
  for (const [zone, moment, value] of [
    // A device in New York has the 27th, 22:30.
    ['Africa/Tunis', '2026-11-28T03:30:12Z', '2026-11-28;ends-in=70188'],
    ['Africa/Tunis', '2026-11-28T22:59:59.001Z', '2026-11-28;ends-in=1'],
    ['Africa/Tunis', '2026-11-28T23:00:00Z', '2026-11-29;ends-in=86400'],
    ['UTC', '2026-12-31T23:59:59.999Z', '2026-12-31;ends-in=1'],
    ['Pacific/Kiritimati', '2026-11-28T10:00:00Z', '2026-11-29;ends-in=86400'],
    // Half an hour and three quarters.
    ['Asia/Kathmandu', '2026-11-28T18:14:00Z', '2026-11-28;ends-in=60'],
    // Days of 23, 25 and 24.5 hours.
    ['Europe/Paris', '2026-03-28T23:00:00Z', '2026-03-29;ends-in=82800'],
    ['Europe/Paris', '2026-10-24T22:00:00Z', '2026-10-25;ends-in=90000'],
    ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-05;ends-in=88200'],
    // Midnight is skipped, or comes an hour later because 23:00 comes twice.
    ['Africa/Cairo', '2026-04-23T21:59:00Z', '2026-04-23;ends-in=60'],
    ['Africa/Cairo', '2026-04-23T22:00:00Z', '2026-04-24;ends-in=82800'],
    ['Africa/Cairo', '2026-10-29T20:59:00Z', '2026-10-29;ends-in=3660'],
    // Midnight comes twice: as in the day close, the repeated hour is in the day before.
    ['America/Havana', '2026-11-01T04:30:00Z', '2026-10-31;ends-in=1800'],
    ['America/Havana', '2026-11-01T05:00:00Z', '2026-11-01;ends-in=86400'],
    // The day after a change of clocks, and the day before.
    ['Europe/Paris', '2026-03-30T12:00:00Z', '2026-03-30;ends-in=36000'],
    ['Europe/Paris', '2026-10-26T12:00:00Z', '2026-10-26;ends-in=39600'],
    ['Europe/Paris', '2026-03-28T12:00:00Z', '2026-03-28;ends-in=39600'],
    // A whole day is skipped.
    ['Pacific/Apia', '2011-12-30T09:59:00Z', '2011-12-29;ends-in=60'],
  ] as const)
    test(`platform day: the value is ${value} at ${moment} in ${zone}`, () => {
      assert.equal(at(zone, moment), value);
    });

  test('platform day: each value is that of its moment, also when the clock is set', () => {
    const dayAt = createPlatformDay('Africa/Tunis');
    const moments = [
      ['2026-11-28T22:59:58Z', '2026-11-28;ends-in=2'],
      ['2026-11-28T23:00:01Z', '2026-11-29;ends-in=86399'],
      ['2026-12-04T12:00:00Z', '2026-12-04;ends-in=39600'],
      ['2026-11-28T22:59:58Z', '2026-11-28;ends-in=2'],
    ] as const;
    for (const [moment, value] of moments) assert.equal(dayAt(Date.parse(moment)), value);
  });
});
